import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { approvalLetters, approvalMails } from './approval-mails.ts'
import { updateLeadFee } from './fees/lead-fees.ts'
import { questionLetters, questionMails } from './questions/question-mails.ts'

export const mails = {
  ...deliveryOf(questionMails, questionLetters),
  ...deliveryOf(approvalMails, approvalLetters),
}

/** Workers of sales and commissions; those of runs, which are rare, are loaded on demand. */
export const work = {
  'appointment-held': ({ subject }) => updateLeadFee(subject),
  'commission-advance': async ({ subject }) => (await import('./payouts/advance-step.ts')).runAdvanceStep(subject),
  'sale-bulk': async ({ subject }) => (await import('./sales/bulk.ts')).saleBulk.step(subject),
  'sales-revalued': async ({ subject, facts }) =>
    (await import('./revenue/revenue-step.ts')).revalueSales(subject, facts),
} satisfies Workers
