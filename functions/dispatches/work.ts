import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { dispatchLetters } from './dispatch-letters.ts'
import { dispatchReports } from './dispatch-report.ts'
import { runDispatchStep } from './dispatch-step.ts'

export const mails = deliveryOf(dispatchReports, dispatchLetters)

export const work = {
  'dispatch-step': ({ subject }) => runDispatchStep(subject),
} satisfies Workers
