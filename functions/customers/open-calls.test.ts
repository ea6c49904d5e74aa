import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLeadsWorld } from '../../testing/worlds/leads.ts'

let leads: Awaited<ReturnType<typeof startLeadsWorld>>
beforeAll(async () => {
  leads = await startLeadsWorld()
})
afterAll(() => leads.world.stop())

type Who = Parameters<typeof leads.call>[0]

const ask = async (who: Who, number: string, query = '') => {
  const reply = await leads.call(who, 'GET', `/api/numbers/${encodeURIComponent(number)}/may-call${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.calledBy
}
const open = (who: Who, number: string) => ask(who, number, '?opens=true')

it('says who opened a number before, by name within reach, until they open another or minutes pass', async () => {
  const [number, another] = ['06 71000001', '06 71000002']
  expect(await open('agent', number)).toBeNull()
  leads.world.travel('2026-11-23T09:01:00.000Z')
  expect(await ask('other', number)).toBeNull()
  expect(await open('other', number)).toEqual({ firstName: 'Bo' })
  leads.world.travel('2026-11-23T09:02:00.000Z')
  expect(await open('elsewhere', number)).toEqual({ firstName: null })
  expect(await open('agent', number)).toBeNull()

  expect(await open('agent', another)).toBeNull()
  expect(await open('other', number)).toBeNull()
  expect(await open('agent', number)).toEqual({ firstName: expect.any(String) })
  leads.world.travel('2026-11-23T09:08:00.000Z')
  expect(await open('caller', number)).toBeNull()
})

it('tells at least one of two people who open a number at once', async () => {
  const told = await Promise.all([open('agent', '06 71000003'), open('other', '06 71000003')])
  expect(told.some((one) => one !== null)).toBe(true)
})
