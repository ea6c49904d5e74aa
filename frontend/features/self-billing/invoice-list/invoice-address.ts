import * as z from 'zod'
import { invoiceStatuses } from '../../../../shared/contract/schemas/invoice-form.ts'
import { type AcceptanceFilter, InvoiceFilter } from '../../../../shared/contract/schemas/invoices.ts'
import { useUrlFilter } from '../../../lib/url-filter.ts'

/** Filter in the address; without a status the list shows concepts (spec §2), 'alle' shows all. */
const InvoiceAddressFilter = InvoiceFilter.extend({ status: z.enum([...invoiceStatuses, 'overdue', 'alle']) })

/** Reads and writes the filters of the invoices in the address. */
export function useInvoiceAddress() {
  const address = useUrlFilter(InvoiceAddressFilter)
  const { status = 'concept', ...others } = address.filter
  const isAll = status === 'alle'
  return {
    ...address,
    status,
    /** Filter for the server. */
    wanted: { ...others, ...(isAll ? {} : { status }) },
    isAll,
    /** Filter of the counts. Concepts and cancelled invoices have no answer, so for those the status is dropped. */
    counted: { ...others, ...(isAll || isUnanswered(status) ? {} : { status }) },
    /**
     * Sets or clears the filter by the partner's answer. Shows all invoices when those of the chosen status have no
     * answer.
     */
    chooseAcceptance: (acceptance: AcceptanceFilter | undefined) =>
      address.setFilter({
        acceptance,
        ...(acceptance !== undefined && isUnanswered(status) ? { status: 'alle' } : {}),
      }),
    /** Set when a filter is on, or another status than concept is chosen. */
    filtered: Object.keys(others).length > 0 || !(isAll || status === 'concept'),
  }
}

const isUnanswered = (status: string): boolean => status === 'concept' || status === 'cancelled'

export type InvoiceAddress = ReturnType<typeof useInvoiceAddress>
