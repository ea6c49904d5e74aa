import { useQuery } from '@tanstack/react-query'
import { contracts } from '../../../shared/api/contracts.ts'
import type { Upload } from '../../../shared/api/parts/imports.ts'
import type { BoardStatus } from '../../../shared/api/parts/statuses.ts'
import type { ContractFilter, ContractSort } from '../../../shared/api/schemas/contracts.ts'
import { messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { formatDateTime } from '../../lib/format.ts'
import { keyOf, query, useList } from '../../lib/query.ts'
import { nullIfGone } from '../../records/failure.ts'

/**
 * Fetches the contracts with a status of the board that match a filter; by default the next to end first, expired ones
 * last. When the server cannot sort by a column, uses the default order and returns the reason in `refusal`. Without
 * such a failure `refusal` is null.
 */
export function useContracts(status: BoardStatus, filter: Partial<ContractFilter>, sort: ContractSort = 'soonest') {
  const isColumn = !['soonest', 'expires', '-expires'].includes(sort)
  const of = (asked: ContractSort) => ({ params: { status }, query: { ...filter, sort: asked } })
  const sorted = useList(contracts.bySalesStatus, of(sort), { enabled: isColumn })
  const isRefused = isColumn && sorted.isError && sorted.data === undefined
  const byDate = useList(contracts.bySalesStatus, of(isColumn ? 'soonest' : sort), { enabled: !isColumn || isRefused })
  if (isColumn && !isRefused) return { list: sorted, refusal: null }
  const refusal = isRefused ? messageOf(sorted.error, 'Sorteren is niet gelukt. Probeer het opnieuw.') : null
  return { list: byDate, refusal }
}

/** Fetches one contract, with all columns of the spreadsheets it came from. */
export const useContract = (id: string) => useQuery({ ...query(contracts.get, { params: { id } }), staleTime: 0 })

/**
 * Fetches the number of filtered contracts per sales status, null if there are too many to count, and the names of all
 * suppliers. Shows the previous answer until the new one comes.
 */
export const useCounts = (filter: Partial<ContractFilter> = {}) =>
  useQuery({ ...query(contracts.counts, { query: filter }), placeholderData: (previous) => previous })

/**
 * Returns the options of the supplier filter: the suppliers of all contracts, and the chosen one. `source` is the
 * request that fetches them.
 */
export function useSupplierOptions(chosen: string | undefined) {
  const source = useCounts()
  const names = source.data?.suppliers ?? []
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
  return { options: all.map((name) => ({ value: name, label: name })), source }
}

/** Fetches the agents of a team who can get contracts, with their numbers of open leads; nothing for an empty id. */
export const useOpenLeadCounts = (teamId: string) =>
  useQuery({ ...query(contracts.loads, { query: { teamId } }), staleTime: 0, enabled: teamId !== '' })

/** Dutch noun for contracts, singular and plural. */
export const contractNoun = { one: 'contract', many: 'contracten' }

/** Fetches the contract settings: how long contract data is kept, and whether reminders are sent. */
export const useSettings = () => useQuery({ ...query(contracts.settings), staleTime: 0 })

/**
 * Returns the options of the upload filter: the 20 newest uploads whose file name matches `q`. `chosen` is an option
 * for the chosen upload when it is not among them. `source` is the request for the list; if the request for the chosen
 * upload failed, it is that request.
 */
export function useUploadOptions(q: string, chosenId: string | undefined) {
  const input = { query: { limit: '20', ...(q === '' ? {} : { q }) } }
  const list = useList(contracts.uploads, input, { keepsPreviousData: () => true })
  const options = (list.data ?? []).map(uploadOption)
  const isListed = options.some(({ value }) => value === chosenId)
  const id = chosenId ?? ''
  const found = useQuery({
    ...keyOf(contracts.findUpload, id),
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
