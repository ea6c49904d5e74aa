import { type AppointmentFilter, statusesIn } from '../../../shared/api/schemas/appointments.ts'
import type { Caller } from '../../platform/actor.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import type { AppointmentRow } from '../entity.ts'
import { isUnregistered } from '../rules.ts'

/** Tells whether a query has a filter besides its days. Each row that is read must then be checked. */
export const needsFiltering = ({
  status,
  teamId,
  agentId,
  calledBy,
  mine,
  unregistered,
  basis,
  type,
  office,
  q,
}: AppointmentFilter) =>
  [status, teamId, agentId, calledBy, mine, unregistered, basis, type, office, q || undefined].some(
    (filter) => filter !== undefined,
  )

/** Returns a predicate that tells whether an appointment matches every filter of a query. */
export function filterOf(actor: Caller, query: AppointmentFilter): (row: AppointmentRow) => boolean {
  const isFound = buildTextMatcher<AppointmentRow>(query.q ?? '', (row) => ({
    texts: [row.customerName, row.companyName],
    codes: [row.postalCode],
    phones: [row.customerPhone],
  }))
  const statuses = statusesIn(query.status ?? '')
  return (row) =>
    (!query.status || statuses.includes(row.status)) &&
    (!query.type || row.type === query.type) &&
    (!query.office || row.team.office === query.office) &&
    (!query.teamId || row.teamId === query.teamId) &&
    (!query.agentId || row.agentId === query.agentId) &&
    (!query.calledBy || row.createdBy === query.calledBy) &&
    (!query.mine || (actor.role === 'agent' ? row.agentId === actor.id : row.createdBy === actor.id)) &&
    (!query.unregistered || isUnregistered(row)) &&
    (!query.basis || row.contactBasis?.kind === query.basis) &&
    isFound(row)
}
