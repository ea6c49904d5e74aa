import { useQuery } from '@tanstack/react-query'
import {
  type Contract,
  type ContractFilter,
  type ContractSort,
  contracts,
  type SalesStatus,
} from '../../../shared/contract/contracts.ts'
import type { Upload } from '../../../shared/contract/imports.ts'
import { contractRefreshes } from '../../domains/contracts.ts'
import { refreshLeads } from '../../domains/leads.ts'
import { messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { formatDateTime } from '../../lib/format.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'
import { isUnderWay } from '../../records/upload-state.tsx'

/**
 * Contracts with one sales status that a filter lets through, those that end soonest first unless another column is asked for, page by
 * page. Where the server cannot sort so many by that column they come by expiry date, and `refusal` says why.
 */
export function useContracts(status: SalesStatus, filter: Partial<ContractFilter>, sort: ContractSort = 'soonest') {
  const isColumn = !['soonest', 'expires', '-expires'].includes(sort)
  const of = (asked: ContractSort) => ({ params: { status }, query: { ...filter, sort: asked } })
  const sorted = useList(contracts.bySalesStatus, of(sort), { enabled: isColumn })
  const isRefused = isColumn && sorted.isError && sorted.data === undefined
  const byDate = useList(contracts.bySalesStatus, of(isColumn ? 'soonest' : sort), { enabled: !isColumn || isRefused })
  if (isColumn && !isRefused) return { list: sorted, refusal: null }
  const refusal = isRefused ? messageOf(sorted.error, 'Sorteren is niet gelukt. Probeer het opnieuw.') : null
  return { list: byDate, refusal }
}

/** One contract with every column of its sheets. */
export const useContract = (id: string) => useQuery({ ...query(contracts.get, { params: { id } }), staleTime: 0 })

/** A contract as it is now, or null when it is gone. */
export const newestOf = ({ id }: Pick<Contract, 'id'>): Promise<Contract | null> =>
  call(contracts.get, { params: { id } }).catch(nullIfGone)

export const useReveal = () => useCommand(contracts.reveal, { refreshes: [contracts.history] })

/** Counts the contracts of a filter by sales status; shows the counts of the last filter until they come. */
export const useCounts = (filter: Partial<ContractFilter> = {}) =>
  useQuery({ ...query(contracts.counts, { query: filter }), placeholderData: (previous) => previous })

/** Suppliers to filter by: those that contracts have named, and the chosen one. */
export function useSupplierOptions(chosen: string | undefined) {
  const source = useCounts()
  const names = source.data?.suppliers ?? []
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return { options: all.map((name) => ({ value: name, label: name })), source }
}

export const useChangeContract = () => useCommand(contracts.update, { refreshes: contractRefreshes })
export const useChangeMany = () => useCommand(contracts.changeMany, {})
/** Assigns contracts, which makes or moves leads (rulings 58). */
export const useAssign = () => useCommand(contracts.assign, { refreshes: contractRefreshes, onSuccess: refreshLeads })

/** Reads the number of open leads of each agent of a team. */
export const useLoads = (teamId: string) =>
  useQuery({ ...query(contracts.loads, { query: { teamId } }), staleTime: 0, enabled: teamId !== '' })

/** Names of rows of the board, for one and for several. */
export const contractNoun = { one: 'contract', many: 'contracten' }

/** How contracts are kept. */
export const useSettings = () => useQuery({ ...query(contracts.settings), staleTime: 0 })
export const useChangeSettings = () => useCommand(contracts.changeSettings, { refreshes: [contracts.settings] })
export const newestSettings = () => call(contracts.settings)

/** Fetches the settings anew, after somebody else turned out to have changed them. */
export function refreshSettings(): void {
  refresh([contracts.settings])
}

/** What became of a contract, newest first. */
export const useHistory = (id: string) => useQuery({ ...query(contracts.history, { params: { id } }), staleTime: 0 })

/** The first rows of an upload and what its columns are taken to mean; asked anew each time, since a mapping changes it. */
export const usePreview = (id: string) => useQuery({ ...query(contracts.preview, { params: { id } }), gcTime: 0 })

export const useMapping = () =>
  useCommand(contracts.mapping, {
    refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads, contracts.findUpload, contracts.preview],
  })

/** An upload, looked at again while something is done with it. */
export const useUpload = (id: string) =>
  useQuery({
    ...query(contracts.findUpload, { params: { id } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })

const LOOK_EVERY_MS = 1_500

/** Stores an upload as it was shown. */
export const useConfirm = () =>
  useCommand(contracts.confirm, {
    refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads, contracts.findUpload],
  })

/** Has an upload taken back, whose state tells how far that is. */
export const useUndoUpload = () => useCommand(contracts.undoUpload, { refreshes: [contracts.uploads] })

/** Has an upload that stopped halfway gone on with. */
export const useRetryUpload = () => useCommand(contracts.retryUpload, { refreshes: [contracts.uploads] })

/** Uploads to filter by: the latest whose file is called like that, and the chosen one, however old. */
export function useUploadOptions(q: string, chosenId: string | undefined) {
  const input = { query: { limit: '20', ...(q === '' ? {} : { q }) } }
  const list = useList(contracts.uploads, input, { keeps: () => true })
  const options = (list.data ?? []).map(uploadOption)
  const isListed = options.some(({ value }) => value === chosenId)
  const id = chosenId ?? ''
  const found = useQuery({
    queryKey: [contracts.findUpload.path, id],
    queryFn: () => call(contracts.findUpload, { params: { id } }).catch(nullIfGone),
    enabled: chosenId !== undefined && !isListed && (!list.isPending || list.isError),
  })
  const unnamed = found.data === null ? 'Onbekende upload' : 'Gekozen upload'
  const chosen = found.data ? uploadOption(found.data) : { value: id, label: unnamed }
  return { options, chosen, source: found.isError ? found : list }
}

const uploadOption = ({ id, filename, uploadedAt }: Upload) => ({
  value: id,
  label: filename,
  hint: formatDateTime(uploadedAt),
})

/** Fetches anew what an upload changes; one that failed is among the uploads too. */
export const refreshImported = () => refresh([contracts.bySalesStatus, contracts.counts, contracts.uploads])

/** The rows of an upload that were refused, as a workbook. */
export const loadWrongRows = (id: string): Promise<Blob> => call(contracts.wrongRows, { params: { id } })
