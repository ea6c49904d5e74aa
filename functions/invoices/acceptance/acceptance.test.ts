import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRawTable } from '../../../proofs/raw-table.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let as: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  admin = await world.person({ role: 'admin' })
  as = await world.session(admin)
  await done('PUT', '/settings', buildSettingsForm())
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) =>
  world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
async function done(method: string, path: string, body?: object) {
  const reply = await call(method, path, body)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}
const travel = async (to: string) => {
  world.travel(to)
  as = await world.session(admin)
}
const step = (id: string, status: string) => call('PATCH', `/invoices/${id}/status`, { status })
const acceptance = async (id: string) => (await done('GET', `/invoices/${id}`)).acceptance

let partners = 0
/** Mails an invoice to a new partner; returns both with the secret of the link. */
async function presented(partner: object = {}, form: object = {}) {
  const email = `partner-${++partners}@bos.example`
  const { id: partnerId } = await done('POST', '/partners', buildPartnerForm({ email, ...partner }))
  await world.call('PUT', `/api/self-billing/partners/${partnerId}/agreement`, { as, ...buildAgreementForm() })
  const { id, invoiceNumber } = await done('POST', '/invoices', buildInvoiceForm(partnerId, form))
  await step(id, 'in_behandeling')
  await deliverOutbox(id)
  return { id, invoiceNumber, email, partnerId, token: await tokenTo(email) }
}
async function sentAgain({ id, email }: { id: string; email: string }) {
  await done('POST', '/send-invoice-email', { invoiceId: id })
  await deliverOutbox(id)
  return tokenTo(email)
}
async function tokenTo(email: string): Promise<string> {
  const [mail] = (await world.ses.mails()).filter(({ to }) => to.includes(email))
  return /http:\/\/localhost:3000\/factuur\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1] ?? ''
}

let addresses = 0
const guest = (method: string, token: string, path = '', body?: object, ip = `203.0.113.${++addresses}`) =>
  world.call(method, `/api/invoice-acceptance/${token}${path}`, { ip, ...(body ? { body } : {}) })
const answer = (token: string, answer: string, reason?: string) =>
  guest('POST', token, '', { answer, ...(reason ? { reason } : {}) })

const UNANSWERED = { state: 'open', answeredAt: null, reason: null, disputedLines: null }

describe('the link in the mail', () => {
  it('shows the invoice with its PDF and stores the answer, without a login', async () => {
    const { id, invoiceNumber, token } = await presented()
    expect(await acceptance(id)).toEqual({ ...UNANSWERED, until: '2026-12-07' })
    const shown = await guest('GET', token)
    expect(shown.body).toEqual({
      type: 'invoice',
      invoiceNumber,
      partnerName: 'Bos Energieadvies',
      companyName: 'Partnerview BV',
      description: 'Commissie',
      invoiceDate: '2026-11-20',
      lines: [{ description: 'Commissie', quantity: 1, unitPrice: 1000, totalPrice: 1000 }],
      amount: 1000,
      vatPerRate: [{ vatRate: 21, vatAmount: 210 }],
      exemptions: [],
      totalAmount: 1210,
      payment: { amount: 1210, until: '2026-12-20', afterwards: null, bankAccount: 'NL91RABO0315273637' },
      paymentDate: null,
      isRefusable: true,
      acceptance: { ...UNANSWERED, until: '2026-12-07' },
    })
    expect((await guest('GET', token, '/pdf')).text).toBe((await call('GET', `/invoices/${id}/pdf`)).text)
    expect((await answer(token, 'accepted')).status).toBe(204)
    expect((await answer(token, 'accepted')).status).toBe(204)
    expect((await answer(token, 'refused', 'Toch niet')).body.message).toMatch(/al geaccepteerd/)
    expect(await acceptance(id)).toMatchObject({ state: 'accepted', answeredAt: '2026-11-23T09:00:00.000Z' })
    const { entries } = await done('GET', `/invoices/${id}/history`)
    expect(entries).toContainEqual(expect.objectContaining({ verb: 'accept', userName: 'Bos Energieadvies' }))
  })

  it('stores one of several simultaneous answers', async () => {
    const { id, token } = await presented()
    const answers = await Promise.all([
      answer(token, 'accepted'),
      answer(token, 'refused', 'Het bedrag klopt niet'),
      answer(token, 'accepted'),
      answer(token, 'refused', 'Het bedrag klopt niet'),
    ])
    expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
    const { state } = await acceptance(id)
    const { entries } = await done('GET', `/invoices/${id}/history`)
    const verbs = entries.map(({ verb }: { verb: string }) => verb).filter((verb: string) => /accept|refuse/.test(verb))
    expect(verbs).toEqual([state === 'accepted' ? 'accept' : 'refuse'])
  })

  it('expires with its term and then looks like an unknown link; the table does not store its secret', async () => {
    const { id, token } = await presented({ acceptanceDays: 1 })
    expect(JSON.stringify(await readRawTable())).not.toContain(token)
    const unknown = await guest('GET', 'a'.repeat(43))
    expect(unknown.status).toBe(404)
    await travel('2026-11-24T22:59:00Z')
    expect((await guest('GET', token)).status).toBe(200)
    await travel('2026-11-24T23:00:00Z')
    const ended = await guest('GET', token)
    expect([ended.status, ended.text]).toEqual([unknown.status, unknown.text])
    expect((await guest('GET', token, '/pdf')).status).toBe(404)
    expect((await answer(token, 'refused', 'Te laat')).status).toBe(404)
    expect((await guest('GET', id)).status).toBe(404)
    expect(await acceptance(id)).toMatchObject({ state: 'tacit', until: '2026-11-24' })
    await travel('2026-11-23T09:00:00Z')
  })

  it('cannot be guessed: one network gets sixty answers in five minutes', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 61; at++) {
      statuses.push((await guest('GET', `niets-${at}`, '', undefined, '198.51.100.7')).status)
    }
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([60, 429])
  })

  it('is missing from mails after an answer; the days for an answer count from the first mail', async () => {
    const { id, email, token } = await presented()
    await travel('2026-11-25T09:00:00Z')
    await done('POST', '/send-invoice-email', { invoiceId: id })
    await deliverOutbox(id)
    const again = await tokenTo(email)
    expect([again.length, again === token]).toEqual([43, false])
    expect(await acceptance(id)).toMatchObject({ until: '2026-12-07' })
    expect((await answer(again, 'accepted')).status).toBe(204)
    await done('POST', '/send-invoice-email', { invoiceId: id })
    await deliverOutbox(id)
    expect(await tokenTo(email)).toBe('')
    await travel('2026-11-23T09:00:00Z')
  })
})

describe('a link that was ended', () => {
  async function expectEnded(token: string) {
    const unknown = await guest('GET', 'a'.repeat(43))
    const ended = await guest('GET', token)
    expect([ended.status, ended.text]).toEqual([404, unknown.text])
    expect((await guest('GET', token, '/pdf')).status).toBe(404)
    expect((await answer(token, 'accepted')).status).toBe(404)
    expect((await answer(token, 'refused', 'Niet van mij')).status).toBe(404)
  }

  it('stays invalid after the address was corrected; the next mail has a valid link', async () => {
    const sent = await presented()
    const other = await presented()
    const changed = (change: object) => done('PATCH', `/partners/${sent.partnerId}`, change)
    await changed({ contactPerson: 'Bo Bos' })
    expect((await guest('GET', sent.token)).status).toBe(200)
    await changed({ email: 'goed@bos.example' })
    await expectEnded(sent.token)
    expect(await acceptance(sent.id)).toMatchObject({ state: 'open' })
    expect((await guest('GET', other.token)).status).toBe(200)
    const again = await sentAgain({ id: sent.id, email: 'goed@bos.example' })
    expect((await guest('GET', again)).body.invoiceNumber).toBe(sent.invoiceNumber)
    // Entering the old address again does not restore the old link.
    await changed({ email: sent.email })
    await expectEnded(sent.token)
    await expectEnded(again)
    expect((await answer(await sentAgain(sent), 'accepted')).status).toBe(204)
  })

  it('is revoked by an admin for one invoice, as its history shows; links to other invoices stay valid', async () => {
    const sent = await presented()
    const other = await presented()
    expect((await call('POST', `/invoices/${sent.id}/revoke-links`)).status).toBe(200)
    await expectEnded(sent.token)
    expect((await guest('GET', other.token)).status).toBe(200)
    const { entries } = await done('GET', `/invoices/${sent.id}/history`)
    expect(entries).toContainEqual(expect.objectContaining({ verb: 'revoke-links', userName: expect.any(String) }))
    expect((await answer(await sentAgain(sent), 'accepted')).status).toBe(204)
  })

  it('cannot be revoked before sending, or by anyone but an admin', async () => {
    const { partnerId, id: sentId, token } = await presented()
    const { id } = await done('POST', '/invoices', buildInvoiceForm(partnerId))
    expect((await call('POST', `/invoices/${id}/revoke-links`)).status).toBe(409)
    const agent = await world.session(await world.person({ role: 'agent', hasInvoiceAccess: true }))
    const path = `/api/self-billing/invoices/${sentId}/revoke-links`
    expect((await world.call('POST', path, { as: agent })).status).toBe(403)
    expect((await guest('GET', token)).status).toBe(200)
  })
})

describe('the payment on the page', () => {
  it('is the discounted amount within the 48 hours, with the amount afterwards', async () => {
    const { token } = await presented({ paymentTerms: '48_hours' }, { invoiceDate: '2026-11-23' })
    const payment = async () => (await guest('GET', token)).body.payment
    expect(await payment()).toMatchObject({ amount: 1115.01, until: '2026-11-25', afterwards: 1210 })
    await travel('2026-11-26T09:00:00Z')
    expect(await payment()).toMatchObject({ amount: 1210, until: '2026-11-25', afterwards: null })
    await travel('2026-11-23T09:00:00Z')
  })

  it('goes to the present IBAN of the partner', async () => {
    const { partnerId, token } = await presented()
    await (await import('../partner-entity.ts')).Partners.patch({ id: partnerId })
      .set({ bankAccount: 'NL20INGB0001234567' })
      .go()
    expect((await guest('GET', token)).body.payment.bankAccount).toBe('NL20INGB0001234567')
  })

  it('is absent once the invoice is paid or refused; refusing is impossible while a payment is under way', async () => {
    const filed = await presented()
    const shown = async (token: string) => (await guest('GET', token)).body
    await done('POST', '/payment-files', { invoiceIds: [filed.id], executionDate: '2026-11-24' })
    expect(await shown(filed.token)).toMatchObject({ payment: { amount: 1210 }, isRefusable: false })

    const part = await presented()
    await done('PATCH', `/invoices/${part.id}/status`, { status: 'betaald', partAmount: 100 })
    expect(await shown(part.token)).toMatchObject({ payment: { amount: 1110 }, isRefusable: false })
    const late = await answer(part.token, 'refused', 'Toch niet')
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/al een deel betaald/)])

    const paid = await presented()
    await step(paid.id, 'betaald')
    expect(await shown(paid.token)).toMatchObject({ payment: null, paymentDate: '2026-11-23', isRefusable: false })

    const refused = await presented()
    await answer(refused.token, 'refused', 'Het bedrag klopt niet')
    expect(await shown(refused.token)).toMatchObject({ payment: null, paymentDate: null })
  })
})

describe('a refused invoice', () => {
  it('stores the reason and is not paid; a paid invoice cannot be refused', async () => {
    const { id, invoiceNumber, email, token } = await presented()
    const bare = await answer(token, 'refused')
    expect([bare.status, bare.body.errors.reason]).toEqual([400, ['Vul in waarom u niet akkoord bent']])
    expect((await answer(token, 'refused', 'Het bedrag klopt niet')).status).toBe(204)
    expect(await acceptance(id)).toMatchObject({ state: 'refused', reason: 'Het bedrag klopt niet' })
    expect((await answer(token, 'refused', 'Nogmaals')).status).toBe(204)
    await deliverOutbox(id)
    await deliverOutbox(id)
    const mails = (await world.ses.mails()).filter(({ to }) => to.includes(admin.email))
    expect(mails.map(({ subject }) => subject)).toEqual([`Factuur ${invoiceNumber} is geweigerd`])
    expect(mails[0]?.text).toMatch(
      /^Bos Energieadvies heeft factuur .* geweigerd\. De partner las dat wij contact opnemen\.$/m,
    )
    expect(mails[0]?.text).toContain('De reden: Het bedrag klopt niet\n')
    expect(mails[0]?.text).toContain(`http://localhost:3000/self-billing/invoice/${id}\n`)
    const paid = await step(id, 'betaald')
    expect([paid.status, paid.body.message]).toEqual([409, expect.stringMatching(/heeft deze factuur geweigerd/)])
    const byPatch = await call('PATCH', `/invoices/${id}`, { status: 'betaald', paymentDate: '2026-11-23' })
    expect(byPatch.status).toBe(409)
    const { partnerCompanyId } = await done('GET', `/invoices/${id}`)
    const payable = async () =>
      (await done('GET', `/invoices/totals?partnerCompanyId=${partnerCompanyId}`)).payableToday
    expect(await payable()).toBe(0)
    await done('POST', `/invoices/${id}/credit-notes`, { quantities: [{ lineOrder: 1, quantity: 0.5 }] })
    expect(await payable()).toBe(0)
    const note = await done('POST', `/invoices/${id}/credit-notes`, {})
    expect(await payable()).toBe(0)
    // The note settles the refused invoice at once; a refusal of the note itself changes nothing.
    expect((await step(note.id, 'in_behandeling')).body).toMatchObject({ status: 'betaald', openAmount: 0 })
    await deliverOutbox(note.id)
    await answer(await tokenTo(email), 'refused', 'Ook niet')
    expect(await payable()).toBe(0)

    const other = await presented()
    expect((await step(other.id, 'betaald')).status).toBe(200)
    expect((await answer(other.token, 'refused', 'Toch niet')).body.message).toMatch(/al betaald/)
    expect((await answer(other.token, 'accepted')).status).toBe(204)
  })

  it('names the lines that are wrong with the words of the partner, in the mail too', async () => {
    const { id, invoiceNumber, token } = await presented()
    const refuse = (lineOrder: number, remark: string, ...others: object[]) =>
      guest('POST', token, '', { answer: 'refused', disputedLines: [{ lineOrder, remark }, ...others] })
    const twice = await refuse(1, 'Te laag', { lineOrder: 1, remark: 'Te hoog' })
    expect([twice.status, twice.body.errors.disputedLines]).toEqual([400, ['Noem elke regel één keer']])
    expect((await refuse(2, 'Te laag')).body.errors.disputedLines).toEqual(['Deze regel staat niet op de factuur'])
    expect((await refuse(1, ' ')).body.message).toBe('Vul in wat er niet klopt')
    expect((await refuse(1, 'Te laag')).status).toBe(204)
    const disputedLines = [{ lineOrder: 1, remark: 'Te laag' }]
    expect(await acceptance(id)).toMatchObject({ state: 'refused', reason: null, disputedLines })
    expect((await guest('GET', token)).body.acceptance).toMatchObject({ disputedLines })
    await deliverOutbox(id)
    await deliverOutbox(id)
    const mail = (await world.ses.mails()).find(({ subject }) => subject === `Factuur ${invoiceNumber} is geweigerd`)
    expect(mail?.text).toContain('Regel 1 klopt niet: Te laag\n')
    expect(mail?.text).not.toContain('De reden')
  })

  it('is in no payment file: refusing is impossible until the file of the invoice is withdrawn', async () => {
    const { id, token } = await presented()
    const wish = { invoiceIds: [id], executionDate: '2026-11-24' }
    const file = await done('POST', '/payment-files', wish)
    const late = await answer(token, 'refused', 'Het bedrag klopt niet')
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/al in gang gezet/)])
    expect(await acceptance(id)).toMatchObject({ state: 'open' })
    await done('POST', `/payment-files/${file.id}/withdraw`)
    // Of a simultaneous refusal and payment only the first succeeds.
    const [refusal, payment] = await Promise.all([
      answer(token, 'refused', 'Het bedrag klopt niet'),
      call('POST', '/payment-files', wish),
    ])
    expect([
      [204, 422],
      [409, 201],
    ]).toContainEqual([refusal.status, payment.status])
  })
})
