import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD, twoFactorCodeOf } from '../../proofs/logins.ts'
import { deliverOutbox, readOutboxOf } from '../../testing/outbox.ts'
import { type Person, type PersonOptions, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Bos www.elders.example' })
})
beforeEach(() => world.travel(Date.now() + 5 * 60_000))
afterAll(() => world.stop())

/** Returns the mails that a person received, with each event delivered twice. */
async function mailsTo({ id, email }: Person) {
  for (const _ of [1, 2]) expect(await deliverOutbox(id)).toEqual({ batchItemFailures: [] })
  return (await world.ses.mails()).filter(({ to }) => to.includes(email)).reverse()
}
const asAdmin = () => world.session(admin)
const member = (options: PersonOptions = {}) => world.person({ role: 'agent', teamId: 1, firstName: 'Els', ...options })
const phone = '0475 123456'
const rights = (person: Person, change: object) => ({ role: person.role, phone, ...change })

type Change = (person: Person) => Promise<{ status: number }>
const changes: [string, string, string, Change][] = [
  [
    'their password',
    'Je wachtwoord is gewijzigd',
    'Het wachtwoord van je account is gewijzigd.',
    async ({ id }) =>
      world.call('PATCH', `/api/users/${id}/password`, {
        as: await asAdmin(),
        body: { newPassword: 'Nieuw-paneel-8' },
      }),
  ],
  [
    'their 2FA',
    'Je tweestapsverificatie is gewijzigd',
    'Tweestapsverificatie (2FA) van je account is gereset.',
    async ({ id }) => world.call('POST', `/api/admin/reset-2fa/${id}`, { as: await asAdmin() }),
  ],
  [
    'their role',
    'Je rol of rechten zijn gewijzigd',
    'De rol of de rechten van je account zijn gewijzigd.',
    async (person) =>
      world.call('PUT', `/api/users/${person.id}`, {
        as: await asAdmin(),
        body: rights(person, { role: 'teamleader' }),
      }),
  ],
  [
    'a right of theirs',
    'Je rol of rechten zijn gewijzigd',
    'De rol of de rechten van je account zijn gewijzigd.',
    async (person) =>
      world.call('PUT', `/api/users/${person.id}`, {
        as: await asAdmin(),
        body: rights(person, { hasLeadsAccess: false }),
      }),
  ],
]

describe('the person concerned', () => {
  it.each(changes)('gets one mail about %s, with who did it and no link', async (_, subject, sentence, change) => {
    const person = await member({ password: PASSWORD })
    expect((await change(person)).status).toBe(200)
    const mails = await mailsTo(person)
    expect(mails.map((mail) => mail.subject)).toEqual([subject])
    const [{ text = '', html = '' } = {}] = mails
    for (const part of [text, html]) {
      expect(part).toContain(sentence)
      expect(part).toContain('Dit is gedaan door Anna Bos')
      expect(part).not.toMatch(/https?:|href|www\.elders\.example/)
    }
    expect(text).toMatch(/op 21 november 2026 om \d\d:\d\d/)
  })

  it('gets no mail about other changes: a name, a team, the same rights again', async () => {
    const person = await member()
    for (const change of [{ firstName: 'Elsa' }, { teamId: null }, { hasLeadsAccess: true }]) {
      const body = rights(person, change)
      expect((await world.call('PUT', `/api/users/${person.id}`, { as: await asAdmin(), body })).status).toBe(200)
    }
    expect(await mailsTo(person)).toEqual([])
  })
})

it('a refused change queues no mail', async () => {
  const person = await member({ password: PASSWORD })
  const path = `/api/users/${person.id}/password`
  expect((await world.call('PATCH', path, { as: await asAdmin(), body: { newPassword: 'kort' } })).status).toBe(400)
  expect(await readOutboxOf(person.id)).toEqual([])
})

it('one’s own changes are mailed too: 2FA on, new backup codes, a password, 2FA off', async () => {
  const { person, as, codes, secret } = await createPersonWithTwoFactor(world)
  const post = (path: string, body: object) => world.call('POST', `/api/auth/user/${path}`, { as, body })
  world.travel(Date.now() + 60_000)
  const renewed = await post('2fa-backup-codes', { token: twoFactorCodeOf(secret) })
  expect(renewed.status, renewed.text).toBe(200)
  expect((await post('2fa-disable', { password: PASSWORD, token: renewed.body.backupCodes[0] })).status).toBe(204)
  expect(codes).not.toContain(renewed.body.backupCodes[0])
  const other = await createPersonWithTwoFactor(world)
  const body = { newPassword: 'Nieuw-paneel-8', currentPassword: PASSWORD }
  const path = `/api/users/${other.person.id}/password`
  expect((await world.call('PATCH', path, { as: other.as, body })).status).toBe(200)
  const texts = [...(await mailsTo(person)), ...(await mailsTo(other.person))].map(({ text }) => text)
  expect(texts.map((text) => /account (?:is|zijn) [a-z]+|nieuwe backup codes/.exec(text)?.[0]).sort()).toEqual([
    'account is aangezet',
    'account is aangezet',
    'account is gewijzigd',
    'account is uitgezet',
    'nieuwe backup codes',
  ])
  expect(texts.join()).not.toContain('gedaan door')
})
