import { useQuery } from '@tanstack/react-query'
import { contracts } from '../../../shared/contract/contracts.ts'
import type { Upload } from '../../../shared/contract/parts/imports.ts'
import type { Contract, ContractFilter, ContractSort, SalesStatus } from '../../../shared/contract/schemas/contracts.ts'
import { contractRefreshes } from '../../domains/contracts.ts'
import { refreshLeads } from '../../domains/leads.ts'
import { messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { formatDateTime } from '../../lib/format.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'

/**
 * Fetches the contracts with a sales status and filter, page by page; by default those that end soonest come first.
 * Where the server cannot sort that many rows by a column, they are sorted by expiry date and `refusal` is the reason.
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

/** Fetches one contract with every column of its sheets. */
export const useContract = (id: string) => useQuery({ ...query(contracts.get, { params: { id } }), staleTime: 0 })

/** Fetches the current state of a contract; null when it is deleted. */
export const newestOf = ({ id }: Pick<Contract, 'id'>): Promise<Contract | null> =>
  call(contracts.get, { params: { id } }).catch(nullIfGone)

export const useReveal = () => useCommand(contracts.reveal, { refreshes: [contracts.history] })

/** Fetches the number of contracts per sales status; shows the previous counts until they arrive. */
export const useCounts = (filter: Partial<ContractFilter> = {}) =>
  useQuery({ ...query(contracts.counts, { query: filter }), placeholderData: (previous) => previous })

/** Returns the suppliers to filter by: those of existing contracts, and the chosen one. */
export function useSupplierOptions(chosen: string | undefined) {
  const source = useCounts()
  const names = source.data?.suppliers ?? []
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return { options: all.map((name) => ({ value: name, label: name })), source }
}

export const useChangeContract = () => useCommand(contracts.update, { refreshes: contractRefreshes })
export const useChangeMany = () => useCommand(contracts.changeMany, {})
/** Assigns contracts, which creates or moves leads (rulings 58). */
export const useAssignContracts = () =>
  useCommand(contracts.assign, { refreshes: contractRefreshes, onSuccess: refreshLeads })

/** Fetches the number of open leads of each agent of a team. */
export const useLoads = (teamId: string) =>
  useQuery({ ...query(contracts.loads, { query: { teamId } }), staleTime: 0, enabled: teamId !== '' })

/** Nouns for the rows of the board. */
export const contractNoun = { one: 'contract', many: 'contracten' }

/** Fetches the settings for retention and reminders. */
export const useSettings = () => useQuery({ ...query(contracts.settings), staleTime: 0 })
export const useChangeSettings = () => useCommand(contracts.changeSettings, { refreshes: [contracts.settings] })
export const newestSettings = () => call(contracts.settings)

/** Refreshes the settings after somebody else changed them. */
export function refreshSettings(): void {
  refresh([contracts.settings])
}

/** Fetches the history of a contract, newest first. */
export const useHistory = (id: string) => useQuery({ ...query(contracts.history, { params: { id } }), staleTime: 0 })

/** Fetches the first rows of an upload and the meaning of its columns, as one reading of its file understood them. */
export const usePreview = (id: string, reading: number) =>
  useQuery({
    queryKey: [contracts.preview.path, id, reading],
    queryFn: ({ signal }) => call(contracts.preview, { params: { id } }, { signal }),
    gcTime: 0,
  })

export const useMapping = () =>
  useCommand(contracts.mapping, {
    refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads, contracts.findUpload, contracts.preview],
  })

/** Confirms a previewed upload, which stores its rows. */
export const useConfirm = () =>
  useCommand(contracts.confirm, {
    refreshes: [contracts.bySalesStatus, contracts.counts, contracts.uploads, contracts.findUpload],
  })

/** Undoes an upload; its state shows the progress. */
export const useUndoUpload = () => useCommand(contracts.undoUpload, { refreshes: [contracts.uploads] })

/** Continues an upload that stopped halfway. */
export const useRetryUpload = () => useCommand(contracts.retryUpload, { refreshes: [contracts.uploads] })

/** Returns uploads to filter by: the latest with a matching file name, and the chosen one, whatever its age. */
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

/** Refreshes the contracts and the uploads; a failed upload is listed as well. */
export const refreshImported = () => refresh([contracts.bySalesStatus, contracts.counts, contracts.uploads])

/** Fetches the refused rows of an upload as a workbook. */
export const loadWrongRows = (id: string): Promise<Blob> => call(contracts.wrongRows, { params: { id } })
