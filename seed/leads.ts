import { traceWritesFor } from '../functions/known-customers/service.ts'
import { LeadCalls } from '../functions/leads/call-entity.ts'
import { type LeadRow, Leads } from '../functions/leads/entity.ts'
import { addIndexKeys, contributionsOf, ownersOf } from '../functions/leads/rules.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { type LeadStatus, priorities } from '../shared/api/parts/statuses.ts'
import { energyTypes } from '../shared/api/parts/trade.ts'
import type { CallMarks } from '../shared/numbers/states.ts'
import { addDays, addMonths, type Instant, instantAt, instantIn, type LocalDate } from '../shared/time.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { drawCustomer } from './customers.ts'
import { teams } from './people.ts'
import { drawPermission, writesOf } from './permissions.ts'
import { type Chance, createChance } from './random.ts'
import { leaveOptional, storeAll } from './writing.ts'

const sources = ['Website', 'Beurs Venlo', 'Doorverwijzing', 'Belactie najaar', 'Ondernemersvereniging']
const said = [
  'Geen gehoor, later nog eens proberen.',
  'Wil eerst de jaarafrekening afwachten.',
  'Geïnteresseerd in drie jaar vast, stuurt de rekening door.',
  'Eigenaar is na zes uur te bereiken.',
  'Heeft twee vestigingen, beide aansluitingen meenemen.',
]
const statuses: readonly LeadStatus[] = ['new', 'new', 'new', 'contacted', 'contacted', 'interested', 'not-interested']

/**
 * Stores the demo leads from number `from` up to, not including, `to`, with their last calls; adds the leads to the
 * counters.
 */
export async function storeLeads(people: readonly User[], today: LocalDate, from: number, to: number): Promise<void> {
  const drawn = Array.from({ length: to - from }, (_, index) => {
    const row = demoLead(createChance((from + index) * 6007 + 3), people, today)
    const permission = drawPermission(from + index, row, row.ownerId, today)
    return { permission, row: { ...row, ...(permission?.marks ?? marksOf(row)) } }
  })
  const rows = drawn.map(({ row }) => row)
  const permissions = drawn.flatMap(({ permission }) => permission ?? [])
  const counts = new Map<string, Sum>()
  for (const row of rows) for (const contribution of contributionsOf(row)) addContribution(counts, contribution)
  const known = traceWritesFor<LeadRow>('lead', { ownersOf, dateOf: ({ createdAt }) => createdAt.slice(0, 10) })
  const calls = rows.flatMap(({ id, ownerId, lastCall }) =>
    lastCall ? [LeadCalls.put({ leadId: id, id: `${id}-1`, by: ownerId, ...lastCall })] : [],
  )
  const writes = [...rows.map((row) => Leads.put(row)), ...rows.flatMap((row) => known(null, row)), ...calls]
  await storeAll([...writes, ...(await writesOf(permissions))])
  await addCounts([...counts.values()], false)
}

/** Returns the marks of a lead by the consent that stands at the lead alone, which is without proof (market 67b). */
const marksOf = ({ consent }: LeadRow): Partial<CallMarks> =>
  consent ? { callState: 'unproven', callUntil: addMonths(consent.date as LocalDate, 12) } : {}

function demoLead(chance: Chance, people: readonly User[], today: LocalDate): LeadRow {
  const team = chance.pick(teams)
  const owner = chance.pick(
    people.filter(({ teamId, role, isActive }) => teamId === team.id && isActive && role !== 'admin'),
  )
  const status = chance.pick(statuses)
  const createdAt = instantAt(Date.parse(instantIn(today, '09:00')) - (1 + chance.below(120)) * 86_400_000)
  const { customerEmail, ...customer } = drawCustomer(chance, team)
  const { id, firstName, lastName } = owner
  const by = { id, firstName, lastName }
  const calledAt = instantAt(Date.parse(createdAt) + (1 + chance.below(20)) * 3_600_000)
  return addIndexKeys({
    ...leaveOptional<LeadRow>(),
    ...customer,
    customerEmail,
    id: chance.id(),
    version: 1,
    contractEndDate: chance.maybe(0.8) ? addDays(today, chance.below(700) - 60) : undefined,
    energyType: chance.pick(energyTypes),
    source: chance.pick(sources),
    status,
    priority: chance.pick(priorities),
    ownerId: owner.id,
    teamId: owner.teamId,
    createdBy: owner.id,
    owner: by,
    callBackAt: callBackOf(chance, status, today),
    lastCall: status === 'new' ? undefined : { at: calledAt, note: chance.pick(said) },
    consent: chance.maybe(0.4) ? { source: chance.pick(sources), date: createdAt.slice(0, 10) } : undefined,
    createdAt,
    updatedAt: createdAt as Instant,
  })
}

function callBackOf(chance: Chance, status: LeadStatus, today: LocalDate): string | undefined {
  if (status === 'not-interested' || chance.maybe(0.7)) return undefined
  return instantIn(addDays(today, chance.below(10) - 1), `${9 + chance.below(9)}:00`.padStart(5, '0'))
}
