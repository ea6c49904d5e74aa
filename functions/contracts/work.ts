import { deliveryOf } from '../mail/deliver.ts'
import type { Workers } from '../platform/data/outbox.ts'
import { assignCreated } from './board/assigning-created.ts'
import { followLead } from './lead-following.ts'
import { contractReminderLetters, contractReminders } from './retention/reminder-mails.ts'
import { retentionLetters, retentionMails } from './retention/retention-mails.ts'

export const mails = {
  ...deliveryOf(contractReminders, contractReminderLetters),
  ...deliveryOf(retentionMails, retentionLetters),
}

export const work = {
  'contract-bulk': async ({ subject }) => (await import('./board/bulk.ts')).contractBulk.step(subject),
  'contract-sheet-owners': ({ subject, by = '', facts }) => assignCreated(subject, by, facts),
  'contract-retention-step': async ({ subject }) =>
    (await import('./retention/retention-step.ts')).runRetentionStep(subject),
  'contract-lead': ({ subject, facts }) => followLead(subject, facts?.changed),
} satisfies Workers
