import type { AppointmentFilter, AppointmentSort } from '../../../shared/api/schemas/appointments.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { monthsBetween } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import { type Bounds, listWithin, readAllWithin } from '../../records/list.ts'
import { byMonth, moments } from '../../records/months.ts'
import { sortRows } from '../../records/shown-order.ts'
import { type Order, sourceInMemory } from '../../records/source.ts'
import type { AppointmentRow } from '../entity.ts'
import { ownersOf } from '../rules.ts'
import { viewsOf } from '../service.ts'
import { type MonthsOf, partitionsOf, spanOf } from '../span.ts'
import { filterOf, needsFiltering } from './matching.ts'
import { orderByColumn, parseSort } from './sorting.ts'

/** Maximum number of rows read to sort a list by a column without an index. */
const MAX_SORTED = 2_000
/** Maximum number of months read for such a sort. */
const MAX_SORTED_MONTHS = 24

type Query = AppointmentFilter & { readonly sort?: AppointmentSort | undefined }

/**
 * Returns a page of appointments within reach, by start unless the query sorts by a column. Such a sort reads the whole
 * span, and throws 422 above 2,000 rows or 24 months. Throws 403 without calendar access.
 */
export async function listAppointments(actor: Caller, query: Query & Paging) {
  const { column, isDescending } = parseSort(query.sort)
  if (!column) {
    const matches = needsFiltering(query) ? filterOf(actor, query) : undefined
    const order = isDescending ? 'desc' : 'asc'
    return listWithin(actor, 'appointment:read', query, { ...sourcesFor(actor, query, order), matches, show: viewsOf })
  }
  const bounds = { rows: MAX_SORTED, read: MAX_SORTED, months: MAX_SORTED_MONTHS, tooMany }
  const rows = await readAllAppointments(actor, query, bounds)
  const source = () => sourceInMemory(rows, orderByColumn(column, isDescending))
  return listWithin(actor, 'appointment:read', query, {
    all: source,
    team: source,
    own: source,
    ownersOf,
    show: viewsOf,
  })
}

const tooMany = () => unprocessable('Kies een kortere periode om te sorteren')

/** Limits of reading for one answer: those of `Bounds`, and a maximum number of months. */
interface SpanBounds extends Omit<Bounds, 'tooMany'> {
  readonly months: number
  readonly tooMany: (what: 'rows' | 'read' | 'months') => Error
}

/**
 * Reads every appointment within reach that matches the query, in the order of the query. Throws the error of
 * `bounds.tooMany` above a limit, and 403 without calendar access.
 */
export async function readAllAppointments(actor: Caller, query: Query, bounds: SpanBounds): Promise<AppointmentRow[]> {
  const { first, last } = spanOf(query)
  if (monthsBetween(first, last).length > bounds.months) throw bounds.tooMany('months')
  const { column, isDescending } = parseSort(query.sort)
  const order = isDescending && !column ? 'desc' : 'asc'
  const list = { ...sourcesFor(actor, query, order), matches: filterOf(actor, query) }
  const rows = await readAllWithin(actor, 'appointment:read', bounds, list)
  return column ? sortRows(rows, orderByColumn(column, isDescending)) : rows
}

/**
 * Returns the sources of the appointments in a query's period, one for each reach: all, those of a team, and a person's
 * own.
 */
function sourcesFor(actor: Caller, query: AppointmentFilter, order: Order) {
  const source = async (partitions: Promise<MonthsOf>) =>
    byMonth({ by: 'start', calendar: moments, span: spanOf(query), order, partitions: await partitions })
  return {
    all: () => source(partitionsOf({ scope: 'all' }, actor, query)),
    team: (teamId: number) => source(partitionsOf({ scope: 'team', teamId }, actor, query)),
    own: (userId: string) => source(partitionsOf({ scope: 'own', userId }, actor, query)),
    ownersOf,
  }
}
