import type { Mails } from '../mail/kinds.ts'
import { readAll } from '../platform/data/rows.ts'
import { Dispatches, type DispatchResultRow, DispatchResults, type DispatchRow } from './dispatch-entity.ts'

/** A run of mails to the accounting, with the result of each invoice by number. */
export interface Reported {
  readonly id: string
  readonly run: DispatchRow
  readonly results: readonly DispatchResultRow[]
}

async function find(id: string): Promise<Reported | null> {
  const { data: run } = await Dispatches.get({ id }).go({ consistent: true })
  if (!run) return null
  const results = await readAll<DispatchResultRow>(DispatchResults.query.primary({ runId: id }), { consistent: true })
  return { id, run: run as DispatchRow, results }
}

/** Kind of mail to the accounting that lists the sent and unsent invoices of a run (rulings 47). */
export const dispatchReports: Mails<'dispatch', 'report', Reported> = {
  entity: 'dispatch',
  kinds: ['report'],
  attempts: 5,
  toCustomers: false,
  find,
  isOn: async () => true,
  needless: (_kind, _item, reported) => (reported ? null : 'Deze verzending bestaat niet meer.'),
  again: () => ({}),
}
