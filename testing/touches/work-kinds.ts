import type { OutboxKind } from '../../functions/platform/data/outbox.ts'
import type { RecordKind } from '../../shared/kinds.ts'

type Kinds = readonly RecordKind[]

const none: Kinds = []

/** Kinds of record whose rows hold a copy of the name of a person or team (`events/names.ts`). */
const named: Kinds = [
  ...(['appointment', 'lead', 'sale', 'commission', 'question', 'hours', 'hourlyRate', 'fixedCost'] as const),
]

/** Kinds of record that each kind of work of the outbox changes, with those of the work that it leaves in turn. */
export const changedByWork: Readonly<Record<OutboxKind, Kinds>> = {
  'appointment-confirmation': ['appointment'],
  'appointment-moved': ['appointment'],
  'appointment-cancelled': ['appointment'],
  'appointment-reminder': ['appointment'],
  'appointment-held': ['book', 'commission'],
  'appointment-bulk': ['appointment', 'book', 'commission', 'customer', 'run'],
  'commission-asked': none,
  'commission-answered': none,
  'commission-advance': ['book', 'commission', 'run', 'sale'],
  'contract-bulk': ['contract', 'customer', 'lead', 'run'],
  'contract-lead': ['contract'],
  'contract-sheet-owners': ['contract', 'customer', 'lead'],
  'contract-reminder-due': none,
  'contract-retention-announced': none,
  'contract-retention-step': ['contract', 'customer'],
  'dispatch-report': ['run'],
  'dispatch-step': ['invoice', 'run'],
  'hours-priced': ['hours'],
  'identity-sync': ['feed', 'user'],
  'invoice-accounting-mail': ['invoice', 'run'],
  'invoice-agent-mail': ['invoice'],
  'invoice-bulk': ['book', 'commission', 'invoice', 'partner', 'run', 'sale'],
  'invoice-commissions': ['book', 'commission', 'sale'],
  'invoice-partner-mail': ['invoice'],
  'invoice-refusal': none,
  'invoice-refused': none,
  'lead-bulk': ['contract', 'customer', 'lead', 'run'],
  'lead-removed': ['lead'],
  'monthly-run': ['book', 'commission', 'invoice', 'partner', 'run'],
  'notification-daily': none,
  'notification-mail': none,
  'payment-file-booked': ['payment'],
  'payment-file-waits': none,
  'sale-bulk': ['book', 'commission', 'run', 'sale'],
  'sale-unapproved': none,
  'sales-revalued': ['sale'],
  'team-renamed': named,
  'user-2fa-mail': none,
  'user-costs': ['fixedCost'],
  'user-erasure-mail': none,
  'user-invitation-mail': ['user'],
  'user-key-mail': none,
  'user-password-mail': none,
  'user-renamed': named,
  'user-rights-mail': none,
  'user-stand-in-mail': none,
}

/** Kinds of record with marks that follow from the do-not-call list, which the stream of the table updates. */
export const changedByStream: Kinds = ['contract', 'lead']
