import type { NotificationFacts, NotificationKind } from '../shared/notifications.ts'
import type { Instant, LocalDate } from '../shared/time.ts'

const file = { invoices: 6, total: 450_593, day: '2026-11-27' as LocalDate }
const start = '2026-11-24T10:15:00Z' as Instant

/** Example facts (values in the text) of every kind of notification; a missing kind does not compile. */
export const sampleFacts: { readonly [K in NotificationKind]: NotificationFacts<K> } = {
  'appointment-assigned': { start },
  'appointment-moved': { from: start, to: '2026-11-25T13:45:00Z' as Instant },
  'appointment-changed': { start, what: 'cancelled' },
  'lead-assigned': {},
  'closing-waits': {},
  'calls-warned': { until: '2026-12-29' as LocalDate, reason: 'Oude lijst wordt nagelopen' },
  'contract-assigned': {},
  'sale-approved': {},
  'sale-rejected': {},
  'commission-changed': {},
  'commission-paid': {},
  'question-asked': {},
  'question-answered': {},
  'upload-done': { list: 'leads', filename: 'leads.xlsx', rows: 214, hasFailed: false },
  'upload-asks': { list: 'contracts', filename: 'contracten.xlsx', rows: 214, asks: 'columns' },
  'invoice-refused': { invoiceNumber: 'YDS-2026-0056', partner: 'Maasduin Advies', total: 51_240 },
  'payment-file-waits': file,
  'payment-file-decided': { ...file, outcome: 'rejected', reason: 'Dubbel' },
  'bank-account-waits': { partner: 'Maasduin Advies' },
  'bank-account-decided': { partner: 'Maasduin Advies', outcome: 'approved' },
  'payment-waits': { invoiceNumber: 'YDS-2026-0056', partner: 'Maasduin Advies', total: 51_240 },
  'payment-decided': {
    ...{ invoiceNumber: 'YDS-2026-0056', partner: 'Maasduin Advies', total: 51_240, outcome: 'approved' },
  },
  'period-opened': { month: '2026-10', event: 'weer open', reason: 'Factuur vergeten' },
  'account-changed': { name: 'Nina Nieuw', role: 'caller', what: ['created'] },
}
