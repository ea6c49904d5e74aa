import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareAppointmentMails } from '../../../testing/appointment-mails.ts'
import { type MortalProxies, startMortalProxies } from '../../../testing/database/mortal-proxy.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

const NOW = '2026-11-21T09:00:00Z'

let world: World
let proxies: MortalProxies
let caller: string
let agent: Person

beforeAll(async () => {
  loadOwnModules()
  world = await startWorld({ now: NOW })
  proxies = await startMortalProxies()
  await world.team(1)
  agent = await world.person({ role: 'agent', teamId: 1 })
  caller = await world.session(await world.person({ role: 'caller', teamId: 1 }))
  mails = prepareAppointmentMails(world, () => ({ session: caller, agentId: agent.id }))
})
afterAll(async () => {
  await proxies.close()
  await world.stop()
})

/** Functions that book appointments and read the mails about them, made in `beforeAll`. */
let mails: ReturnType<typeof prepareAppointmentMails>
const book = async (to: string) => (await mails.book({ customerEmail: to })).id
const sentTo = async (to: string) => (await mails.mailsTo(to)).length

/**
 * Number of database writes that sending a mail takes: the limit of the actor, the limit of the recipient, the claim of
 * the mail, and its result.
 */
const WRITES = 4

it.each([0, 1, 2, 3, 4])('a sender killed after %i writes never leads to a second mail', async (writes) => {
  const to = `dood-${writes}@klant.example`
  const id = await book(to)
  proxies.dieAfter(writes)
  const failed = (await mails.deliver(id)).batchItemFailures.length
  expect(proxies.revive()).toBe(writes < WRITES)
  expect(failed).toBe(writes < WRITES ? 1 : 0)
  for (let time = 0; time < 3; time++) expect((await mails.deliver(id)).batchItemFailures).toEqual([])
  expect(await sentTo(to)).toBe(1)
  // When the crash comes after the provider's answer and before that answer is stored, the result stays unknown. The
  // mail is then not sent again.
  expect((await mails.itemsOf(id)).map(({ state }) => state)).toEqual([writes === WRITES - 1 ? 'unknown' : 'sent'])
})

it('reminders of an interrupted run are queued once by the next run', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => book(`${name}@herinnering.example`)))
  const { queueReminders } = await import('./reminders.ts')
  world.travel('2026-11-23T10:00:00Z')
  proxies.dieAfter(1)
  await expect(queueReminders()).rejects.toThrow()
  expect(proxies.revive()).toBe(true)
  await Promise.all([queueReminders(), queueReminders()])
  expect(await queueReminders()).toEqual({ queued: 0 })
  for (const id of ids) {
    const reminders = (await mails.itemsOf(id)).filter(({ kind }) => kind === 'appointment-reminder')
    expect(reminders).toHaveLength(1)
  }
})
