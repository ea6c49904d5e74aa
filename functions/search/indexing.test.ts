import { afterAll, beforeAll, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startSearchStream } from '../../testing/search.ts'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
let stream: Awaited<ReturnType<typeof startSearchStream>>
let as: string

beforeAll(async () => {
  world = await startWorld()
  stream = await startSearchStream()
  as = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

async function found(q: string, by = as): Promise<string[]> {
  const { body } = await world.call('GET', `/api/search?q=${encodeURIComponent(q)}`, { as: by })
  return body.groups.flatMap(({ kind, hits }: { kind: string; hits: { id: string }[] }) =>
    kind === 'lead' ? hits.map(({ id }) => id) : [],
  )
}

async function newLead(customerName: string): Promise<string> {
  const reply = await world.call('POST', '/api/leads', { as, body: { customerName } })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const rename = (id: string, customerName: string) =>
  world.call('PATCH', `/api/leads/${id}`, { as, body: { customerName } })

/** Tells whether the index holds anything of a record. */
async function isFiled(id: string): Promise<boolean> {
  const { readRawTable } = await import('../../proofs/raw-table.ts')
  return (await readRawTable()).some((row) => /^(found|filed)/.test(row.pk) && JSON.stringify(row).includes(id))
}

const mend = async () => {
  const { handler } = await import('../../events/search-mend.ts')
  await runAsFunction('search-mend', () => handler())
}

it('never replaces a newer state with an older one, in any order of events', async () => {
  const id = await newLead('Eerste Naam')
  await stream.deliver()
  await rename(id, 'Tweede Naam')
  const second = stream.lose()
  // While the second name is indexed, a third one is set and indexed.
  await meanwhile(async () => {
    await rename(id, 'Derde Naam')
    await stream.deliver()
  })
  await stream.tell(second)
  expect(await found('derde naam')).toEqual([id])
  expect(await found('tweede')).toEqual([])
  expect(await found('eerste')).toEqual([])
  const { IndexedRecords } = await import('./entity.ts')
  const before = (await IndexedRecords.get({ kind: 'lead', id }).go()).data
  await stream.tell([...second, ...second])
  expect((await IndexedRecords.get({ kind: 'lead', id }).go()).data).toEqual(before)
  expect(before?.entries.filter((entry) => entry.startsWith('tweede'))).toEqual([])
})

it('shows a number as not to be called that somebody closes while its record is indexed', async () => {
  const lead = { customerName: 'Gesloten Nummerman', customerPhone: '06 47770001' }
  const make = async () => (await world.call('POST', '/api/leads', { as, body: lead })).body.id
  const known = await make()
  await stream.deliver()
  await make()
  const second = stream.lose()
  await meanwhile(async () => {
    await world.call('PATCH', `/api/leads/${known}`, { as, body: { doNotCall: true } })
    await stream.deliver()
  })
  await stream.tell(second)
  const { body } = await world.call('GET', '/api/search?q=0647770001', { as })
  const { hits } = body.groups.find(({ kind }: { kind: string }) => kind === 'lead')
  expect(hits.map(({ doNotCall }: { doNotCall: boolean }) => doNotCall)).toEqual([true, true])
})

it('repairs every night after a crash: a new record, another name, a deletion, and words', async () => {
  const [kept, renamed, ended] = [
    await newLead('Zonder Ending'),
    await newLead('Ooit Anders'),
    await newLead('Straks Weg'),
  ]
  await stream.deliver()
  const lost = await newLead('Nooit Verteldens')
  await rename(renamed, 'Nadien Gewoon')
  await world.call('DELETE', `/api/leads/${ended}`, { as })
  stream.lose()
  const { learnWords } = await import('./mistakes.ts')
  await learnWords(['verdwenen'])
  expect(await found('verteldens')).toEqual([])
  expect(await isFiled(ended)).toBe(true)
  await mend()
  expect(await found('verteldens')).toEqual([lost])
  expect(await found('vertelbens')).toEqual([lost])
  expect(await found('nadien gewoon')).toEqual([renamed])
  expect(await found('ooit anders')).toEqual([])
  expect(await isFiled(ended)).toBe(false)
  expect(await found('zonder ending')).toEqual([kept])
  const { listWords } = await import('./mistakes.ts')
  expect(await listWords()).not.toContain('verdwenen')
  const { mendSearchIndex: again } = await import('./mending.ts')
  expect(await again()).toMatchObject({ mended: 0 })
})

it('shows a record as it is, also while the index lags: a new status, another name, the end', async () => {
  const id = await newLead('Lagger Achterlopig')
  await stream.deliver()
  await world.call('PATCH', `/api/leads/${id}`, { as, body: { status: 'contacted' } })
  const { body } = await world.call('GET', '/api/search?q=achterlopig', { as })
  const { hits } = body.groups.find(({ kind }: { kind: string }) => kind === 'lead')
  expect(hits).toMatchObject([{ id, status: 'contacted' }])
  await rename(id, 'Nadien Anders')
  expect(await found('achterlopig')).toEqual([])
  await world.call('DELETE', `/api/leads/${id}`, { as })
  expect(await found('achterlopig')).toEqual([])
  stream.lose()
  await mend()
  expect(await isFiled(id)).toBe(false)
})

it('shows a record only to those who reach it now, also while the index lags', async () => {
  await world.team(1)
  const [former, next] = [await world.person({ teamId: 1 }), await world.person({ teamId: 1 })]
  const form = { customerName: 'Verhuisde Lagrechten', ownerId: former.id }
  const { body } = await world.call('POST', '/api/leads', { as, body: form })
  await stream.deliver()
  const [one, other] = [await world.session(former), await world.session(next)]
  expect(await found('lagrechten', one)).toEqual([body.id])
  const moved = await world.call('PATCH', `/api/leads/${body.id}`, { as, body: { ownerId: next.id } })
  expect(moved.status, moved.text).toBe(200)
  expect(await found('lagrechten', one)).toEqual([])
  await stream.deliver()
  expect(await found('lagrechten', other)).toEqual([body.id])
})

it('deletes the rows of a call that lost a race', async () => {
  const id = await newLead('Verliezer Racewoord')
  const first = stream.lose()
  await meanwhile(async () => {
    await rename(id, 'Winnaar Anderewoord')
    await stream.deliver()
  })
  await stream.tell(first)
  const { readRawTable } = await import('../../proofs/raw-table.ts')
  const rows = (await readRawTable()).filter((row) => /^found/.test(row.pk) && row.sk.endsWith(id))
  expect(rows.map(({ sk }) => sk.split(/[ !]/)[0]).sort()).toEqual(['anderewoord', 'winnaar'])
})

it('keeps a word that another record gets while it is removed', async () => {
  const id = await newLead('Uniekernaam')
  await stream.deliver()
  await world.call('DELETE', `/api/leads/${id}`, { as })
  const gone = stream.lose()
  const { forgetWords, listWords } = await import('./mistakes.ts')
  const { documents } = await import('../platform/data/table.ts')
  let other = ''
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'BatchWriteItemCommand' && other === '') {
          other = 'under way'
          other = await newLead('Uniekernaam')
          await stream.deliver()
        }
        return next(args)
      },
    { step: 'initialize', name: 'meanwhileForgotten', override: true },
  )
  await stream.tell(gone)
  expect(await found('uniekernaan')).toEqual([other])
  await forgetWords(['uniekernaam'])
  expect(await listWords()).toContain('uniekernaam')
})

it('recognises the rows of every kind of record in the stream', async () => {
  const { findables } = await import('./findables.ts')
  const { numberKeys } = await import('./indexing.ts')
  const { manifest } = await import('../../infra/manifest.ts')
  const expected = [...findables.map(({ sortKey }) => sortKey), ...numberKeys].sort()
  expect([...manifest.jobs.later.trigger.alsoChanged].sort()).toEqual(expected)
})
