import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { textsIn } from '../../../testing/read-xml.ts'

const OLD = 'NL91RABO0315273637'
const NEW = 'NL91ABNA0417164300'
const OTHER = 'NL20INGB0001234567'
const refused = [409, expect.any(String)]

let world: MoneyWorld
let partner: string
let second: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
  second = await world.world.session(world.people.second)
})
afterAll(() => world.stop())

/** Calls self-billing as the second admin; returns status and message. */
async function asSecond(method: string, path: string, body?: object, headers = {}) {
  const reply = await world.call('second', method, `/api/self-billing${path}`, body, headers)
  return [reply.status, reply.body?.message ?? null]
}
const order = (...invoiceIds: string[]) => ({ invoiceIds, executionDate: '2026-11-24' })
/** Makes a payment file of one invoice; the file waits for approval. Returns both ids. */
async function waiting(of = partner) {
  const { id: invoiceId } = await world.sent(of)
  const { id, state } = await world.bill('POST', '/payment-files', order(invoiceId))
  expect(state).toBe('waiting')
  return { id: id as string, invoiceId: invoiceId as string }
}
const file = (id: string) => world.bill('GET', `/payment-files/${id}/payments`)
const download = (id: string) => world.tryBill('GET', `/payment-files/${id}`)
/** Returns the headers that name the version of a record. */
const seen = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` })
const approve = async (id: string) => asSecond('POST', `/payment-files/${id}/approve`, undefined, seen(await file(id)))
const enter = (id: string, bankAccount: string) => world.bill('PATCH', `/partners/${id}`, { bankAccount })
const approveAccount = async (id: string) =>
  asSecond('POST', `/partners/${id}/approve-bank-account`, undefined, seen(await readPartner(id)))
const readPartner = (id: string) => world.bill('GET', `/partners/${id}`)
/** Lets the maker approve a payment file or IBAN of their own; returns status and message. */
async function ownApproval(path: string, approval: 'approve' | 'approve-bank-account') {
  const shown = await world.bill('GET', approval === 'approve' ? `${path}/payments` : path)
  const reply = await world.call('admin', 'POST', `/api/self-billing${path}/${approval}`, undefined, seen(shown))
  return [reply.status, reply.body?.message ?? null]
}
/** Returns the notifications of an admin with their kinds. */
async function notificationsOf(who: 'admin' | 'second'): Promise<string[]> {
  const all = await world.done(who, 'GET', '/api/notifications?limit=100')
  return all.map(({ kind, title, text }: Record<string, string>) => `${kind}: ${title} · ${text}`)
}
async function auditOf(entityType: string, entityId: string): Promise<string[]> {
  const { AuditLogs } = await import('../../platform/data/audit.ts')
  const { data } = await AuditLogs.query.byEntity({ entityType, entityId }).go()
  return data.map(({ action }) => action)
}

describe('a payment file', () => {
  it('goes to the bank once another admin approved it, never by its maker', async () => {
    const { id } = await waiting()
    expect(await download(id)).toEqual([409, 'Dit betaalbestand wacht op goedkeuring van een andere beheerder'])
    expect(await ownApproval(`/payment-files/${id}`, 'approve')).toEqual([
      403,
      'Een andere beheerder keurt jouw betaalbestand goed',
    ])
    expect((await file(id)).mayApprove).toBe(false)
    expect(await approve(id)).toEqual([200, null])
    expect((await download(id))[0]).toBe(200)
    expect(await file(id)).toMatchObject({ state: 'open', approvedBy: { firstName: 'Bea' }, refusal: null })
    expect(await approve(id)).toEqual([409, 'Dit betaalbestand heeft geen goedkeuring meer nodig'])
    expect(await auditOf('payment-file', id)).toEqual(expect.arrayContaining(['payment-file.approve']))
    expect(await notificationsOf('admin')).toContainEqual(
      expect.stringMatching(
        /^payment-file-decided: Betaalbestand goedgekeurd · 1 factuur · .*121,00 · voor 24-11-2026 · door Bea Beheer$/,
      ),
    )
  })

  it('is rejected with a reason, which its maker sees; its invoices may be paid by another', async () => {
    const { id, invoiceId } = await waiting()
    const without = await world.call('second', 'POST', `/api/self-billing/payment-files/${id}/withdraw`, {})
    expect([without.status, without.body.errors.reason]).toEqual([400, ['Vul in waarom je het betaalbestand afkeurt']])
    expect(await asSecond('POST', `/payment-files/${id}/withdraw`, { reason: 'Dubbel' })).toEqual([200, null])
    expect(await file(id)).toMatchObject({ state: 'rejected', reason: 'Dubbel', withdrawnBy: { firstName: 'Bea' } })
    expect(await notificationsOf('admin')).toContainEqual(
      expect.stringMatching(/^payment-file-decided: Betaalbestand afgekeurd · .* · Dubbel$/),
    )
    expect(await download(id)).toEqual([409, 'Dit betaalbestand is afgekeurd'])
    expect(await approve(id)).toEqual([409, 'Dit betaalbestand is afgekeurd'])
    expect(await world.bill('POST', '/payment-files', order(invoiceId))).toMatchObject({ count: 1, leftOut: [] })
  })

  it('is refused once a part of an invoice was paid beside it, as it would pay that part twice', async () => {
    const { id, invoiceId } = await waiting()
    await world.bill('PATCH', `/invoices/${invoiceId}/status`, { status: 'betaald', partAmount: 21 })
    const part = `/waiting-payments/${invoiceId}/approve`
    expect(await asSecond('POST', part, undefined, seen(await world.invoice(invoiceId)))).toEqual([200, null])
    expect(await world.invoice(invoiceId)).toMatchObject({ status: 'in_behandeling', openAmount: 100 })
    const text = 'Uit dit bestand is al een deel betaald. Nog niet bij de bank? Trek het bestand in en maak een nieuw.'
    expect(await approve(id)).toEqual([409, text])
    expect(await file(id)).toMatchObject({ state: 'waiting', refusal: text })
  })

  it('is withdrawn by its maker without a reason', async () => {
    const { id, invoiceId } = await waiting()
    expect(await world.tryBill('POST', `/payment-files/${id}/withdraw`)).toEqual([200, null])
    expect(await approve(id)).toEqual([409, 'Dit betaalbestand is ingetrokken'])
    expect((await world.invoice(invoiceId)).paymentFileId).toBeNull()
  })

  it('holds its invoices while it waits, and is not approved once one was paid otherwise', async () => {
    const { id, invoiceId } = await waiting()
    const again = await world.tryBill('POST', '/payment-files', order(invoiceId))
    expect(again).toEqual([422, 'Staat al in een betaalbestand'])
    expect((await world.tryBill('POST', `/invoices/${invoiceId}/credit-notes`, {}))[0]).toBe(409)
    expect((await world.tryBill('POST', `/payment-files/${id}/release`, { invoiceId }))[0]).toBe(409)
    await world.put(invoiceId, 'betaald')
    expect(await approve(id)).toEqual([
      409,
      'Uit dit bestand is al betaald. Nog niet bij de bank? Trek het bestand in en maak een nieuw.',
    ])
    await world.bill('POST', `/payment-files/${id}/withdraw`)
    // The invoice was paid by hand and not by the file. So once reopened, it can be put into a new file.
    await world.put(invoiceId, 'in_behandeling')
    expect(await world.bill('POST', '/payment-files', order(invoiceId))).toMatchObject({ count: 1 })
  })

  it('pays the present IBAN of its partner and is made anew after another change', async () => {
    const own = await world.partnerOf()
    const { id: invoiceId } = await world.sent(own)
    await enter(own, NEW)
    const { id: old } = await world.bill('POST', '/payment-files', order(invoiceId))
    expect((await file(old)).payments).toMatchObject([{ bankAccount: OLD, invoicedAccount: null }])
    expect(await approveAccount(own)).toEqual([200, null])
    expect((await approve(old))[1]).toMatch(/^Het IBAN of de rekeninghouder van Bos Energieadvies is gewijzigd\./)
    await world.bill('POST', `/payment-files/${old}/withdraw`)
    const { id } = await world.bill('POST', '/payment-files', order(invoiceId))
    expect((await file(id)).payments).toMatchObject([{ bankAccount: NEW, invoicedAccount: OLD }])
    await world.approveFile(id)
    const reply = await world.call('admin', 'GET', `/api/self-billing/payment-files/${id}`)
    expect(textsIn(reply.text, 'IBAN').at(-1)).toBe(NEW)
    await enter(own, OTHER)
    await approveAccount(own)
    expect((await download(id))[1]).toMatch(/^Het IBAN of de rekeninghouder van Bos Energieadvies is gewijzigd\./)
  })

  it('is approved once when two admins do so at the same time', async () => {
    const { id } = await waiting()
    const third = await world.joined({ role: 'admin' })
    const as = await world.world.session(third)
    const headers = seen(await file(id))
    await meanwhile(() => world.world.call('POST', `/api/self-billing/payment-files/${id}/approve`, { as, headers }))
    expect(await approve(id)).toEqual(refused)
    expect(await file(id)).toMatchObject({ state: 'open', approvedBy: { id: third.id } })
  })

  it('is not approved when its maker withdraws it meanwhile', async () => {
    const { id } = await waiting()
    await meanwhile(() => world.bill('POST', `/payment-files/${id}/withdraw`))
    expect(await approve(id)).toEqual(refused)
    expect((await file(id)).state).toBe('withdrawn')
  })

  it('is not approved by an admin who is deactivated meanwhile, and one approved before stays approved', async () => {
    const leaver = await world.joined({ role: 'admin' })
    const [first, next] = [await waiting(), await waiting()]
    const as = await world.world.session(leaver)
    const approveAs = ({ id }: { id: string }) =>
      world.world.call('POST', `/api/self-billing/payment-files/${id}/approve`, { as, headers: { 'if-match': '"1"' } })
    expect((await approveAs(first)).status).toBe(200)
    await meanwhile(() => world.done('admin', 'DELETE', `/api/users/${leaver.id}`))
    expect((await approveAs(next)).status).toBe(401)
    expect([(await file(first.id)).state, (await file(next.id)).state]).toEqual(['open', 'waiting'])
  })

  it('is approved under the version that was seen, and once for one Idempotency-Key', async () => {
    const { id } = await waiting()
    const path = `/payment-files/${id}/approve`
    expect(await asSecond('POST', path)).toEqual([400, 'Stuur If-Match mee: de versie die je goedkeurt'])
    expect(await asSecond('POST', path, undefined, { 'if-match': '"7"' })).toEqual(refused)
    const key = { 'idempotency-key': `approve-${id}`, 'if-match': '"1"' }
    const replies = await Promise.all([1, 2, 3].map(() => asSecond('POST', path, undefined, key)))
    expect(replies).toEqual([1, 2, 3].map(() => [200, null]))
    expect((await auditOf('payment-file', id)).filter((action) => action === 'payment-file.approve')).toHaveLength(1)
  })
})

describe('a changed IBAN', () => {
  it('waits for another admin; until then the old one is paid, shown and on documents', async () => {
    const own = await world.partnerOf()
    const changed = await world.bill('PATCH', `/partners/${own}`, { bankAccount: NEW, accountHolder: 'J. Bos' })
    expect(changed).toMatchObject({
      ...{ bankAccount: OLD, pendingBankAccount: NEW, pendingBankAccountBy: { firstName: 'Ada' } },
      ...{ accountHolder: null, pendingAccountHolder: 'J. Bos', mayApproveBankAccount: false },
    })
    // A form sends the present account along with other fields.
    const saved = await world.bill('PATCH', `/partners/${own}`, { bankAccount: OLD, city: 'Venlo' })
    expect(saved).toMatchObject({ city: 'Venlo', bankAccount: OLD, pendingBankAccount: NEW })
    const { id } = await world.sent(own)
    const ubl = await world.call('admin', 'GET', `/api/self-billing/invoices/${id}/ubl`)
    expect(ubl.text).toContain(OLD)
    expect(ubl.text).not.toContain(NEW)
    expect((await ownApproval(`/partners/${own}`, 'approve-bank-account'))[0]).toBe(403)
    expect(await notificationsOf('second')).toContain(
      'bank-account-waits: Nieuwe rekening van Bos Energieadvies wacht op jouw goedkeuring · Ingevoerd door Ada Admin',
    )
    expect(await approveAccount(own)).toEqual([200, null])
    expect(await readPartner(own)).toMatchObject({ bankAccount: NEW, accountHolder: 'J. Bos' })
    expect(await notificationsOf('admin')).toContain(
      'bank-account-decided: Nieuwe rekening van Bos Energieadvies goedgekeurd · Door Bea Beheer',
    )
    expect(await approveAccount(own)).toEqual([409, 'Bij deze partner wacht geen rekening op goedkeuring'])
    expect(await auditOf('partner', own)).toEqual(expect.arrayContaining(['partner.approve-bank-account']))
  })

  it('is rejected with a reason, which stays at the partner until another one is entered', async () => {
    const own = await world.partnerOf()
    await enter(own, NEW)
    const path = `/partners/${own}/reject-bank-account`
    expect((await asSecond('POST', path, {}))[0]).toBe(400)
    expect(await asSecond('POST', path, { reason: 'Onbekend' })).toEqual([200, null])
    expect(await readPartner(own)).toMatchObject({
      ...{ bankAccount: OLD, pendingBankAccount: null },
      rejectedBankAccount: { bankAccount: NEW, by: { firstName: 'Bea' }, reason: 'Onbekend' },
    })
    expect(await notificationsOf('admin')).toContain(
      'bank-account-decided: Nieuwe rekening van Bos Energieadvies afgekeurd · Door Bea Beheer · Onbekend',
    )
    expect(await enter(own, OTHER)).toMatchObject({ pendingBankAccount: OTHER, rejectedBankAccount: null })
    expect((await world.tryBill('POST', path, {}))[0]).toBe(200)
    expect(await readPartner(own)).toMatchObject({ pendingBankAccount: null, rejectedBankAccount: null })
  })

  it('is not approved when another one is entered meanwhile', async () => {
    const own = await world.partnerOf()
    await enter(own, NEW)
    await meanwhile(() => enter(own, OTHER))
    expect(await approveAccount(own)).toEqual(refused)
    expect(await readPartner(own)).toMatchObject({ bankAccount: OLD, pendingBankAccount: OTHER })
  })

  it('is deleted with its partner', async () => {
    const own = await world.partnerOf()
    await enter(own, NEW)
    expect(await world.tryBill('DELETE', `/partners/${own}`)).toEqual([204, null])
    expect((await asSecond('POST', `/partners/${own}/approve-bank-account`))[0]).toBe(404)
    const { body } = await world.world.call('GET', '/api/my-day', { as: second })
    expect(body.work.map(({ id }: { id: string }) => id)).not.toContain(own)
  })
})

describe('the approver', () => {
  /** Makes an invoice of € 121 of a day, and pays it on a day with the approval of the second admin. */
  async function paidOn(of: string, invoiceDate: string, paymentDate: string) {
    const lines = [{ description: 'Advies', quantity: 1, unitPrice: 100, vatRate: 21 }]
    const { id } = await world.bill(
      'POST',
      '/invoices',
      buildInvoiceForm(of, { lines, invoiceDate, dateReason: 'Nagekomen' }),
    )
    await world.put(id, 'in_behandeling')
    await world.put(id, 'betaald', { paymentDate })
  }

  it('sees each partner beside the month before, with first payments and new IBANs', async () => {
    const agreed = { agreedOn: '2026-09-01' }
    const [usual, rare, fresh, back] = [
      ...[await world.partnerOf(undefined, agreed), await world.partnerOf(undefined, agreed)],
      ...[await world.partnerOf(), await world.partnerOf(undefined, agreed)],
    ] as [string, string, string, string]
    await paidOn(usual, '2026-10-01', '2026-10-20')
    await paidOn(usual, '2026-10-02', '2026-10-21')
    await paidOn(rare, '2026-09-02', '2026-09-20')
    // Another invoice of the new partner, which is not paid.
    await world.sent(fresh)
    const paid = [usual, rare, fresh, fresh, back]
    const ids = []
    for (const of of paid) ids.push((await world.sent(of)).id)
    await enter(back, NEW)
    await approveAccount(back)
    const preview = await world.bill('POST', '/payment-files/preview', order(...ids))
    const { id } = await world.bill('POST', '/payment-files', order(...ids))
    const shown = await file(id)
    // Who makes the file sees the same as who approves it.
    const payments = shown.payments.map(({ state: _, ...payment }: { state: string }) => payment)
    expect(preview).toEqual({ payments, previousMonth: shown.previousMonth, payees: shown.payees })
    expect(shown.previousMonth).toBe('2026-10')
    expect(shown.payees).toEqual([
      { partnerId: usual, amount: 121, paidBefore: 242, isFirst: false, newAccountSince: null },
      { partnerId: rare, amount: 121, paidBefore: 0, isFirst: false, newAccountSince: null },
      { partnerId: fresh, amount: 242, paidBefore: 0, isFirst: true, newAccountSince: null },
      { partnerId: back, amount: 121, paidBefore: 0, isFirst: true, newAccountSince: '2026-11-23' },
    ])
    expect(shown.payments.map((one: { partnerId: string }) => one.partnerId)).toEqual(paid)
    expect(shown.total).toBe(shown.payees.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0))
    await approve(id)
    expect((await file(id)).payees).toEqual([])
  })
})

describe('Mijn dag', () => {
  it('lists what an admin may approve, and nothing of their own', async () => {
    const own = await world.partnerOf(undefined, { name: 'Wachtend Advies' })
    const { id } = await waiting(own)
    await enter(own, NEW)
    const approvals = async (who: 'admin' | 'second') => {
      const { work } = await world.done(who, 'GET', '/api/my-day')
      const kinds = work.filter((one: { kind: string }) => one.kind.startsWith('approve'))
      return kinds.map(({ kind, id: of, companyName, count, amount }: Record<string, unknown>) =>
        [kind, of, companyName, count, amount].filter((value) => value !== null),
      )
    }
    const mine = await approvals('second')
    expect(mine).toContainEqual(['approveFile', id, 1, 121])
    expect(mine).toContainEqual(['approveAccount', own, 'Wachtend Advies'])
    expect((await approvals('admin')).flat()).not.toContain(id)
    await approve(id)
    await approveAccount(own)
    expect((await approvals('second')).flat()).not.toContain(id)
    expect((await approvals('second')).flat()).not.toContain(own)
  })
})

describe('the only active admin', () => {
  let own: string
  beforeAll(async () => {
    own = await world.partnerOf()
  })
  const alone = async (work: () => Promise<void>) => {
    const { Rosters } = await import('../../people/roster.ts')
    const { data } = await Rosters.get({ name: 'admins' }).go()
    // Replaces the row, so that no admin left it in the last 24 hours.
    const set = (members: number) => Rosters.put({ name: 'admins', members }).go()
    await set(1)
    try {
      await work()
    } finally {
      await set(data?.members ?? 2)
    }
  }

  it('needs no second one, which the audit log says', async () => {
    const before = await waiting(own)
    await alone(async () => {
      const { id: invoiceId } = await world.sent(own)
      const { id, state, approvedBy } = await world.bill('POST', '/payment-files', order(invoiceId))
      expect([state, approvedBy]).toEqual(['open', null])
      expect((await download(id))[0]).toBe(200)
      expect(await auditOf('payment-file', id)).toContain('payment-file.own')
      // The only admin may now also approve their own earlier file, which waited for a second admin.
      expect((await file(before.id)).mayApprove).toBe(true)
      expect(await ownApproval(`/payment-files/${before.id}`, 'approve')).toEqual([200, null])
      expect(await auditOf('payment-file', before.id)).toContain('payment-file.own')
      expect(await enter(own, NEW)).toMatchObject({ bankAccount: NEW, pendingBankAccount: null })
      expect(await auditOf('partner', own)).toContain('partner.own')
    })
  })

  it('is not alone until a day after the others were deactivated', async () => {
    const { id: invoiceId } = await world.sent(own)
    await alone(async () => {
      const { Rosters } = await import('../../people/roster.ts')
      const leave = (leftAt: string) => Rosters.put({ name: 'admins', members: 1, leftAt }).go()
      await leave('2026-11-22T09:00:01.000Z')
      const { id, state } = await world.bill('POST', '/payment-files', order(invoiceId))
      expect(state).toBe('waiting')
      expect((await ownApproval(`/payment-files/${id}`, 'approve'))[0]).toBe(403)
      await leave('2026-11-22T09:00:00.000Z')
      expect(await ownApproval(`/payment-files/${id}`, 'approve')).toEqual([200, null])
    })
  })

  it('is no longer the only one when a second one is added meanwhile: the file waits', async () => {
    const { id: invoiceId } = await world.sent(own)
    await alone(async () => {
      await meanwhile(() => world.joined({ role: 'admin' }))
      expect(await world.bill('POST', '/payment-files', order(invoiceId))).toMatchObject({ state: 'waiting' })
    })
  })

  it('enters an IBAN that waits when a second admin is added meanwhile', async () => {
    await alone(async () => {
      await meanwhile(() => world.joined({ role: 'admin' }))
      expect(await enter(own, OTHER)).toMatchObject({ bankAccount: NEW, pendingBankAccount: OTHER })
    })
  })
})

it('a file that waited past its day is not approved', async () => {
  const { id } = await waiting()
  await world.travel('2026-11-25T09:00:00Z')
  expect((await approve(id))[1]).toBe('De uitvoerdatum is voorbij. Trek het bestand in en maak een nieuw.')
  expect(await asSecond('POST', `/payment-files/${id}/withdraw`, { reason: 'Te laat' })).toEqual([200, null])
})
