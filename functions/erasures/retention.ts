import { randomUUID } from 'node:crypto'
import type { ErasedType } from '../../shared/api/erasures.ts'
import type { RetentionSettings } from '../../shared/erasures/settings.ts'
import { addDays, addMonths, dateText, type LocalDate, localDateOf, monthOf, now } from '../../shared/time.ts'
import { listUnusedAppointments } from '../appointments/unused.ts'
import { listUnusedLeads } from '../leads/erasing.ts'
import { erasureNotice } from '../people/notices.ts'
import { findAdminsToMail } from '../people/service.ts'
import { asSystem } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { listUnusedSales } from '../sales/unused.ts'
import { type ErasedItem, type ErasureRow, Erasures } from './entity.ts'
import { findRetentionSettings } from './retention-settings.ts'

/** Days between the announcement of an erasure and its night. */
const NOTICE_DAYS = 30
/** Days in which a record of an earlier plan is not planned again, whatever became of that plan. */
const REMEMBERED_DAYS = 60
/** Maximum number of records of one erasure, so that a list of erasures fits a reply. */
const MAX_ITEMS = 250

const permit = asSystem('retention')

interface Plan {
  readonly name: string
  readonly unusedSince: LocalDate
  readonly items: readonly ErasedItem[]
}

/**
 * Plans, once a month, the erasure of what nobody used for as long as the settings say. The erasures take place 30 days
 * later; until then admins, who are mailed, may withdraw them. Returns the number of records.
 */
export async function planRetention(): Promise<{ planned: number }> {
  const today = localDateOf(now())
  const settings = await findRetentionSettings()
  const since = { askedAt: addDays(today, -REMEMBERED_DAYS), id: '' }
  const recent = await readAll<ErasureRow>(Erasures.query.all({}).gte(since) as never)
  const isPlanned = recent.some((row) => row.askedBy === permit.actor.id && row.askedAt.startsWith(monthOf(today)))
  if (isPlanned) return { planned: 0 }
  const known = new Set(recent.flatMap(({ items }) => items.map(keyOf)))
  const plans = (await findUnused(today, settings)).map((plan) => ({
    ...plan,
    items: plan.items.filter((item) => !known.has(keyOf(item))),
  }))
  const planned = plans.reduce((sum, { items }) => sum + items.length, 0)
  const dueOn = addDays(today, NOTICE_DAYS)
  let notices = await announcements(planned, dueOn)
  for (const plan of plans.flatMap(inParts)) {
    await store(plan, dueOn, notices)
    notices = []
  }
  return { planned }
}

const keyOf = ({ type, id }: { readonly type: ErasedType; readonly id: string }) => `${type}#${id}`

type Unused = readonly { readonly id: string; readonly date: string }[]

/** Finds the unused records of one kind of setting: their name in the list, and the records that each takes along. */
const kinds: Readonly<
  Record<
    keyof RetentionSettings,
    { name: string; types: readonly ErasedType[]; list: (before: LocalDate) => Promise<Unused> }
  >
> = {
  leadMonths: { name: 'Leads, ongebruikt sinds', types: ['lead'], list: listUnusedLeads },
  // A fee names the customer of its appointment.
  appointmentMonths: { name: 'Afspraken van voor', types: ['appointment', 'commission'], list: listUnusedAppointments },
  saleMonths: { name: 'Afgeronde sales van voor', types: ['sale'], list: listUnusedSales },
  userMonths: {
    ...{ name: 'Oud-medewerkers, gedeactiveerd voor', types: ['user'] },
    list: async (before) => (await import('../people/erasing.ts')).listFormerPeople(before),
  },
}

async function findUnused(today: LocalDate, settings: RetentionSettings): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const [setting, { name, types, list }] of Object.entries(kinds)) {
    const months = settings[setting as keyof RetentionSettings]
    if (!months) continue
    const unusedSince = addMonths(today, -months)
    const items = (await list(unusedSince)).flatMap((found) => types.map((type) => ({ type, ...found })))
    plans.push({ name: `${name} ${dateText(unusedSince)}`, unusedSince, items })
  }
  return plans
}

const inParts = ({ items, ...plan }: Plan): Plan[] =>
  Array.from({ length: Math.ceil(items.length / MAX_ITEMS) }, (_, part) => ({
    ...plan,
    items: items.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS),
  }))

const announcements = async (records: number, dueOn: LocalDate) =>
  records === 0 ? [] : (await findAdminsToMail()).map((admin) => erasureNotice(permit, admin, records, dueOn))

function store({ items, ...plan }: Plan, dueOn: LocalDate, outbox: Awaited<ReturnType<typeof announcements>>) {
  const row = {
    ...{ id: randomUUID() as string, version: 1, state: 'waiting' as const, ...plan },
    ...{ askedBy: permit.actor.id, askedAt: now(), dueOn, items: [...items] },
  }
  return commit(permit, {
    action: 'erasure.create',
    entity: { type: 'erasure', id: row.id },
    after: { records: items.length, dueOn },
    write: [Erasures.create(row)],
    outbox,
  })
}
