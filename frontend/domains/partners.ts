import { useQuery } from '@tanstack/react-query'
import { myDay } from '../../shared/contract/my-day.ts'
import { selfBilling } from '../../shared/contract/self-billing.ts'
import { query, refresh } from '../lib/query.ts'

/** Fetches the current state of a partner company, again each time it is shown. */
export const usePartner = (id: string) => useQuery({ ...query(selfBilling.partner, { params: { id } }), staleTime: 0 })

/** Endpoints whose cached answers are outdated after a change of a partner; for `useCommand`. */
export const partnerRefreshes = [selfBilling.partners, selfBilling.partner, myDay.get]

/** Fetches the cached answers about partner companies again, after somebody else changed a partner. */
export function refreshPartners(): void {
  refresh(partnerRefreshes)
}
