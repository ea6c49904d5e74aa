import { useQuery } from '@tanstack/react-query'
import { selfBilling } from '../../shared/contract/self-billing.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { useFound, useSought } from './sought.ts'

const SHOWN = '5'

/** The partner companies and the invoices of the past year that hold a text, asked for once typing pauses; none for who may not list them. */
export function useFoundInvoices(text: string) {
  const { sought, isTyping } = useSought(text, useCan('self-billing:manage'))
  const asked = { query: { q: sought, limit: SHOWN } }
  const options = { enabled: sought !== '', staleTime: 0 }
  const invoices = useQuery({
    ...query(selfBilling.invoices, asked),
    select: ({ items }) => items,
    ...options,
  })
  const partners = useQuery({
    ...query(selfBilling.partners, asked),
    select: ({ items }) => items,
    ...options,
  })
  return {
    invoices: useFound(sought, invoices.data),
    partners: useFound(sought, partners.data),
    isLoading: isTyping || invoices.isFetching || partners.isFetching,
  }
}
