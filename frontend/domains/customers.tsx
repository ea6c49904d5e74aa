import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { type Customer, customers } from '../../shared/contract/customers.ts'
import { customerIdOf, type Traceable } from '../../shared/customer-id.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { LinkButton } from '../ui/buttons/link-button.tsx'
import { customerAddress } from './addresses.ts'

/** All that belongs to a customer, as it is now. */
export const useCustomer = (id: string) => useQuery({ ...query(customers.get, { params: { id } }), staleTime: 0 })

/** The address of the page of a record's customer; null where nothing tells whose it is, or the reader has no such page. */
export function useCustomerPage(record: Traceable): string | null {
  const mayRead = useCan('customer:read')
  const id = customerIdOf(record)
  return id !== null && mayRead ? customerAddress(id) : null
}

/** The latest record of a customer that says most: what forms are filled with. */
export const latestOf = ({ leads, appointments, contracts, sales }: Customer) =>
  leads[0] ?? appointments[0] ?? contracts[0] ?? sales[0]

interface CustomerLinkProps {
  readonly record: Traceable & { readonly customerName: string }
}

/** A customer's name, which leads to all that is theirs. */
export function CustomerLink({ record }: CustomerLinkProps) {
  const to = useCustomerPage(record)
  return to === null ? record.customerName : <Link to={to}>{record.customerName}</Link>
}

/** Leads from the dialog of a record to all of its customer, by the key `k` too. */
export function CustomerButton({ record }: { readonly record: Traceable }) {
  const to = useCustomerPage(record)
  const navigate = useNavigate()
  useEffect(() => {
    if (to === null) return
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
      if (event.key !== 'k' || isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return
      event.preventDefault()
      navigate(to)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [to, navigate])
  if (to === null) return null
  return (
    <LinkButton to={to} tone="ghost" icon={<UserSearch />} data-tip="Alles van deze klant (k)">
      Klant
    </LinkButton>
  )
}
