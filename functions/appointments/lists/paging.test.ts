import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string
let agent: Person
let read = 0

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1 })
  admin = await world.session(await world.person({ role: 'admin' }))
  const { documents } = await import('../../platform/data/table.ts')
  documents.middlewareStack.add(
    (next, context) => async (args) => {
      const reply = await next(args)
      const { ConsumedCapacity } = reply.output as { ConsumedCapacity?: { CapacityUnits?: number } }
      if (context.commandName === 'QueryCommand') read += ConsumedCapacity?.CapacityUnits ?? 0
      return reply
    },
    { step: 'initialize', name: 'testUnits' },
  )
})
afterAll(() => world.stop())

async function book(appointmentDate: string, appointmentTime: string, changes: object = {}) {
  const form = { customerName: 'Proef', customerPhone: '0475 123456', agentId: agent.id, bookAnyway: true }
  const body = { ...form, appointmentDate, appointmentTime, ...changes }
  const reply = await world.call('POST', '/api/appointments', { as: admin, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

const get = async (query: string) => {
  const reply = await world.call('GET', `/api/appointments?${query}`, { as: admin })
  expect(reply.status, reply.text).toBe(200)
  return reply
}

async function walk(query: string): Promise<string[]> {
  const ids: string[] = []
  for (let url: string | undefined = `/api/appointments?${query}`; url; ) {
    const reply = await get(url.split('?')[1] ?? '')
    ids.push(...reply.body.map((row: { id: string }) => row.id))
    url = /<([^>]+)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1]
  }
  return ids
}

/** Stores appointments a quarter of an hour apart, without the services. */
async function fill(from: string, count: number) {
  const { appointmentRecords } = await import('../service.ts')
  const { Appointments } = await import('../entity.ts')
  const row = await appointmentRecords.find(await book(from.slice(0, 10), '12:00'))
  const start = Date.parse(from)
  const rows = Array.from({ length: count }, (_, index) => ({
    ...row,
    id: `filler-${from}-${index}`,
    start: new Date(start + index * 15 * 60_000).toISOString(),
  }))
  await Appointments.put(rows).go()
}

describe('a page of appointments', () => {
  it.each(['2026-12-01', '2027-01-01', '2027-03-28', '2027-10-31'])(
    'shows every appointment at one moment, midnight of %s, in either direction',
    async (date) => {
      for (let one = 0; one < 4; one++) await book(date, '00:00')
      await book(date, '23:59')
      for (const range of [`from=${date}&to=2027-12-31`, 'from=2026-11-01&to=2027-12-31', `date=${date}`]) {
        for (const limit of [1, 2, 3, 100]) {
          const forth = await walk(`${range}&sort=date&limit=${limit}`)
          expect(forth.length).toBeGreaterThanOrEqual(5)
          expect(new Set(forth).size).toBe(forth.length)
          expect(await walk(`${range}&sort=-date&limit=${limit}`)).toEqual(forth.toReversed())
        }
      }
    },
  )

  it.each(['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-11-24T09:00:00.000Z'])(
    'answers a cursor written by hand without an error: %s',
    async (start) => {
      for (const id of ['', 'x', '\u0000', '#', 'é'.repeat(90)]) {
        const cursor = Buffer.from(JSON.stringify([start, id])).toString('base64url')
        const three = Buffer.from(JSON.stringify([id, start, id])).toString('base64url')
        for (const sort of ['date', '-date']) await get(`sort=${sort}&cursor=${cursor}`)
        for (const sort of ['customer', '-agent']) await get(`sort=${sort}&cursor=${three}`)
      }
    },
  )

  it('reads no more of a month than its days, and has no next page after the last one', async () => {
    await fill('2028-02-02T00:00:00Z', 2_500)
    read = 0
    const first = await get('date=2028-02-01')
    expect([first.body.length, first.headers['link']]).toEqual([0, undefined])
    expect(read).toBeLessThanOrEqual(18)
    for (const query of [
      'date=2028-02-29&sort=-date',
      'date=2028-02-01&status=sale',
      'date=2028-02-01&sort=customer',
    ]) {
      read = 0
      const page = await get(query)
      expect([page.body.length, page.headers['link']], query).toEqual([0, undefined])
      expect(read, query).toBeLessThanOrEqual(80)
    }
  })

  it('reveals no more of another team’s agent than of an unknown one, at any number of appointments', async () => {
    await fill('2028-05-01T00:00:00Z', 2_100)
    await world.team(2)
    const outsider = await world.session(await world.person({ role: 'teamleader', teamId: 2 }))
    const teamless = await world.session(await world.person({ role: 'caller' }))
    for (const as of [outsider, teamless]) {
      for (const query of ['', '&sort=customer', '&sort=-date']) {
        const ask = (filter: string) =>
          world.call('GET', `/api/appointments?from=2028-05-01&to=2028-05-31${query}&${filter}`, { as })
        for (const filter of ['agentId', 'calledBy']) {
          const [known, unknown] = await Promise.all([ask(`${filter}=${agent.id}`), ask(`${filter}=nobody`)])
          expect([known.status, known.text, known.headers['link']]).toEqual([200, '[]', undefined])
          expect([unknown.status, unknown.text, unknown.headers['link']]).toEqual([200, '[]', undefined])
        }
      }
    }
  })
})
