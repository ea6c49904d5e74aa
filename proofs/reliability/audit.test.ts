import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'
import { routeAt } from '../proven-routes.ts'
import { auditsIn, differencesOf, followTable, itemsOfEntity } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const text = (value: unknown) => JSON.stringify(value, (_, one) => (one instanceof Set ? [...one] : one))

describe('a successful write', () => {
  it('stores the former and new value of each changed field, and no other', async () => {
    const change = {
      postalCode: '6041 AB',
      notes: 'Nieuw',
      status: 'quote-sent',
      customerName: 'Anders',
      type: 'zakelijk',
    }
    const { send } = await prepareCall(world, cast, routeAt('PATCH /api/appointments/{id}'))
    const before = await followTable()
    expect((await send({ body: change })).status).toBe(200)
    const [row] = auditsIn(differencesOf(before, await followTable()).added)
    expect(row).toMatchObject({
      action: 'appointment.update',
      oldData: { customerName: 'Proef', status: 'scheduled', type: 'particulier' },
      newData: change,
    })
    expect(row?.['oldData']).not.toHaveProperty('customerPhone')
  })

  it('stores no full IBAN and no secret, also from nested fields and texts', async () => {
    const { redact } = await import('../../functions/platform/data/audit.ts')
    const kept = text(
      redact({
        iban: 'NL91ABNA0417164300',
        bankAccount: 'NL91 ABNA 0417 1643 00',
        lines: [{ customerIban: 'NL91ABNA0417164300' }],
        rawRow: { IBAN: 'NL91ABNA0417164300', Klant: 'Proef' },
        notes: 'Rekening nl91 abna 0417 1643 00, bel eerst',
        password: 'geheim-1',
        currentPassword: 'geheim-2',
        nested: {
          apiKeyHash: 'geheim-3',
          sessionId: 'geheim-4',
          twoFactorSecret: 'geheim-5',
          backupCodes: ['geheim-6'],
        },
        postalCode: '6041 AB',
        salesDockId: 'SD-1',
      }),
    )
    expect(kept).not.toMatch(/geheim|0417|ABNA/i)
    expect(kept).toMatch(/6041 AB.*SD-1/)
    expect(kept).toContain('bel eerst')
  })
})

describe('a write that fails', () => {
  it('leaves no audit row', async () => {
    const before = await followTable()
    const as = await sessionFor(world, cast.agent[0])
    for (const [path, body] of [
      ['/api/appointments', { customerName: 'Half' }],
      ['/api/auth/user/session-timeout', { timeoutMinutes: 1 }],
    ] as const) {
      expect((await world.call('POST', path, { as, body })).status).toBe(400)
    }
    const { added } = differencesOf(before, await followTable())
    expect(itemsOfEntity(added, 'audit')).toEqual([])
  })
})
