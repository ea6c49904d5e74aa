import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { approvalLetters, approvalMails } from './approval-mails.ts'
import { updateLeadFee } from './fees/lead-fees.ts'
import { runAdvanceStep } from './payouts/advance-step.ts'
import { questionLetters, questionMails } from './questions/question-mails.ts'
import { revalueSales } from './revenue/revenue-step.ts'
import { saleBulk } from './sales/bulk.ts'

export const mails = {
  ...deliveryOf(questionMails, questionLetters),
  ...deliveryOf(approvalMails, approvalLetters),
}

export const work = {
  'appointment-held': ({ subject }) => updateLeadFee(subject),
  'commission-advance': ({ subject }) => runAdvanceStep(subject),
  'sale-bulk': ({ subject }) => saleBulk.step(subject),
  'sales-revalued': ({ subject, facts }) => revalueSales(subject, facts),
} satisfies Workers
