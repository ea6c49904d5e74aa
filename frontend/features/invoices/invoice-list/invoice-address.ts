import * as z from 'zod'
import { invoiceStatuses } from '../../../../shared/api/parts/billing.ts'
import { InvoiceFilter } from '../../../../shared/api/schemas/invoices.ts'
import type { AcceptanceFilter } from '../../../../shared/invoices/choices.ts'
import { useUrlFilter } from '../../../lib/url-filter.ts'

/**
 * Filter in the address. Without a status the list shows concepts (spec §2), and a search finds invoices of every
 * status. 'alle' shows all.
 */
const InvoiceAddressFilter = InvoiceFilter.extend({ status: z.enum([...invoiceStatuses, 'overdue', 'alle']) })
type InvoiceAddressFilter = z.output<typeof InvoiceAddressFilter>

/** Returns the filters of the invoice list in the address, and functions that change them. */
export function useInvoiceAddress() {
  const address = useUrlFilter(InvoiceAddressFilter)
  const usual = address.filter.q === undefined ? 'concept' : 'alle'
  const { status = usual, ...others } = address.filter
  const isAll = status === 'alle'
  return {
    ...address,
    status,
    chooseStatus: (next: InvoiceAddressFilter['status']) => address.setFilter({ status: next === usual ? '' : next }),
    /** Sets the search text, and leaves the chosen status: a search finds invoices of every status. */
    search: (q: string) => address.setFilter({ q, status: '' }),
    /** Filter of the list, as sent to the server. */
    wanted: { ...others, ...(isAll ? {} : { status }) },
    isAll,
    /**
     * Filter of the counts by status and by the partner's answer. It never has the status concept or cancelled: those
     * invoices have no answer, so the answers to all invoices are counted instead.
     */
    counted: { ...others, ...(isAll || isUnanswered(status) ? {} : { status }) },
    /**
     * Sets or clears the filter by the partner's answer. Setting it switches from concept or cancelled to all statuses,
     * because invoices of those two have no answer.
     */
    chooseAcceptance: (acceptance: AcceptanceFilter | undefined) =>
      address.setFilter({
        acceptance,
        ...(acceptance !== undefined && isUnanswered(status) ? { status: 'alle' } : {}),
      }),
    /** Set when a filter is on, or a status other than concept or all is chosen. */
    filtered: Object.keys(others).length > 0 || !(isAll || status === 'concept'),
  }
}

const isUnanswered = (status: string): boolean => status === 'concept' || status === 'cancelled'

export type InvoiceAddress = ReturnType<typeof useInvoiceAddress>
