import type { Workers } from '../platform/data/outbox.ts'

export const work = {
  'monthly-run': async ({ subject }) => (await import('./monthly-step.ts')).runMonthlyStep(subject),
} satisfies Workers
