import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPersonWithTwoFactor, login, PASSWORD } from '../../../proofs/logins.ts'
import { auditsIn, itemsOfEntity, readRawTable } from '../../../proofs/raw-table.ts'
import { type MortalProxies, startMortalProxies } from '../../../testing/database/mortal-proxy.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { type Answer, type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let proxies: MortalProxies
beforeAll(async () => {
  loadOwnModules()
  world = await startWorld()
  proxies = await startMortalProxies()
  await world.team(1)
  admin = await world.person({ role: 'admin' })
})
afterAll(async () => {
  await proxies.close()
  await world.stop()
})

/** Travels past the hour after which remains of a creation are removed. */
const later = () => world.travel(Date.now() + 61 * 60_000)
const usersNow = async () => itemsOfEntity(await readRawTable(), 'user')
const account = (id: string) => world.cognito.users().find(({ username }) => username === id)

async function reconcile() {
  const { reconcileIdentities } = await import('./identity-sync.ts')
  return runAsFunction('identity-sync', () => reconcileIdentities())
}

/** Asserts that Cognito matches the rows and that nothing is left behind. */
async function expectAgreement() {
  const rows = await readRawTable()
  const users = new Map(itemsOfEntity(rows, 'user').map((row) => [String(row['id']), row]))
  for (const { username, enabled, mfaEnabled } of world.cognito.users()) {
    const row = users.get(username)
    expect([enabled, mfaEnabled], username).toEqual([row?.['isActive'], row?.['twoFactorEnabled']])
  }
  const addresses = itemsOfEntity(rows, 'unique')
  expect(addresses.filter((one) => one['reservedAt'] !== undefined)).toEqual([])
  for (const one of addresses) expect(users.has(String(one['ownerId']))).toBe(true)
  const active = [...users.values()].filter((row) => row['isActive'])
  const rosters = new Map(itemsOfEntity(rows, 'roster').map((row) => [row['name'], row['members']]))
  expect(rosters.get('admins')).toBe(active.filter((row) => row['role'] === 'admin').length)
  expect(rosters.get('team#1')).toBe(active.filter((row) => row['teamId'] === 1).length)
}

/** Makes a call that is killed after 0, 1, 2 … writes, until one completes; `check` runs after each. */
async function killedEverywhere(
  prepare: () => Promise<{ send: () => Promise<Answer>; check: (finished: boolean, answer: Answer) => Promise<void> }>,
): Promise<number> {
  for (let writes = 0; ; writes++) {
    const { send, check } = await prepare()
    proxies.dieAfter(writes)
    const answer = await send()
    const killed = proxies.revive()
    if (killed) expect(answer.status).toBe(500)
    await check(!killed, answer)
    if (!killed) return writes
  }
}

describe('work that is killed between two steps', () => {
  it('of a creation gives nobody access; the address is free again within minutes, the rest by night', async () => {
    let number = 0
    const kills = await killedEverywhere(async () => {
      const email = `kapot${++number}@example.nl`
      const body = { email, password: PASSWORD, firstName: 'Kap', lastName: 'Ot', role: 'caller', teamId: 1 }
      const create = async () => world.call('POST', '/api/users/create-local', { as: await world.session(admin), body })
      const as = await world.session(admin)
      return {
        send: () => world.call('POST', '/api/users/create-local', { as, body }),
        check: async (finished) => {
          const entered = await login(world, { email })
          expect(entered.status).toBe(finished ? 200 : 401)
          if (number % 2 === 0) {
            // The admin sends the same form again by hand, a few minutes later.
            world.travel(Date.now() + 5 * 60_000 + 1)
            expect((await create()).status).toBe(finished ? 409 : 201)
            later()
            await reconcile()
          } else {
            later()
            await reconcile()
            expect((await create()).status).toBe(finished ? 409 : 201)
          }
          expect((await usersNow()).filter((row) => row['email'] === email)).toHaveLength(1)
          await expectAgreement()
        },
      }
    })
    expect(kills).toBeGreaterThanOrEqual(5)
  })

  it('of a creation continues when the same request is repeated', async () => {
    let number = 0
    await killedEverywhere(async () => {
      const email = `opnieuw${++number}@example.nl`
      const body = { email, password: PASSWORD, firstName: 'Op', lastName: 'Nieuw', role: 'caller', teamId: 1 }
      const headers = { 'idempotency-key': `opnieuw-${number}` }
      const as = await world.session(admin)
      const send = () => world.call('POST', '/api/users/create-local', { as, body, headers })
      return {
        send,
        check: async () => {
          const again = await send()
          expect([again.status, (await send()).text]).toEqual([201, again.text])
          expect(account(again.body.id)).toBeDefined()
        },
      }
    })
    later()
    expect((await reconcile()).removed).toBe(0)
    await expectAgreement()
  })

  const changes: [string, (id: string) => [string, string, object?], 'isActive' | 'twoFactorEnabled' | null][] = [
    ['deactivation', (id) => ['DELETE', `/api/users/${id}`], 'isActive'],
    ['2FA reset', (id) => ['POST', `/api/admin/reset-2fa/${id}`], 'twoFactorEnabled'],
    ['password change', (id) => ['PATCH', `/api/users/${id}/password`, { newPassword: 'Nieuwe-fiets-12' }], null],
  ]

  it.each(changes)('of a %s is not done, or ends every session at once and is finished later', async (_, of, power) => {
    const kills = await killedEverywhere(async () => {
      const { person, as } = await createPersonWithTwoFactor(world)
      const [method, path, body] = of(person.id)
      const asAdmin = await world.session(admin)
      return {
        send: () => world.call(method, path, { as: asAdmin, ...(body ? { body } : {}) }),
        check: async (finished) => {
          const row = (await usersNow()).find((one) => one['id'] === person.id)
          const isDone = Number(row?.['sessionEpoch']) > 2
          if (finished) expect(isDone).toBe(true)
          expect((await world.call('GET', '/api/appointments', { as })).status).toBe(isDone ? 401 : 200)
          if (power) expect(row?.[power]).toBe(!isDone)
          await reconcile()
          await expectAgreement()
        },
      }
    })
    expect(kills).toBeGreaterThanOrEqual(2)
  })

  it('of the reconciler is done by the next night, and every step is in the audit', async () => {
    const { enabled, disabled, orphan } = await mess()
    for (let writes = 0; ; writes++) {
      proxies.dieAfter(writes)
      await reconcile().catch(() => undefined)
      if (!proxies.revive()) break
    }
    await expectAgreement()
    expect([account(enabled)?.enabled, account(disabled)?.enabled, account(orphan)]).toEqual([true, false, undefined])
    const actions = auditsIn(await readRawTable())
      .filter((row) => row['userId'] === 'system:identity-sync')
      .map((row) => `${row['action']} ${row['entityId']}`)
    expect(actions).toContain(`user.identity-enable ${enabled}`)
    expect(actions).toContain(`user.identity-disable ${disabled}`)
    expect(actions).toContain(`user.identity-remove ${orphan}`)
    expect(await reconcile()).toMatchObject({ mended: 0, removed: 0 })
  })

  /**
   * Creates an account that Cognito wrongly shuts out and one that it wrongly lets in, credentials without a row, an
   * address without a person and a wrong roster.
   */
  async function mess() {
    const { createCredentials, setAccountEnabled } = await import('../../platform/aws/identity.ts')
    const { reserveValue } = await import('../../platform/data/unique.ts')
    const { Rosters } = await import('../roster.ts')
    const enabled = (await world.person({ password: PASSWORD, twoFactorEnabled: false })).id
    await setAccountEnabled(enabled, false)
    const disabled = (await world.person({ isActive: false, password: PASSWORD, twoFactorEnabled: false })).id
    const orphan: string = crypto.randomUUID()
    await createCredentials(orphan, PASSWORD)
    await reserveValue('email', 'wees@example.nl', orphan)
    await Rosters.update({ name: 'team#1' }).add({ members: 5 }).go()
    later()
    return { enabled, disabled, orphan }
  }
})
