import * as z from 'zod'
import { type AcceptanceFilter, InvoiceFilter, invoiceStatuses } from '../../../shared/contract/invoices.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'

/** Without a status the list shows concepts (spec §2); 'alle' shows all. */
const InvoiceAddressFilter = InvoiceFilter.extend({ status: z.enum([...invoiceStatuses, 'overdue', 'alle']) })

/** The filters of the invoices, as the address has them. */
export function useInvoiceAddress() {
  const address = useUrlFilter(InvoiceAddressFilter)
  const { status = 'concept', ...others } = address.filter
  const isAll = status === 'alle'
  return {
    ...address,
    status,
    /** What is asked of the server. */
    wanted: { ...others, ...(isAll ? {} : { status }) },
    isAll,
    /** What the counts are of: a concept or a cancelled one has no answer, so that those of all are counted. */
    counted: { ...others, ...(isAll || isUnanswered(status) ? {} : { status }) },
    /** Shows what has an answer of its partner, or takes that filter away; at a status that can have one. */
    chooseAcceptance: (acceptance: AcceptanceFilter | undefined) =>
      address.setFilter({
        acceptance,
        ...(acceptance !== undefined && isUnanswered(status) ? { status: 'alle' } : {}),
      }),
    /** Whether anything but the status is filtered by, or a status that is chosen. */
    filtered: Object.keys(others).length > 0 || !(isAll || status === 'concept'),
  }
}

const isUnanswered = (status: string): boolean => status === 'concept' || status === 'cancelled'

export type InvoiceAddress = ReturnType<typeof useInvoiceAddress>
