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
    /** Filter of the counts. Concepts and cancelled invoices have no answer, so it then drops the status. */
    counted: { ...others, ...(isAll || isUnanswered(status) ? {} : { status }) },
    /**
     * Sets or clears the filter by the partner's answer. Shows all invoices if those of the chosen status have no
     * answer.
     */
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
