import { useQuery } from '@tanstack/react-query'
import { type ContractFilter, contracts, type SalesStatus } from '../../../shared/contract/contracts.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'

/** Contracts with one sales status by expiry date, of what a filter lets through, page by page. */
export const useContracts = (status: SalesStatus, filter: Partial<ContractFilter> = {}) =>
  useList(contracts.bySalesStatus, { params: { status }, query: filter })

/** How many contracts there are of each sales status. */
export const useCounts = () => useQuery(query(contracts.counts))

export const useSetStatus = () =>
  useCommand(contracts.setStatus, { refreshes: [contracts.bySalesStatus, contracts.counts, contracts.history] })

/** What became of a contract, newest first. */
export const useHistory = (id: string) => useQuery({ ...query(contracts.history, { params: { id } }), staleTime: 0 })

export const useUploadContracts = () =>
  useCommand(contracts.upload, { refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads] })

/** The first rows of an upload and what its columns are taken to mean; asked anew each time, since a mapping changes it. */
export const usePreview = (id: string) => useQuery({ ...query(contracts.preview, { params: { id } }), gcTime: 0 })

export const useMapping = () =>
  useCommand(contracts.mapping, {
    refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads, contracts.preview],
  })

/** Fetches the list of uploads anew: an upload that failed is in it too. */
export const refreshUploads = () => refresh([contracts.uploads])

/** Fetches the contracts anew, after an import that ran elsewhere is done. */
export const refreshContracts = () => refresh([contracts.bySalesStatus, contracts.counts])
