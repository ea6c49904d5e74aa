import * as z from 'zod'
import { invoiceStatuses } from '../../../../shared/contract/schemas/invoice-form.ts'
import { type AcceptanceFilter, InvoiceFilter } from '../../../../shared/contract/schemas/invoices.ts'
import { useUrlFilter } from '../../../lib/url-filter.ts'

/** Filter in the address; without a status the list shows concepts (spec §2), 'alle' shows all. */
const InvoiceAddressFilter = InvoiceFilter.extend({ status: z.enum([...invoiceStatuses, 'overdue', 'alle']) })

/** Returns the filters of the invoice list in the address, and functions that change them. */
export function useInvoiceAddress() {
  const address = useUrlFilter(InvoiceAddressFilter)
  const { status = 'concept', ...others } = address.filter
  const isAll = status === 'alle'
  return {
    ...address,
    status,
    /** Filter of the list, as sent to the server. */
    wanted: { ...others, ...(isAll ? {} : { status }) },
    isAll,
    /**
     * Filter of the counts that the tabs of statuses and the choices of the partner's answer show. It leaves out the
     * statuses concept and cancelled, because those invoices have no answer of a partner.
     */
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
    /** Set when a filter is on, or a status other than concept or all is chosen. */
    filtered: Object.keys(others).length > 0 || !(isAll || status === 'concept'),
  }
}

const isUnanswered = (status: string): boolean => status === 'concept' || status === 'cancelled'

export type InvoiceAddress = ReturnType<typeof useInvoiceAddress>
