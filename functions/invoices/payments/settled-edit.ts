import { postEntries } from '../../book/service.ts'
import type { Change, GuardedWrite } from '../../platform/data/commit.ts'
import { requestCommissionUpdate } from '../invoices/commission-settling.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { requestRemittance } from '../invoices/remittance-request.ts'
import type { Settled } from './paying.ts'

/** Returns the edit that settles or reopens an invoice, with the requests to update its commissions and to mail its payment. */
export function buildSettledEdit(
  before: InvoiceRow,
  { after, entries }: Settled,
  confirmWrites: readonly GuardedWrite[] = [],
) {
  const { write, count } = postEntries(...entries)
  return {
    after: { ...after, pendingPayment: undefined },
    conditions: [] as readonly GuardedWrite[],
    outbox: [...requestCommissionUpdate(before, after), ...requestRemittance(before, after)],
    write: [...write, ...confirmWrites],
    count,
    also: [] as readonly Change[],
  }
}
