import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../testing/contracts.ts'
import { doBeforeNextWrite } from '../../testing/meanwhile.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { startSearchStream } from '../../testing/search.ts'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
let stream: Awaited<ReturnType<typeof startSearchStream>>
let read = 0

beforeAll(async () => {
  leads = await startLeadsWorld()
  stream = await startSearchStream()
  const { documents } = await import('../platform/data/table.ts')
  documents.middlewareStack.add(
    (next) => async (args) => {
      const reply = await next(args)
      const { ConsumedCapacity } = reply.output as {
        ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
      }
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) read += CapacityUnits
      return reply
    },
    { step: 'initialize', name: 'testUnits' },
  )
})
afterAll(() => leads.world.stop())

type Who = Parameters<typeof leads.call>[0]

const countsOf = async (who: Who) => (await leads.call(who, 'GET', '/api/leads/counts')).body.statuses
const close = async (who: Who, number: string) => {
  const reply = await leads.call(who, 'POST', '/api/numbers/close', { number })
  expect(reply.status, reply.text).toBe(200)
}
const lift = (id: string) =>
  leads.call('admin', 'PATCH', `/api/leads/${id}`, { doNotCall: false, doNotCallLiftReason: 'Belde zelf' })
const contractsNotToCall = async () =>
  (await leads.call('admin', 'GET', '/api/contracts/counts?doNotCall=true')).body.counts
/** Compares the counters of leads and contracts with the records; returns how many differ. */
async function wrongCounters() {
  const { recount } = await import('../records/recount.ts')
  const { countedLeads } = await import('../leads/counting.ts')
  const { countedContracts } = await import('../contracts/counting.ts')
  const years = { from: 2026, to: 2026, repair: false }
  return (await recount([countedLeads, countedContracts], years, () => undefined)).wrong
}
/** Counts the leads of each status that the list shows among those that may be called. */
async function listed(who: Who) {
  const rows: { status: string }[] = (await leads.call(who, 'GET', '/api/leads?doNotCall=false&limit=500')).body
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ status }) => status)).map(([k, v]) => [k, v?.length]),
  )
}

it('the counts of leads and contracts cost the same however many numbers another team closes', async () => {
  await leads.note('elsewhere', { customerPhone: '0475 100001' })
  await storeContract({ customerPhone: '0475 100002' })
  const costs = async () => {
    const counted: number[] = []
    for (const path of [
      '/api/leads/counts',
      '/api/contracts/counts?doNotCall=false',
      '/api/contracts/loads?teamId=1',
    ]) {
      read = 0
      expect((await leads.call(path.includes('leads') ? 'elsewhere' : 'admin', 'GET', path)).status).toBe(200)
      counted.push(read)
    }
    return counted
  }
  const before = await costs()
  for (let from = 0; from < 60; from += 3) {
    const numbers = [0, 1, 2].map((more) => `06 5${String(from + more).padStart(7, '0')}`)
    await close('agent', numbers.join(' / '))
  }
  expect(await costs()).toEqual(before)
})

it('a closed number is in no count at once, for every team, through changes and until it is reopened', async () => {
  const phone = '06 12121212'
  const mine = await leads.note('agent', { customerPhone: phone })
  await leads.note('elsewhere', { customerPhone: `0475 123456 / ${phone}`, status: 'interested' })
  const [own, theirs] = [await countsOf('agent'), await countsOf('elsewhere')]
  await close('caller', phone)
  expect(await countsOf('agent')).toEqual({ ...own, new: own.new - 1 })
  expect(await countsOf('elsewhere')).toEqual({ ...theirs, interested: theirs.interested - 1 })
  const late = await leads.note('agent', { customerPhone: phone, status: 'contacted' })
  await leads.call('agent', 'PATCH', `/api/leads/${mine.id}`, { status: 'interested' })
  expect(await countsOf('agent')).toEqual({ ...own, new: own.new - 1 })
  await leads.call('agent', 'PATCH', `/api/leads/${late.id}`, { customerPhone: '06 34343434' })
  expect(await countsOf('agent')).toMatchObject({ contacted: own.contacted + 1 })
  expect((await lift(mine.id)).status).toBe(200)
  expect(await countsOf('agent')).toMatchObject({ new: own.new - 1, interested: own.interested + 1 })
  expect(await countsOf('elsewhere')).toEqual(theirs)
  expect(await wrongCounters()).toBe(0)
})

it('marks follow a number that is reopened, or a lead that changes, while they are written', async () => {
  const phone = '06 56565656'
  const { id } = await leads.note('agent', { customerPhone: phone })
  const { addToDoNotCallList, liftDoNotCall } = await import('../known-customers/service.ts')
  const { asSystem } = await import('../platform/actor.ts')
  const { commitAll } = await import('../platform/data/commit.ts')
  const { markLead } = await import('../leads/service.ts')
  const marked = (who: Parameters<typeof runAsFunction>[0]) => runAsFunction(who, () => markLead(id))
  const closeIt = () => addToDoNotCallList(asSystem('test'), [phone], { date: '2026-11-23', source: null })
  const liftIt = async () => commitAll(asSystem('test'), await liftDoNotCall(phone, 'Belde zelf'), undefined)

  await closeIt()
  await doBeforeNextWrite(async () => {
    await liftIt()
    await markLead(id)
  })
  expect(await marked('later')).toBe(true)
  expect(await countsOf('agent')).toMatchObject(await listed('agent'))

  await closeIt()
  await doBeforeNextWrite(() => leads.call('agent', 'PATCH', `/api/leads/${id}`, { status: 'interested' }))
  expect(await marked('later')).toBe(true)
  await liftIt()
  await doBeforeNextWrite(() => markLead(id))
  await leads.call('agent', 'PATCH', `/api/leads/${id}`, { status: 'contacted' })
  expect(await countsOf('agent')).toMatchObject(await listed('agent'))
  expect(await wrongCounters()).toBe(0)
})

it('a number that closes while a lead or contract gets it, or whose change a crash lost, is counted later', async () => {
  const phone = '06 78787878'
  const contract = await storeContract({ customerPhone: phone, salesStatus: 'geen_interesse' })
  await stream.deliver()
  const [before, contracts] = [await countsOf('agent'), await contractsNotToCall()]
  await doBeforeNextWrite(() => close('caller', phone))
  const { id } = await leads.note('agent', { customerPhone: phone })
  expect(await contractsNotToCall()).toEqual({ ...contracts, geen_interesse: contracts.geen_interesse + 1 })
  await stream.deliver()
  expect(await countsOf('agent')).toEqual(before)
  expect(await contractsNotToCall()).toEqual({ ...contracts, geen_interesse: contracts.geen_interesse + 1 })
  const status = { ids: [contract.id], salesStatus: 'gecanceld' }
  await leads.call('admin', 'POST', '/api/contracts/bulk-update-sales-status', status)
  expect(await contractsNotToCall()).toEqual({ ...contracts, gecanceld: contracts.gecanceld + 1 })

  const { liftDoNotCall } = await import('../known-customers/service.ts')
  const { asSystem } = await import('../platform/actor.ts')
  const { commitAll } = await import('../platform/data/commit.ts')
  await commitAll(asSystem('test'), await liftDoNotCall(phone, 'Belde zelf'), undefined)
  stream.lose()
  const { handler } = await import('../../events/search-mend.ts')
  await runAsFunction('search-mend', () => handler())
  expect(await countsOf('agent')).toEqual({ ...before, new: before.new + 1 })
  expect(await contractsNotToCall()).toEqual(contracts)
  expect((await leads.call('agent', 'GET', `/api/leads/${id}/history`)).body.entries).toHaveLength(1)
  expect(await wrongCounters()).toBe(0)
})
