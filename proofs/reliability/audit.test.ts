import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditLog } from '../../shared/contract/admin.ts'
import { type Answer, startWorld, type World } from '../../testing/world.ts'
import { findRawParts } from '../audit-words.ts'
import { type Cast, makeCast, PARTNER, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { isAboutRecord, isProven, routeAt, writeRoutes } from '../proven-routes.ts'
import { auditsIn, countWrites, differencesOf, followTable, itemsOfEntity } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  // Some writes need the approval of a second admin. A sole admin may make them alone, but that adds an extra audit
  // row. So this test has two admins.
  await world.person({ role: 'admin' })
})
afterAll(() => world.stop())

const USER_AGENT = 'Proef/1.0 (audit)'
const IP = '198.51.100.200'
const text = (value: unknown) => JSON.stringify(value, (_, one) => (one instanceof Set ? [...one] : one))

/** Returns the person or partner who must be in the audit row; null where only the reply names the person. */
function actorOf(route: (typeof writeRoutes)[number], personId: string): string | null {
  if (route.endpoint.allow !== 'public' || !isAboutRecord(route)) return personId
  // Public writes about a record come from a link: of an invitation, or of a partner, who has no account.
  return route.endpoint.path.startsWith('/api/invitations/') ? null : `partner:${PARTNER}`
}

describe('every successful write', () => {
  it('leaves one audit row for each record: who, what, address and browser, without secrets', async () => {
    const wrong: string[] = []
    for (const route of writeRoutes.filter(({ endpoint }) => !endpoint.writesNothing)) {
      const { person, secrets, send } = await prepareCall(world, cast, route, { full: true })
      const by = actorOf(route, person.id)
      const before = await followTable()
      const reply = await send({ headers: { 'user-agent': USER_AGENT }, ip: IP })
      const after = await followTable()
      const { added, changed } = differencesOf(before, after)
      const rows = auditsIn(added)
      const say = (what: string) => wrong.push(`${route.key} (${reply.status} ${reply.text.slice(0, 200)}): ${what}`)
      if (reply.status >= 300) {
        say('did not succeed')
        continue
      }
      const about = new Set(rows.map((row) => `${row['entityType']} ${row['entityId']}`))
      if (countWrites(added) !== 1 || about.size !== rows.length)
        say(`${rows.length} audit rows of ${about.size} records`)
      if (auditsIn(changed.map((one) => one.after)).length > 0) say('changed an audit row')
      for (const row of rows) {
        if (row['userId'] !== (by ?? reply.body.id)) say(`says ${row['userId']} did it`)
        if (row['ipAddress'] !== IP) say(`says it came from ${row['ipAddress']}`)
        if (row['userAgent'] !== USER_AGENT) say(`says it was ${row['userAgent']}`)
        if (!/^[\w-]+\.[\w-]+$/.test(String(row['action']))) say(`calls it ${row['action']}`)
        if (!row['entityType'] || !row['entityId'] || !row['requestId'] || !row['createdAt']) say('says not what')
        const found = [...secrets, ...secretsIn(reply.body)].filter((secret) => text(row)?.includes(secret))
        if (found.length > 0) say(`holds ${found}`)
      }
    }
    reportFigure('audit', 'one row per write, complete and without secrets', wrong.length, 0, wrong)
  })

  it('is shown in Dutch words: record, action, fields and values', async () => {
    const as = await sessionFor(world, cast.admin)
    const wrong = new Set<string>()
    const kinds = new Set<string>()
    let url: string | undefined = '/api/audit-logs?limit=500'
    while (url) {
      const { body, headers }: Answer = await world.call('GET', url, { as })
      for (const log of body as AuditLog[]) {
        kinds.add(log.entityType)
        for (const one of findRawParts(log)) wrong.add(one)
      }
      url = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1]
    }
    expect(kinds).toContain('appointment')
    if (isProven(routeAt('POST /api/self-billing/invoices'))) expect(kinds).toContain('invoice')
    reportFigure('audit words', 'nothing is shown as it is stored', wrong.size, 0, [...wrong])
  })

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

const secretsIn = (body: Record<string, unknown> | undefined) =>
  ['sessionId', 'manualSecret', 'backupCodes', 'apiKey'].flatMap((name) => {
    const value = body?.[name]
    return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]
  })
