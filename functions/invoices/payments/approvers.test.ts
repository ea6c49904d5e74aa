import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import type { Person } from '../../../testing/world.ts'

const OLD = 'NL91RABO0315273637'
const NEW = 'NL91ABNA0417164300'
const OTHER = 'NL20INGB0001234567'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

/** Makes a payment file of one invoice as the admin; the file waits for approval. */
async function waiting(): Promise<{ id: string }> {
  const { id } = await world.sent(partner)
  return world.bill('POST', '/payment-files', { invoiceIds: [id], executionDate: '2026-11-24' })
}
const file = (id: string) => world.bill('GET', `/payment-files/${id}/payments`)
/** Returns the headers that name the version of a record. */
const seen = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
/** Calls self-billing as the second admin; returns status and message. */
async function asSecond(method: string, path: string, body?: object, headers = {}) {
  const reply = await world.call('second', method, `/api/self-billing${path}`, body, headers)
  return [reply.status, reply.body?.message ?? null]
}
const notices = async (who: 'admin' | 'second') =>
  (await world.done(who, 'GET', '/api/notifications?limit=100')).map(
    ({ title, text }: Record<string, string>) => `${title} · ${text}`,
  )
/** Makes a payment file and lets an admin try to approve it; returns the file's id and the reply. */
async function tried(by: Person, made: { id: string } | Promise<{ id: string }> = waiting()) {
  const { id } = await made
  const as = await world.world.session(by)
  const headers = seen(await file(id))
  const { body } = await world.world.call('GET', `/api/self-billing/payment-files/${id}/payments`, { as })
  const reply = await world.world.call('POST', `/api/self-billing/payment-files/${id}/approve`, { as, headers })
  return { id, mayApprove: body.mayApprove, answer: [reply.status, reply.body.message ?? null] }
}
const NEW_ADMIN = [
  403,
  'Je mocht nog geen 24 uur goedkeuren toen dit werd gemaakt. Laat een andere beheerder dit doen.',
]
const RESET = [403, 'De maker stelde jouw wachtwoord of 2FA opnieuw in. Laat een andere beheerder dit doen.']

describe('the second pair of eyes (rulings 51b)', () => {
  const put = (id: string, role: string) =>
    world.done('admin', 'PUT', `/api/users/${id}`, { role, phone: '0475 123456' })

  it('was an admin for the day before, whoever made them one', async () => {
    const agent = await world.joined({ role: 'agent', teamId: 1 })
    await world.done('second', 'PUT', `/api/users/${agent.id}`, { role: 'admin', phone: '0475 123456' })
    const { findUser } = await import('../../platform/identity/user.ts')
    const current = async () => (await findUser(agent.id)) as Person
    expect(await tried(await current())).toMatchObject({ mayApprove: false, answer: NEW_ADMIN })
    await put(agent.id, 'agent')
    await put(agent.id, 'admin')
    expect((await tried(await current())).answer).toEqual(NEW_ADMIN)
    const later = await waiting()
    await world.done('admin', 'DELETE', `/api/users/${agent.id}`)
    await world.done('admin', 'POST', `/api/users/${agent.id}/reactivate`)
    expect((await tried(await current(), later)).answer).toEqual(NEW_ADMIN)
    const made = await world.done('admin', 'POST', '/api/users/create-local', {
      ...{ email: 'eigen@example.nl', firstName: 'Eva', lastName: 'Eigen', role: 'admin', password: 'Zonnepaneel-77' },
    })
    const stored = (await findUser(made.id)) as Person
    expect(stored.adminSince).toBe(new Date().toISOString())
  })

  it('was not reset by the maker since the day before', async () => {
    const { findUser } = await import('../../platform/identity/user.ts')
    const resets: ((id: string) => Promise<unknown>)[] = [
      (id) => world.done('admin', 'POST', `/api/admin/reset-2fa/${id}`),
      (id) => world.done('admin', 'PATCH', `/api/users/${id}/password`, { newPassword: 'Zonnepaneel-77' }),
    ]
    for (const reset of resets) {
      const third = await world.joined({ role: 'admin', password: 'Dakpannen-12' })
      const before = await waiting()
      await reset(third.id)
      // A later reset by somebody else does not hide that of the maker.
      await world.done('second', 'POST', `/api/admin/reset-2fa/${third.id}`)
      const { Users } = await import('../../platform/identity/user.ts')
      await Users.patch({ id: third.id }).set({ twoFactorEnabled: true }).remove(['mustChangePassword']).go()
      const current = (await findUser(third.id)) as Person
      expect(await tried(current, before)).toMatchObject({ mayApprove: false, answer: RESET })
      expect((await tried(current)).answer).toEqual(RESET)
    }
  })

  it('is not who makes an admin, or takes one over, and pays as that admin', async () => {
    const { findUser, Users } = await import('../../platform/identity/user.ts')
    const fileOf = async (maker: Person) => {
      const { id: invoiceId } = await world.sent(partner)
      const body = { invoiceIds: [invoiceId], executionDate: '2026-11-24' }
      const as = await world.world.session(maker)
      return (await world.world.call('POST', '/api/self-billing/payment-files', { as, body })).body
    }
    const puppet = await world.joined({ role: 'agent', teamId: 1 })
    await put(puppet.id, 'admin')
    const made = await fileOf((await findUser(puppet.id)) as Person)
    const refused = {
      mayApprove: false,
      answer: [403, 'De maker was nog geen 24 uur beheerder of is het niet meer. Maak dit opnieuw.'],
    }
    expect(await tried(world.people.admin, made)).toMatchObject(refused)
    await world.done('admin', 'DELETE', `/api/users/${puppet.id}`)
    expect(await tried(world.people.admin, made)).toMatchObject(refused)
    const taken = await world.joined({ role: 'admin' })
    await world.done('admin', 'POST', `/api/admin/reset-2fa/${taken.id}`)
    await Users.patch({ id: taken.id }).set({ twoFactorEnabled: true }).go()
    const ordered = await fileOf((await findUser(taken.id)) as Person)
    expect((await tried(world.people.admin, ordered)).answer).toEqual([
      ...[403, 'Jij stelde wachtwoord of 2FA van de maker opnieuw in. Laat een andere beheerder dit doen.'],
    ])
    expect((await tried(world.people.second, ordered)).answer).toEqual([200, null])
  })

  it('is not reset meanwhile', async () => {
    const third = await world.joined({ role: 'admin' })
    const made = await waiting()
    const as = await world.world.session(third)
    await meanwhile(() => world.done('admin', 'POST', `/api/admin/reset-2fa/${third.id}`))
    const path = `/api/self-billing/payment-files/${made.id}/approve`
    expect((await world.world.call('POST', path, { as, headers: { 'if-match': '"1"' } })).status).toBe(401)
    expect((await file(made.id)).state).toBe('waiting')
  })

  it('approves the IBAN that was seen, not one that was swapped meanwhile', async () => {
    const own = await world.partnerOf()
    await world.bill('PATCH', `/partners/${own}`, { bankAccount: NEW })
    const headers = seen(await world.bill('GET', `/partners/${own}`))
    await world.bill('PATCH', `/partners/${own}`, { bankAccount: OTHER })
    const path = `/partners/${own}/approve-bank-account`
    expect((await asSecond('POST', path))[0]).toBe(400)
    expect(await asSecond('POST', path, undefined, headers)).toEqual([409, expect.any(String)])
    expect(await world.bill('GET', `/partners/${own}`)).toMatchObject({ bankAccount: OLD, pendingBankAccount: OTHER })
  })

  it('is a day late where the others were deactivated or demoted', async () => {
    const { Rosters } = await import('../../people/roster.ts')
    const leavers = [await world.joined({ role: 'admin' }), await world.joined({ role: 'admin' })]
    const left = async () => (await Rosters.get({ name: 'admins' }).go()).data?.leftAt
    const [one, two] = leavers.map(({ id }) => `/api/users/${id}`) as [string, string]
    for (const leave of [
      () => world.done('admin', 'DELETE', one),
      () => world.done('admin', 'PUT', two, { role: 'agent', phone: '0475 123456' }),
    ]) {
      await Rosters.patch({ name: 'admins' }).remove(['leftAt']).go()
      await leave()
      expect(await left()).toBe('2026-11-23T09:00:00.000Z')
    }
  })
})

describe('a stand-in (rulings 51b)', () => {
  const DAY_AGO = '2026-11-22T09:00:00.000Z'
  const standIn = { proposedBy: 'a', proposedAt: DAY_AGO, approvedBy: 'b', approvedAt: DAY_AGO }
  const settled = () => world.joined({ role: 'caller', teamId: 1, standIn })
  // The stand-ins of a test do not count in the next one.
  afterEach(async () => {
    await (await import('../../people/roster.ts')).Rosters.put({ name: 'stand-ins', members: 0 }).go()
  })
  /** Names a stand-in as an admin; returns status and message. */
  async function name(who: 'admin' | 'second', method: string, { id }: Person, step = '', headers = {}) {
    const reply = await world.call(who, method, `/api/users/${id}/payment-approver${step}`, undefined, headers)
    return [reply.status, reply.body?.message ?? null]
  }
  const current = async ({ id }: Person) =>
    (await (await import('../../platform/identity/user.ts')).findUser(id)) as Person
  const callAs = async (person: Person, method: string, path: string, more = {}) =>
    world.world.call(method, path, { as: await world.world.session(person), ...more })

  it('is named by two admins, which all are told, and counts a day later', async () => {
    const person = await world.joined({ role: 'caller', teamId: 1, firstName: 'Sam', lastName: 'Staan' })
    const as = await world.world.session(person)
    expect(await name('admin', 'POST', person)).toEqual([200, null])
    expect((await world.world.call('GET', '/api/auth/user', { as })).body.paymentApprover).toBe(false)
    const { work } = await world.done('second', 'GET', '/api/my-day')
    expect(work).toContainEqual(expect.objectContaining({ kind: 'standIn', count: 1 }))
    expect(await notices('second')).toContainEqual(expect.stringMatching(/^Sam Staan: voorgesteld als plaatsvervanger/))
    const own = seen(await current(person))
    expect(await name('admin', 'POST', person, '/approve', own)).toEqual([
      ...[403, 'Een andere beheerder keurt jouw voorstel goed'],
    ])
    expect((await name('second', 'POST', person, '/approve'))[0]).toBe(400)
    expect((await tried(await current(person))).answer[0]).toBe(403)
    expect(await name('second', 'POST', person, '/approve', own)).toEqual([200, null])
    expect(await notices('admin')).toContainEqual(expect.stringMatching(/^Sam Staan: plaatsvervanger · /))
    expect((await world.world.call('GET', '/api/auth/user', { as })).status).toBe(401)
    const named = await current(person)
    expect((await callAs(named, 'GET', '/api/auth/user')).body).toMatchObject({
      ...{ paymentApprover: true, approvesFrom: '2026-11-24T09:00:00.000Z' },
    })
    // What the stand-in may do, why, from when and until when.
    await deliverOutbox(person.id)
    const [told] = (await world.world.ses.mails()).filter(({ to }) => to.includes(person.email))
    expect(told?.text).toMatch(
      /je keurt betalingen .* goed\. Zo wordt er betaald als .* vanaf 24 november 2026 om 10:00 .* Een beheerder beëindigt dit\./,
    )
    expect(await tried(named)).toMatchObject({ mayApprove: false, answer: NEW_ADMIN })
    const { Users } = await import('../../platform/identity/user.ts')
    await Users.patch({ id: person.id }).set({ standIn }).go()
    expect(await tried(await current(person))).toMatchObject({ mayApprove: true, answer: [200, null] })
  })

  it('approves files, payments and IBANs and sees them whole; changes and rejects nothing', async () => {
    const person = await settled()
    const { id } = await waiting()
    const { id: invoiceId } = await world.sent(partner)
    await world.bill('PATCH', `/invoices/${invoiceId}/status`, { status: 'betaald' })
    const own = await world.partnerOf()
    await world.bill('PATCH', `/partners/${own}`, { bankAccount: NEW })
    const { body: day } = await callAs(person, 'GET', '/api/my-day')
    const waits = day.work.map((one: { kind: string; id: string }) => [one.kind, one.id])
    expect(waits.map(([kind]: string[]) => kind)).toContain('approveFile')
    expect(waits).toContainEqual(['approvePayment', invoiceId])
    expect(waits).toContainEqual(['approveAccount', own])
    const { body: told } = await callAs(person, 'GET', '/api/notifications?limit=100')
    const kinds = told.map((one: { kind: string; subject: string }) => [one.kind, one.subject])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['payment-waits', invoiceId],
        ['bank-account-waits', own],
      ]),
    )
    const shown = await callAs(person, 'GET', `/api/self-billing/invoices/${invoiceId}`)
    expect(shown.body).toMatchObject({
      partner: { bankAccount: OLD },
      pendingPayment: { mayApprove: true },
      notes: null,
    })
    const reject = { body: { reason: 'Nee' } }
    for (const path of [`waiting-payments/${invoiceId}/reject`, `partners/${own}/reject-bank-account`])
      expect((await callAs(person, 'POST', `/api/self-billing/${path}`, reject)).status, path).toBe(403)
    expect((await callAs(person, 'POST', `/api/self-billing/payment-files/${id}/withdraw`, reject)).status).toBe(403)
    expect((await callAs(person, 'GET', `/api/self-billing/payment-files/${id}`)).status).toBe(403)
    const partnerSeen = (await callAs(person, 'GET', `/api/self-billing/partners/${own}`)).body
    for (const [path, headers] of [
      [`payment-files/${id}/approve`, seen(await file(id))],
      [`waiting-payments/${invoiceId}/approve`, seen(shown.body)],
      [`partners/${own}/approve-bank-account`, seen(partnerSeen)],
    ] as const) {
      expect((await callAs(person, 'POST', `/api/self-billing/${path}`)).status, path).toBe(400)
      expect((await callAs(person, 'POST', `/api/self-billing/${path}`, { headers })).status, path).toBe(200)
    }
    expect(await world.invoice(invoiceId)).toMatchObject({ status: 'betaald', pendingPayment: null })
    expect(await world.bill('GET', `/partners/${own}`)).toMatchObject({ bankAccount: NEW, pendingBankAccount: null })
  })

  it('approves nothing when reset by the maker, or paid by a partner', async () => {
    const reset = await settled()
    await world.done('admin', 'PATCH', `/api/users/${reset.id}/password`, { newPassword: 'Zonnepaneel-77' })
    const { Users } = await import('../../platform/identity/user.ts')
    await Users.patch({ id: reset.id }).set({ twoFactorEnabled: true }).remove(['mustChangePassword']).go()
    expect(await tried(await current(reset))).toMatchObject({ mayApprove: false, answer: RESET })
    const paid = await settled()
    await world.partnerOf(paid.id)
    expect(await tried(paid)).toMatchObject({
      mayApprove: false,
      answer: [403, 'Je wordt via een partner betaald. Laat een beheerder dit doen.'],
    })
    expect((await callAs(paid, 'GET', '/api/my-day')).body.work).toEqual([])
  })

  it('is ended by one admin, at once, also while approving', async () => {
    const person = await settled()
    const made = await waiting()
    const as = await world.world.session(person)
    await meanwhile(() => world.done('admin', 'DELETE', `/api/users/${person.id}/payment-approver`))
    const path = `/api/self-billing/payment-files/${made.id}/approve`
    expect((await world.world.call('POST', path, { as, headers: { 'if-match': '"1"' } })).status).toBe(401)
    expect((await file(made.id)).state).toBe('waiting')
    expect((await callAs(await current(person), 'GET', '/api/self-billing/payment-files')).status).toBe(403)
    expect((await name('admin', 'DELETE', person))[0]).toBe(409)
  })

  it('ends with a deactivation and as an admin; a proposal that is taken back is not approved', async () => {
    const [left, raised, proposed] = [
      await settled(),
      await settled(),
      await world.joined({ role: 'agent', teamId: 1 }),
    ]
    await world.done('admin', 'DELETE', `/api/users/${left.id}`)
    await world.done('second', 'POST', `/api/users/${left.id}/reactivate`)
    await world.done('admin', 'PUT', `/api/users/${raised.id}`, { role: 'admin' })
    await world.done('admin', 'PUT', `/api/users/${raised.id}`, { role: 'caller' })
    for (const person of [left, raised]) expect((await current(person)).standIn).toBeUndefined()
    await name('admin', 'POST', proposed)
    const headers = seen(await current(proposed))
    await meanwhile(() => world.done('admin', 'DELETE', `/api/users/${proposed.id}/payment-approver`))
    expect((await name('second', 'POST', proposed, '/approve', headers))[0]).toBe(409)
    expect((await current(proposed)).standIn).toBeUndefined()
  })

  it('is one of three at most, proposed by one of two admins or more', async () => {
    const { Rosters } = await import('../../people/roster.ts')
    const [third, fourth] = [await world.joined({ role: 'agent', teamId: 1 }), await world.joined({ role: 'agent' })]
    await Rosters.put({ name: 'stand-ins', members: 2 }).go()
    await meanwhile(() => world.done('second', 'POST', `/api/users/${third.id}/payment-approver`))
    expect(await name('admin', 'POST', fourth)).toEqual([
      ...[409, 'Er zijn al 3 plaatsvervangers. Beëindig er eerst een.'],
    ])
    await world.done('admin', 'DELETE', `/api/users/${third.id}/payment-approver`)
    expect((await name('admin', 'POST', world.people.second))[0]).toBe(409)
    const waits = await world.joined({ role: 'agent' })
    await name('admin', 'POST', waits)
    const { data } = await Rosters.get({ name: 'admins' }).go()
    await Rosters.put({ name: 'admins', members: 1 }).go()
    expect(await name('admin', 'POST', fourth)).toEqual([
      ...[409, 'Twee beheerders wijzen een plaatsvervanger aan. Jij bent de enige.'],
    ])
    // Also the only admin who is left does not approve their own proposal.
    expect((await name('admin', 'POST', waits, '/approve', seen(await current(waits))))[0]).toBe(403)
    await Rosters.put({ name: 'admins', members: data?.members ?? 3 }).go()
  })
})

describe('a payment by hand (rulings 51b)', () => {
  const step = (id: string, more: object = {}) =>
    world.bill('PATCH', `/invoices/${id}/status`, { status: 'betaald', ...more })
  const path = (id: string) => `/waiting-payments/${id}`
  const approve = async (id: string) =>
    asSecond('POST', `${path(id)}/approve`, undefined, seen(await world.invoice(id)))

  it('waits for a second admin, who sees it in Mijn dag; never its maker', async () => {
    const { id, invoiceNumber } = await world.sent(partner)
    const asked = await step(id, { paymentDate: '2026-11-20', reason: 'Met de zakelijke pas betaald' })
    expect(asked).toMatchObject({
      ...{ status: 'in_behandeling', openAmount: 121, paidAmount: 0 },
      pendingPayment: {
        ...{ amount: 121, date: '2026-11-20', iban: null, mayApprove: false },
        ...{ reason: 'Met de zakelijke pas betaald', by: { firstName: 'Ada' } },
      },
    })
    expect(await world.tryBill('PATCH', `/invoices/${id}/status`, { status: 'betaald' })).toEqual([
      ...[409, 'Er wacht al een betaling op een andere beheerder'],
    ])
    const { work } = await world.done('second', 'GET', '/api/my-day')
    expect(work).toContainEqual(expect.objectContaining({ kind: 'approvePayment', id, amount: 121 }))
    expect(await notices('second')).toContainEqual(expect.stringMatching(`^Betaling wacht .*${invoiceNumber}`))
    const own = await world.call('admin', 'POST', `/api/self-billing${path(id)}/approve`, undefined, seen(asked))
    expect([own.status, own.body.message]).toEqual([403, 'Een andere beheerder keurt jouw betaling goed'])
    expect((await asSecond('POST', `${path(id)}/approve`))[0]).toBe(400)
    expect(await approve(id)).toEqual([200, null])
    expect(await world.invoice(id)).toMatchObject({
      ...{ status: 'betaald', paymentDate: '2026-11-20', openAmount: 0, pendingPayment: null },
    })
    expect(await notices('admin')).toContainEqual(expect.stringMatching(`^Betaling van ${invoiceNumber} goedgekeurd`))
    expect(await approve(id)).toEqual([409, 'Bij deze factuur wacht geen betaling op goedkeuring'])
    const day = await world.done('second', 'GET', '/api/my-day')
    expect(day.work.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  it('pays the part that was entered; is rejected with a reason and withdrawn without', async () => {
    const { id } = await world.sent(partner)
    await step(id, { partAmount: 21 })
    expect(await approve(id)).toEqual([200, null])
    expect(await world.invoice(id)).toMatchObject({ status: 'in_behandeling', openAmount: 100, paidAmount: 21 })
    await step(id)
    expect((await asSecond('POST', `${path(id)}/reject`, {}))[0]).toBe(400)
    expect(await asSecond('POST', `${path(id)}/reject`, { reason: 'Niet gezien' })).toEqual([200, null])
    expect(await notices('admin')).toContainEqual(expect.stringMatching(/ afgekeurd · .*Niet gezien$/))
    await step(id)
    expect((await world.tryBill('POST', `${path(id)}/reject`, {}))[0]).toBe(200)
    expect(await world.invoice(id)).toMatchObject({ openAmount: 100, pendingPayment: null })
  })

  it('is not paid when it is withdrawn meanwhile, nor when the invoice is paid otherwise', async () => {
    const { id } = await world.sent(partner)
    await step(id)
    const headers = seen(await world.invoice(id))
    await meanwhile(() => world.bill('POST', `${path(id)}/reject`, {}))
    expect((await asSecond('POST', `${path(id)}/approve`, undefined, headers))[0]).toBe(409)
    expect(await world.invoice(id)).toMatchObject({ status: 'in_behandeling', pendingPayment: null })
  })

  it('that an approved payment file orders does not wait', async () => {
    const { id: invoiceId } = await world.sent(partner)
    const body = { invoiceIds: [invoiceId], executionDate: '2026-11-24' }
    await world.approveFile((await world.bill('POST', '/payment-files', body)).id)
    expect(await step(invoiceId)).toMatchObject({ status: 'betaald', pendingPayment: null })
  })

  it('of the only admin does not wait, unless a second one comes meanwhile', async () => {
    const { Rosters } = await import('../../people/roster.ts')
    const [one, two] = [await world.sent(partner), await world.sent(partner)]
    await Rosters.put({ name: 'admins', members: 1 }).go()
    expect(await step(one.id)).toMatchObject({ status: 'betaald', pendingPayment: null })
    await meanwhile(() => world.joined({ role: 'admin' }))
    expect(await step(two.id)).toMatchObject({ status: 'in_behandeling', pendingPayment: { amount: 121 } })
    await Rosters.put({ name: 'admins', members: 3 }).go()
  })
})
