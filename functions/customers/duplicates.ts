import { customerIdOf, customerIdOfTrace, listCustomerTraces, traceOfCustomerId } from '../../shared/customer-id.ts'
import { foldText } from '../../shared/folded.ts'
import { findListedAppointments } from '../appointments/service.ts'
import { findListedContracts } from '../contracts/service.ts'
import { type KnownRow, listTracedRecords } from '../known-customers/service.ts'
import { findListedLeads } from '../leads/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { findListedSales } from '../sales/service.ts'
import { readCustomer } from './customer.ts'

/** Maximum number of e-mail addresses and addresses of a customer that are compared with other customers. */
const MAX_LOOKED_FOR = 6
/** Maximum number of records of others that are compared. */
const MAX_COMPARED = 60
/** Maximum number of possible duplicates shown. */
const MAX_MATCHES = 10

/**
 * Finds up to ten other customers within reach who may be the same: by e-mail address, or by address and name. Throws
 * 404 when the customer is out of reach.
 */
export async function findPossibleDuplicates(actor: Caller, id: string) {
  authorise(actor, 'customer:join')
  const { knownUnder, ...known } = await readCustomer(actor, id)
  const own = [...known.appointments, ...known.leads, ...known.contracts, ...known.sales]
  const names = new Set(own.map(({ customerName }) => foldText(customerName)))
  const traces = new Map(own.flatMap(listCustomerTraces).map((trace) => [customerIdOfTrace(trace), trace]))
  const shared = [...traces.values()].filter(({ by }) => by !== 'phone').slice(0, MAX_LOOKED_FOR)
  const { rows } = await listTracedRecords(actor, shared)
  const others = rows
    .filter((row) => !own.some((record) => record.id === row.recordId))
    .filter((row) => row.trace.by === 'email' || names.has(foldText(row.customerName)))
    .slice(0, MAX_COMPARED)
  const of = (type: KnownRow['type']) => others.filter((row) => row.type === type).map(({ recordId }) => recordId)
  const read = await Promise.all([
    findListedAppointments(actor, of('appointment')),
    findListedLeads(actor, of('lead')),
    findListedContracts(actor, of('contract')),
    findListedSales(actor, of('sale')),
  ])
  const matches = read.flat().flatMap((record) => {
    const otherId = customerIdOf(record)
    const common = others.find(({ recordId }) => recordId === record.id)?.trace.by
    const trace = otherId === null ? null : traceOfCustomerId(otherId)
    if (!otherId || !trace || !common || knownUnder.some((one) => one.id === otherId)) return []
    const { customerName, companyName } = record
    return [{ id: otherId, ...trace, customerName, companyName: companyName ?? undefined, common }]
  })
  return { matches: [...new Map(matches.map((match) => [match.id, match])).values()].slice(0, MAX_MATCHES) }
}
