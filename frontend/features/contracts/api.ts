import { useQuery } from '@tanstack/react-query'
import { contracts, type SalesStatus } from '../../../shared/contract/contracts.ts'
import { query, queryClient, useCommand, useList } from '../../lib/query.ts'

/** How many uploads the screen shows (spec §9). */
const RECENT = '5'
/** How often an upload that is being worked on is looked at. */
const LOOK_EVERY_MS = 3000

/** Contracts with one sales status by expiry date, page by page. */
export const useContracts = (status: SalesStatus) => useList(contracts.bySalesStatus, { params: { status } })

/** The newest uploads; looked at again while one of them is being worked on, and only then. */
export function useRecentUploads() {
  return useQuery({
    ...query(contracts.uploads, { query: { limit: RECENT } }),
    select: ({ items }) => items,
    refetchInterval: ({ state }) =>
      state.data?.items.some((upload) => upload.state === 'wordt verwerkt') ? LOOK_EVERY_MS : false,
  })
}

export const useUploadContracts = () =>
  useCommand(contracts.upload, { refreshes: [contracts.bySalesStatus, contracts.uploads] })

/** Fetches the list of uploads anew: an upload that failed is in it too. */
export const refreshUploads = () => queryClient.invalidateQueries({ queryKey: [contracts.uploads.path] })

/** Fetches the contracts anew, after an import that ran elsewhere is done. */
export const refreshContracts = () => queryClient.invalidateQueries({ queryKey: [contracts.bySalesStatus.path] })
