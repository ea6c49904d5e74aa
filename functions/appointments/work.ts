import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { letters } from './mails/letters.ts'
import { appointmentMails } from './mails/mails.ts'

export const mails = deliveryOf(appointmentMails, letters)

export const work = {
  'appointment-bulk': async ({ subject }) => (await import('./bulk.ts')).appointmentBulk.step(subject),
} satisfies Workers
