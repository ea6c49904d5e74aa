import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { markets } from '../../shared/api/parts/trade.ts'
import { createRandomNumbers } from '../../testing/seed.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { reportFigure, size } from '../figures.ts'
import { auditsIn, type Item, itemsOfEntity, readRawTable } from '../raw-table.ts'
import { type Crew, startCrew } from './crew.ts'

let world: World
let people: Person[]
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  people = []
  for (const teamId of [1, 2]) {
    for (const role of ['agent', 'agent', 'teamleader', 'caller'] as const)
      people.push(await world.person({ role, teamId }))
  }
})
afterAll(() => world.stop())

const days = [
  '2026-11-20',
  '2026-11-21',
  '2026-11-23',
  '2026-11-30',
  '2026-12-01',
  '2026-12-31',
  '2027-01-01',
  '2027-01-03',
]
const hours = ['00:00', '00:30', '09:15', '23:30']

interface Sent {
  readonly method: string
  readonly path: string
  readonly as: string
  readonly body?: object
}
type Send = (request: Sent) => Promise<{ status: number; body?: { id?: string } }>

interface Tally {
  acknowledged: number
  created: string[]
  deleted: string[]
}

/** Runs one client: it creates, changes and deletes appointments, until its share of the writes is done. */
async function client(number: number, writes: number, admin: string, send: Send, ids: string[], tally: Tally) {
  const random = createRandomNumbers(number)
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
  const agents = people.filter(({ role }) => role !== 'caller')
  for (let done = 0; done < writes; done++) {
    const id = ids.length > 0 ? pick(ids) : undefined
    const kind = id === undefined ? 0 : random(10)
    if (id === undefined || kind < 3) {
      const body = {
        customerName: 'Proef',
        customerPhone: '0475 123456',
        appointmentDate: pick(days),
        appointmentTime: pick(hours),
        bookAnyway: true,
        type: pick(markets),
        status: pick(appointmentStatuses),
        agentId: pick(agents).id,
      }
      const reply = await send({ method: 'POST', path: '/api/appointments', as: admin, body })
      if (reply.status === 201 && reply.body?.id) {
        ids.push(reply.body.id)
        tally.created.push(reply.body.id)
        tally.acknowledged += 1
      }
      continue
    }
    const path = `/api/appointments/${id}`
    if (kind === 9) {
      const reply = await send({ method: 'DELETE', path, as: admin })
      if (reply.status === 204) {
        tally.deleted.push(id)
        tally.acknowledged += 1
      }
      if (ids.includes(id) && (reply.status === 204 || reply.status === 404)) ids.splice(ids.indexOf(id), 1)
      continue
    }
    const changes = [
      { appointmentDate: pick(days), bookAnyway: true },
      { status: pick(appointmentStatuses) },
      { agentId: pick(agents).id },
      { type: pick(markets) },
      { appointmentDate: pick(days), bookAnyway: true, status: pick(appointmentStatuses), agentId: pick(agents).id },
      { notes: `Notitie ${done}` },
    ]
    const reply = await send({ method: 'PATCH', path, as: admin, body: pick(changes) })
    if (reply.status === 200) tally.acknowledged += 1
  }
}

/** Returns the date of a moment in Amsterdam, by the calendar of Node instead of our own code. */
const dateOf = (start: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(new Date(start))

function mondayOf(date: string): string {
  const day = new Date(`${date}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** Computes the counters from the records alone, without code of the system. */
function recount(appointments: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of appointments) {
    const date = dateOf(String(row['start']))
    const isOpen = row['status'] === 'scheduled' || row['status'] === 'awaiting'
    const isForAnother = row['createdBy'] !== row['agentId']
    const byStatus = isForAnother
      ? [
          [row['agentId'], `given-${row['status']}`],
          [row['createdBy'], `booked-${row['status']}`],
        ]
      : [[row['agentId'], `own-${row['status']}`]]
    const others = [
      [row['agentId'], 'appointments'],
      ...(isOpen ? [[row['agentId'], 'pending']] : []),
      ...(isForAnother ? [[row['createdBy'], 'booked']] : []),
      ...(isForAnother && isOpen ? [[row['createdBy'], 'bookedPending']] : []),
      [row['createdBy'], row['type']],
      ...(row['status'] === 'sale'
        ? [
            [row['agentId'], 'sold'],
            [row['createdBy'], 'bookedSold'],
          ]
        : []),
    ]
    const adds = row['status'] === 'cancelled' ? byStatus : [...byStatus, ...others]
    for (const period of [date, `week-${mondayOf(date)}`, date.slice(0, 7), date.slice(0, 4)]) {
      for (const [person, measure] of adds) {
        const name = `${period} ${row['teamId']} ${person} ${measure}`
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
  }
  return counts
}

const measured = [
  'appointments',
  'pending',
  'booked',
  'bookedPending',
  'particulier',
  'zakelijk',
  'sold',
  'bookedSold',
  ...appointmentStatuses.flatMap((status) => ['given', 'booked', 'own'].map((part) => `${part}-${status}`)),
]

/** Returns the stored counters of appointments that are not zero. */
function counted(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of itemsOfEntity(items, 'counter')) {
    for (const measure of measured) {
      const value = Number(row[measure] ?? 0)
      if (value !== 0) counts.set(`${row['period']} ${row['teamId']} ${row['userId']} ${measure}`, value)
    }
  }
  return counts
}

/** Returns the faults of the table once all clients are done: wrong counters and audit rows, and lost writes. */
function verdictOf(items: readonly Item[], tally: Tally): string[] {
  const wrong: string[] = []
  const live = itemsOfEntity(items, 'appointment')
  const [must, is] = [recount(live), counted(items)]
  for (const name of new Set([...must.keys(), ...is.keys()])) {
    if (must.get(name) !== is.get(name)) wrong.push(`${name}: ${is.get(name) ?? 0} for ${must.get(name) ?? 0}`)
  }
  const changes = new Map<unknown, Item[]>()
  for (const row of auditsIn(items)) {
    if (row['entityType'] !== 'appointment') continue
    changes.set(row['entityId'], [...(changes.get(row['entityId']) ?? []), row])
  }
  for (const row of live) {
    const rows = changes.get(row['id']) ?? []
    if (rows.length !== row['version']) wrong.push(`${row['id']}: version ${row['version']}, ${rows.length} audit rows`)
    if (rows.filter(({ action }) => action === 'appointment.create').length !== 1)
      wrong.push(`${row['id']}: not created once`)
  }
  const alive = new Set(live.map((row) => row['id']))
  for (const id of tally.created) {
    if (!changes.has(id)) wrong.push(`${id}: acknowledged and lost`)
    const isGone = (changes.get(id) ?? []).some(({ action }) => action === 'appointment.delete')
    if (isGone === alive.has(id)) wrong.push(`${id}: ${isGone ? 'deleted and there' : 'gone without a trace'}`)
  }
  for (const id of tally.deleted) if (alive.has(id)) wrong.push(`${id}: its deletion was acknowledged and lost`)
  const written = [...changes.values()].reduce((sum, rows) => sum + rows.length, 0)
  if (written < tally.acknowledged) wrong.push(`${tally.acknowledged} acknowledged, ${written} written`)
  return wrong
}

async function run(send: Send, clients: number, writes: number): Promise<Tally> {
  const tally: Tally = { acknowledged: 0, created: [], deleted: [] }
  const admin = await world.session(await world.person({ role: 'admin' }))
  const ids: string[] = []
  const share = Math.ceil(writes / clients)
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number, share, admin, send, ids, tally)))
  return tally
}

const inProcess: Send = ({ method, path, as, body }) => world.call(method, path, { as, ...(body ? { body } : {}) })

it('counters equal a recount from the records, with one audit row per change', async () => {
  const tally = await run(inProcess, size.clients, size.writes)
  const items = await readRawTable()
  const wrong = verdictOf(items, tally)
  const written = auditsIn(items).filter((row) => row['entityType'] === 'appointment').length
  if (written !== tally.acknowledged) wrong.push(`${tally.acknowledged} acknowledged, ${written} audit rows`)
  expect(tally.acknowledged).toBeGreaterThan(size.writes / 2)
  reportFigure(
    'counters',
    `equal a recount; 1 audit row per change (${size.clients} clients, ${size.writes} writes)`,
    wrong.length,
    0,
    wrong,
  )
})

it('counters still equal a recount when processes are killed while they write', async () => {
  vi.setSystemTime(vi.getRealSystemTime())
  const crew: Crew = await startCrew(Math.min(size.clients / 2, 4), {
    handler: 'appointments/handler.ts',
    collection: '/api/appointments',
  })
  try {
    const random = createRandomNumbers()
    let kills = 0
    let sent = 0
    const every = Math.max(1, Math.floor(size.writes / 2 / (size.kills + 1)))
    const send: Send = (request) => {
      sent += 1
      const reply = crew.send(request)
      if (sent % every === 0 && kills < size.kills) {
        kills += 1
        crew.kill(random(4))
      }
      return reply
    }
    const tally = await run(send, size.clients, Math.ceil(size.writes / 2))
    const wrong = verdictOf(await readRawTable(), tally)
    expect(crew.killed()).toBe(kills)
    expect(tally.acknowledged).toBeGreaterThan(0)
    reportFigure(
      'counters: kills',
      `equal a recount, 0 acknowledged writes lost (${kills} kills)`,
      wrong.length,
      0,
      wrong,
    )
  } finally {
    crew.stop()
  }
})
