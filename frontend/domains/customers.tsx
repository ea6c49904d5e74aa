import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { customers } from '../../shared/api/customers.ts'
import type { Customer } from '../../shared/api/schemas/customers.ts'
import { customerIdOf, type Traceable } from '../../shared/customer-id.ts'
import { query } from '../lib/query.ts'
import { useCan } from '../lib/session.ts'
import { LinkButton } from '../ui/buttons/link-button.tsx'
import { PlainLink } from '../ui/buttons/plain-link.tsx'
import { customerPageAddress } from './addresses.ts'

/** Fetches a customer with the newest records that the user may see, again each time it is shown. */
export const useCustomer = (id: string) => useQuery({ ...query(customers.get, { params: { id } }), staleTime: 0 })

/**
 * Returns the address of the page of the customer of a record. Null without a phone number or other trace of the
 * customer, and for a user who may not see customers.
 */
function useCustomerPage(record: Traceable): string | null {
  const mayRead = useCan('customer:read')
  const id = customerIdOf(record)
  return id !== null && mayRead ? customerPageAddress(id) : null
}

/** Returns the record of a customer that fills a new form: the one that was added last. Undefined without any. */
export const findPrefillRecord = ({ leads, appointments, contracts, sales }: Customer) =>
  [...leads, ...appointments, ...contracts, ...sales].reduce<Prefill | undefined>(
    (newest, one) => (newest && newest.createdAt >= one.createdAt ? newest : one),
    undefined,
  )

type Prefill = Customer['leads' | 'appointments' | 'contracts' | 'sales'][number]

interface CustomerLinkProps {
  readonly record: Traceable & { readonly customerName: string }
  /** Set in a heading, where a link looks like its text. */
  readonly isHeading?: boolean
}

/** Shows the name of the customer of a record; a link to the page of that customer, if there is one. */
export function CustomerLink({ record, isHeading = false }: CustomerLinkProps) {
  const to = useCustomerPage(record)
  const As = isHeading ? PlainLink : Link
  return to === null ? record.customerName : <As to={to}>{record.customerName}</As>
}

/**
 * Shows a button that opens the page of the customer of a record; the key `k` does the same. Renders nothing for a user
 * or record without such a page.
 */
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
