import type { Workers } from '../platform/data/outbox.ts'

export { sending as mails } from './mails/sending.ts'

export const work = {
  'appointment-bulk': async ({ subject }) => (await import('./bulk.ts')).appointmentBulk.step(subject),
} satisfies Workers
