import { type AppointmentFilter, statusesIn } from '../../shared/contract/appointments.ts'
import { folded } from '../../shared/folded.ts'
import type { Caller } from '../platform/actor.ts'
import type { AppointmentRow } from './entity.ts'

/** Whether a filter is left that no index answers, so that more rows must be read than shown. */
export const narrows = ({ status, teamId, agentId, calledBy, mine, type, office, q }: AppointmentFilter) =>
  [status, teamId, agentId, calledBy, mine, type, office, q || undefined].some((filter) => filter !== undefined)

/** What a row must be to be shown: as every filter asks. */
export function filterOf(actor: Caller, query: AppointmentFilter): (row: AppointmentRow) => boolean {
  const isFound = finder(query.q ?? '')
  const statuses = statusesIn(query.status ?? '')
  return (row) =>
    (!query.status || statuses.includes(row.status)) &&
    (!query.type || row.type === query.type) &&
    (!query.office || row.team.office === query.office) &&
    (!query.teamId || row.teamId === query.teamId) &&
    (!query.agentId || row.agentId === query.agentId) &&
    (!query.calledBy || row.createdBy === query.calledBy) &&
    (!query.mine || (actor.role === 'agent' ? row.agentId === actor.id : row.createdBy === actor.id)) &&
    isFound(row)
}

const unspaced = (text: string) => folded(text).replaceAll(/\s/g, '')
/** The digits of a number, a Dutch one as it is dialled at home however it was written. */
const dialled = (phone: string) => phone.replace(/^\s*(?:\+|00)31\s*(?:\(0\)|0)?\s*/, '0').replaceAll(/\D/g, '')

/** Fewer digits than these are in nearly every number. */
const MIN_DIGITS = 3

/** Whether a row's customer, company, phone or postcode holds a text, whatever its case, accents and formatting. */
function finder(asked: string): (row: AppointmentRow) => boolean {
  const text = folded(asked.trim())
  if (text === '') return () => true
  const code = unspaced(text)
  const digits = /^[\d\s+().\-/]+$/.test(text) ? dialled(text) : ''
  return ({ customerName, companyName = '', customerPhone, postalCode = '' }) =>
    folded(customerName).includes(text) ||
    folded(companyName).includes(text) ||
    unspaced(postalCode).includes(code) ||
    (digits.length >= MIN_DIGITS && dialled(customerPhone).includes(digits))
}
