import type { Workers } from '../platform/data/outbox.ts'
import { leadBulk } from './bulk.ts'
import { eraseCalls } from './calls.ts'

export const work = {
  'lead-bulk': ({ subject }) => leadBulk.step(subject),
  'lead-removed': ({ subject }) => eraseCalls(subject),
} satisfies Workers
