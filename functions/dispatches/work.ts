import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { dispatchLetters } from './dispatch-letters.ts'
import { dispatchReports } from './dispatch-report.ts'

export const mails = deliveryOf(dispatchReports, dispatchLetters)

export const work = {
  'dispatch-step': async ({ subject }) => (await import('./dispatch-step.ts')).runDispatchStep(subject),
} satisfies Workers
