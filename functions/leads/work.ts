import type { Workers } from '../platform/data/outbox.ts'
import { eraseCalls } from './calls.ts'

export const work = {
  'lead-bulk': async ({ subject }) => (await import('./bulk.ts')).leadBulk.step(subject),
  'lead-removed': ({ subject }) => eraseCalls(subject),
} satisfies Workers
