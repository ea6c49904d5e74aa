import type { Workers } from '../platform/data/outbox.ts'
import { eraseCalls } from './calls.ts'

export const work = {
  'lead-removed': ({ subject }) => eraseCalls(subject),
} satisfies Workers
