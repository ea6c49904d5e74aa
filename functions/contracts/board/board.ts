import { seesPersonalData } from '../../../shared/access.ts'
import { type BoardStatus, type SalesStatus, salesStatuses } from '../../../shared/api/parts/statuses.ts'
import {
  type ContractFilter,
  type ContractSort,
  NOBODY,
  type UrgencyFilter,
} from '../../../shared/api/schemas/contracts.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { foldText } from '../../../shared/folded.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { filterByCall, statesWanted } from '../../numbers/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { decodeCursor, type Paging, type Position } from '../../platform/http/page.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import { type Bounds, listWithin, readAllWithin, readFirstWithin } from '../../records/list.ts'
import { dates } from '../../records/months.ts'
import { orderByText, sortRows } from '../../records/shown-order.ts'
import { byPosition, isText, type MemoryOrder, type Order, type Source, sourceInMemory } from '../../records/source.ts'
import { NO_TEAM } from '../counting.ts'
import type { ContractRow } from '../entity.ts'
import { codesOf, findContractsWithCode, isPieceOf, normaliseCode } from '../import/codes.ts'
import { ALL, contractsWith, type Ends } from '../months.ts'
import { readGivenTerm } from '../reading/term.ts'
import { sheetDetailsOf, viewsOf } from '../views.ts'

/** Maximum number of contracts read to sort the board by a column without an index. */
const MAX_SORTED = 2_000

/** A column of the board without an index. */
type Column = Exclude<ContractSort, `-${string}` | 'expires' | 'soonest'>

const shownOf: Record<Column, (row: ContractRow) => string> = {
  customer: ({ customerName }) => customerName,
  address: ({ city = '', address = '' }) => `${city} ${address}`,
  product: ({ supplier = '', productName = '' }) => `${supplier} ${productName}`,
  // The board shows '–' for an assumed day of signing, so it sorts as an empty text.
  signed: (row) => {
    const { assumed, signedDate } = readGivenTerm(row)
    return assumed.includes('signedDate') ? '' : signedDate
  },
}

/** Returns the sales statuses that a status of the board stands for. */
const statusesIn = (status: BoardStatus): readonly SalesStatus[] => (status === 'alle' ? salesStatuses : [status])

/**
 * Returns a page of the expiring contracts with a status of the board that match the filter, the earliest end first by
 * default. Throws 422 when a sort by a column without an index would read more than 2,000 contracts.
 */
export async function listContracts(
  actor: Caller,
  status: BoardStatus,
  { sort = 'expires', ...query }: Paging & ContractFilter & { sort?: ContractSort | undefined },
) {
  const isDescending = sort.startsWith('-')
  const name = sort.replace('-', '') as Exclude<ContractSort, 'soonest' | `-${string}`>
  const show = (rows: readonly ContractRow[]) => viewsOf(actor, rows)
  if (name === 'expires' || sort === 'soonest') {
    const order = isDescending ? 'desc' : sort === 'soonest' ? 'soonest' : 'asc'
    return listWithin(actor, 'contract:manage', query, { ...listOf(actor, statusesIn(status), query, order), show })
  }
  const bounds = { rows: MAX_SORTED, read: MAX_SORTED, tooMany: () => unprocessable(TOO_MANY) }
  const rows = await readAllContracts(actor, status, query, bounds)
  const shown = orderByText<ContractRow>({
    shownOf: shownOf[name],
    isDescending,
    placeOf: ({ expiryDate, id }) => [expiryDate, id],
    parts: [dates.isValue, isText],
  })
  return listWithin(actor, 'contract:manage', query, { all: () => sourceInMemory(sortRows(rows, shown), shown), show })
}

const TOO_MANY = 'Kies een urgentie of andere filters om te sorteren'

/**
 * Returns all contracts with a status of the board that match the filter, by end date. Throws the error of `bounds`
 * when there are too many.
 */
export const readAllContracts = (actor: Caller, status: BoardStatus, query: ContractFilter, bounds: Bounds) =>
  readAllWithin(actor, 'contract:manage', bounds, listOf(actor, statusesIn(status), query, 'asc'))

/** Maximum number of contracts of a sales status that are read to count matches. */
const MAX_COUNTED = 5_000

/** Returns the number of contracts of a sales status that match the filter; null when there are too many to read. */
export async function countMatchingContracts(
  actor: Caller,
  salesStatus: SalesStatus,
  query: ContractFilter,
): Promise<number | null> {
  const limits = { rows: MAX_COUNTED, read: MAX_COUNTED }
  const list = listOf(actor, [salesStatus], query, 'asc')
  const { rows, isComplete } = await readFirstWithin(actor, 'contract:manage', limits, list)
  return isComplete ? rows.length : null
}

function listOf(actor: Caller, statuses: readonly SalesStatus[], query: ContractFilter, order: Order | 'soonest') {
  const { urgency, q, agentId, teamId, provider, market, uploadId } = query
  const states = statesWanted(query)
  const isNarrow = [states, q, agentId, teamId, provider, market, uploadId].some((value) => value !== undefined)
  return {
    matches: isNarrow ? filterOf(actor, query) : undefined,
    all: async () => {
      const ends = urgency && spanOf(urgency, localDateOf(now()))
      const sourceIn = async (part: Ends | undefined, direction: Order) =>
        (await withCode(actor, statuses, q, part, direction)) ?? (await contractsWith(statuses, part, direction))
      const source = order === 'soonest' ? soonestFirst(sourceIn, ends) : await sourceIn(ends, order)
      return states ? filterByCall(source, states) : source
    },
  }
}

/**
 * Returns a source of the contracts that end from today on, the earliest first, then the expired ones, the latest
 * first. A cursor keeps the day on which its list began, so that no contract moves between these parts from page to
 * page.
 */
function soonestFirst(
  sourceIn: (ends: Ends, order: Order) => Promise<Source<ContractRow>>,
  { from, until } = ALL,
): Source<ContractRow> {
  let day: string = localDateOf(now())
  let parts: { readonly upcoming: Source<ContractRow>; readonly expired: Source<ContractRow> } | undefined
  const partsOf = async () => ({
    upcoming: await sourceIn({ from: from > day ? from : day, until }, 'asc'),
    expired: await sourceIn({ from, until: until < day ? until : day }, 'desc'),
  })
  return {
    positionOf: ({ expiryDate, id }) => [day, expiryDate, id],
    begin: (cursor) => {
      const position = decodeCursor(cursor, [dates.isValue, dates.isValue, isText])
      if (position) day = String(position[0])
      return position
    },
    read: async (after, limit) => {
      parts ??= await partsOf()
      const { upcoming, expired } = parts
      const place = after ? after.slice(1) : null
      const dated = (next: Position | null): Position | null => next && [day, ...next]
      const isExpired = place !== null && String(place[0]) < day
      if (until > day && !isExpired) {
        const stretch = await upcoming.read(place ?? upcoming.begin(undefined), limit)
        if (stretch.next || from >= day) return { ...stretch, next: dated(stretch.next) }
        return { ...stretch, next: [day, addDays(day as LocalDate, -1), LAST] }
      }
      const stretch = await expired.read(isExpired ? place : expired.begin(undefined), limit)
      return { ...stretch, next: dated(stretch.next) }
    },
  }
}

/** Text that sorts after every id. */
const LAST = '\uffff'

/**
 * Returns a source of the contracts with the searched code, in these sales statuses and range of ends. Null when the
 * search text is no code, when no contract of any status has the code, or when too many may have it.
 */
async function withCode(
  actor: Caller,
  statuses: readonly SalesStatus[],
  q = '',
  ends: Ends = ALL,
  order: Order = 'asc',
) {
  const code = normaliseCode(q)
  const rows = code === null ? null : await findContractsWithCode(code, seesPersonalData(actor))
  if (!rows || rows.length === 0) return null
  const isShown = ({ expiryDate, ...row }: ContractRow) =>
    statuses.includes(row.salesStatus) && expiryDate >= ends.from && expiryDate < ends.until
  const listed: MemoryOrder<ContractRow> = {
    positionOf: ({ expiryDate, id }) => [expiryDate, id],
    parts: [dates.isValue, isText],
    compare: (one, other) => byPosition(one, other) * (order === 'asc' ? 1 : -1),
  }
  return sourceInMemory(sortRows(rows.filter(isShown), listed), listed)
}

/**
 * Returns the range of expiry dates of an urgency, `until` not included. Each range begins where the previous one ends
 * (rulings 52).
 */
function spanOf(urgency: UrgencyFilter, today: LocalDate) {
  const endOf = (months: number) => addDays(addMonths(today, months), 1)
  switch (urgency) {
    case 'verlopen':
      return { from: '', until: today }
    case '1':
      return { from: today, until: endOf(1) }
    case '3':
      return { from: endOf(1), until: endOf(3) }
    case '6':
      return { from: endOf(3), until: endOf(6) }
    case 'later':
      return { from: endOf(6), until: '9999' }
  }
}

/**
 * Returns a predicate for the filters of a query other than urgency and do-not-call, which the source of rows already
 * applies.
 */
function filterOf(actor: Caller, query: ContractFilter): (row: ContractRow) => boolean {
  const isFound = buildTextMatcher<ContractRow>(query.q ?? '', (row) => ({
    texts: [row.customerName, row.companyName, row.city, row.customerEmail],
    codes: [row.postalCode],
    phones: [row.customerPhone],
  }))
  const code = normaliseCode(query.q ?? '')
  const isPersonal = seesPersonalData(actor)
  const provider = foldText(query.provider ?? '')
  const { agentId, teamId, market, uploadId } = query
  return (row) =>
    (!agentId || (agentId === NOBODY ? !row.assignedTo : row.assignedTo === agentId)) &&
    (!teamId || (row.assignedTeamId ?? NO_TEAM) === Number(teamId)) &&
    (!market || sheetDetailsOf(row).market === market) &&
    (!uploadId || row.uploadId === uploadId) &&
    foldText(row.supplier ?? '').includes(provider) &&
    (isFound(row) || (code !== null && (codesOf(row, isPersonal).has(code) || isPieceOf(code, row))))
}
