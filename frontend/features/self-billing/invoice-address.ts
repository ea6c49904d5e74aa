import * as z from 'zod'
import { InvoiceFilter, invoiceStatuses } from '../../../shared/contract/invoices.ts'
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
    /** Whether anything but the status is filtered by, or a status that is chosen. */
    filtered: Object.keys(others).length > 0 || !(isAll || status === 'concept'),
  }
}
export type InvoiceAddress = ReturnType<typeof useInvoiceAddress>
