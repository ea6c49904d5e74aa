import { useQuery } from '@tanstack/react-query'
import type { Partner } from '../../../shared/contract/partners.ts'
import { selfBilling } from '../../../shared/contract/self-billing.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { query, queryClient, useCommand, useList } from '../../lib/query.ts'

const partnerRefreshes = [selfBilling.partners, selfBilling.partner]

/** Partner companies by name, those that hold a text. */
export const usePartners = (q: string | undefined) =>
  useList(selfBilling.partners, { query: { q, limit: '500' } }, { fresh: true, whole: true })

/** One partner company as it is now. */
export const usePartner = (id: string) => useQuery({ ...query(selfBilling.partner, { params: { id } }), staleTime: 0 })

export const useCreatePartner = () => useCommand(selfBilling.createPartner, { refreshes: partnerRefreshes })
export const useUpdatePartner = () => useCommand(selfBilling.updatePartner, { refreshes: partnerRefreshes })
export const useRemovePartner = () => useCommand(selfBilling.removePartner, { refreshes: partnerRefreshes })
export const useSetAgreement = () => useCommand(selfBilling.setAgreement, { refreshes: partnerRefreshes })

/** A partner as it is now, or null when it is gone. */
export async function newestPartner({ id }: Pick<Partner, 'id'>): Promise<Partner | null> {
  try {
    return await call(selfBilling.partner, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}

/** Fetches the partners anew, after somebody else turned out to have changed one. */
export function refreshPartners(): void {
  for (const { path } of partnerRefreshes) queryClient.invalidateQueries({ queryKey: [path] })
}

export const useSettings = () => useQuery({ ...query(selfBilling.settings), staleTime: 0 })
export const useChangeSettings = () => useCommand(selfBilling.changeSettings, { refreshes: [selfBilling.settings] })
