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

async function found(q: string): Promise<string[]> {
  const { body } = await world.call('GET', `/api/search?q=${encodeURIComponent(q)}`, { as })
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
  expect(await found('straks weg')).toEqual([ended])
  await mend()
  expect(await found('verteldens')).toEqual([lost])
  expect(await found('vertelbens')).toEqual([lost])
  expect(await found('nadien gewoon')).toEqual([renamed])
  expect(await found('ooit anders')).toEqual([])
  expect(await found('straks weg')).toEqual([])
  expect(await found('zonder ending')).toEqual([kept])
  const { listWords } = await import('./mistakes.ts')
  expect(await listWords()).not.toContain('verdwenen')
  const { mendSearchIndex: again } = await import('./mending.ts')
  const { findables } = await import('../../events/findables.ts')
  expect(await again(findables)).toMatchObject({ mended: 0 })
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
  const { findables } = await import('../../events/findables.ts')
  const { CLOSED_NUMBER } = await import('./indexing.ts')
  const { manifest } = await import('../../infra/manifest.ts')
  const expected = [...findables.map(({ sortKey }) => sortKey), CLOSED_NUMBER].sort()
  expect([...manifest.jobs.later.trigger.alsoChanged].sort()).toEqual(expected)
})
