import type { Workers } from '../platform/data/outbox.ts'
import { runMonthlyStep } from './monthly-step.ts'

export const work = {
  'monthly-run': ({ subject }) => runMonthlyStep(subject),
} satisfies Workers
