import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumPostingsOf } from '../../../testing/bank.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { textsIn } from '../../../testing/read-xml.ts'
import { type Answer, type Person, startWorld, type World } from '../../../testing/world.ts'
import { sepaNameOf } from './payment-xml.ts'

let world: World
let admin: Person
let as: string
let partner: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-20T09:00:00Z' })
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' })
  as = await world.session(admin)
  partner = (await done('POST', '/partners', buildPartnerForm({ name: 'Énergie Groß & Łukasz' }))).id
  await world.call('PUT', `/api/self-billing/partners/${partner}/agreement`, { as, ...buildAgreementForm() })
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object, headers = {}): Promise<Answer> =>
  world.call(method, `/api/self-billing${path}`, { as, headers, ...(body ? { body } : {}) })
async function done(method: string, path: string, body?: object) {
  const reply = await call(method, path, body)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}
const lineOf = (unitPrice: number) => ({ description: 'Commissie', quantity: 1, unitPrice, vatRate: 0 })
const concept = (form: object = {}) => done('POST', '/invoices', buildInvoiceForm(partner, form))
const step = (id: string, status: string) => done('PATCH', `/invoices/${id}/status`, { status })
async function sent(form: object = {}) {
  const { id } = await concept(form)
  return step(id, 'in_behandeling')
}
async function creditedBy({ id }: { id: string }, quantity: number) {
  const note = await done('POST', `/invoices/${id}/credit-notes`, { quantities: [{ lineOrder: 1, quantity }] })
  return step(note.id, 'in_behandeling')
}
const paying = (invoiceIds: readonly string[], executionDate = '2026-11-23') =>
  call('POST', '/payment-files', { invoiceIds, executionDate })

describe('a payment file', () => {
  it('is not made before the company settings are filled in', async () => {
    const { status, body } = await paying(['x'])
    expect([status, body.message]).toEqual([422, 'Vul eerst de bedrijfsgegevens in bij de instellingen'])
    await done('PUT', '/settings', buildSettingsForm())
  })

  it('pays the amounts due on a bank day, and gives the reasons for invoices left out', async () => {
    const has48HourDiscount = true
    const whole = await sent()
    const prompt = await sent({ has48HourDiscount, invoiceDate: '2026-11-21' })
    const late = await sent({ has48HourDiscount })
    const [credited, paid, settled, refused] = [await sent(), await sent(), await sent(), await sent()]
    const [draft, ahead] = [await concept(), await sent({ invoiceDate: '2026-11-24' })]
    const note = await creditedBy(credited, 0.5)
    await creditedBy(settled, 1)
    await step(paid.id, 'betaald')
    const { Invoices } = await import('../invoices/entity.ts')
    await Invoices.patch({ id: refused.id })
      .set({ answer: { state: 'refused', at: '2026-11-20T09:00:00.000Z' } })
      .go()

    // The payment is requested for a Saturday.
    const ids = [whole, prompt, late, credited, note, paid, settled, refused, draft, ahead].map(({ id }) => id)
    const made = await paying([...ids, whole.id, 'nergens'], '2026-11-21')
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      ...{ requestedDate: '2026-11-21', executionDate: '2026-11-23', count: 4, state: 'open' },
      // On the execution date the 48-hour discount still applies to the second invoice, and no longer to the third.
      // Half of the fourth was credited.
      ...{ total: 1210 + 1115.01 + 1210 + 605, netted: [], createdBy: { firstName: 'Ada' } },
    })
    expect(made.body.leftOut).toEqual(
      [
        [note, 'Een creditfactuur wordt verrekend met de facturen van de partner'],
        [paid, 'Is al betaald op 20-11-2026'],
        [settled, 'Is al verrekend op 20-11-2026'],
        [refused, 'De partner heeft deze factuur geweigerd'],
        [draft, 'Is nog niet verstuurd'],
        [ahead, 'Is van 24-11-2026: kies die dag of later'],
        [{ id: 'nergens', invoiceNumber: null }, 'Deze factuur bestaat niet (meer)'],
      ].map(([{ id, invoiceNumber }, reason]) => ({ invoiceId: id, invoiceNumber, reason })),
    )

    const { text, headers } = await call('GET', `/payment-files/${made.body.id}`)
    expect(headers['content-type']).toContain('xml')
    expect(textsIn(text, 'EndToEndId')).toEqual(
      [whole, prompt, late, credited].map(({ invoiceNumber }) => invoiceNumber),
    )
    expect(textsIn(text, 'InstdAmt')).toEqual(['1210.00', '1115.01', '1210.00', '605.00'])
    expect(textsIn(text, 'CtrlSum')).toEqual(['4140.01', '4140.01'])
    expect(textsIn(text, 'NbOfTxs')).toEqual(['4', '4'])
    expect(textsIn(text, 'Dt')).toEqual(['2026-11-23'])
    expect(textsIn(text, 'IBAN')).toEqual(['NL59TRIO0788877666', ...Array(4).fill('NL91RABO0315273637')])
    expect(textsIn(text, 'Nm')[2]).toBe('Energie Gross + Lukasz')
    const { payments } = await done('GET', `/payment-files/${made.body.id}/payments`)
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([1210, 1115.01, 1210, 605])
    const { rows } = await auditOf(made.body.id)
    expect(rows).toEqual(expect.arrayContaining(['payment-file.create', 'payment-file.download']))
  })

  it('is the only file to pay an invoice, also when three are made at once, until it is withdrawn', async () => {
    const invoices = [await sent(), await sent(), await sent()]
    const ids = invoices.map(({ id }) => id)
    const replies = await Promise.all([paying(ids.slice(0, 2)), paying(ids.slice(1)), paying(ids)])
    const files = replies.flatMap(({ status, body }) => (status === 201 ? [body] : []))
    expect(replies.filter(({ status }) => ![201, 422].includes(status))).toEqual([])
    const paidBy = await Promise.all(files.map(({ id }) => done('GET', `/payment-files/${id}/payments`)))
    const named = paidBy.flatMap(({ payments }) => payments.map(({ invoiceId }: { invoiceId: string }) => invoiceId))
    expect(named.toSorted()).toEqual(ids.toSorted())

    const again = await paying(ids)
    expect([again.status, again.body.errors.invoiceIds[0]]).toEqual([
      422,
      `${invoices[0].invoiceNumber}: Staat al in een betaalbestand`,
    ])
    const credit = await call('POST', `/invoices/${ids[0]}/credit-notes`, {})
    const back = await call('PATCH', `/invoices/${ids[0]}/status`, { status: 'concept' })
    expect([credit.status, back.status]).toEqual([409, 409])

    await step(ids[2], 'betaald')
    const handed = await Promise.all(files.map(({ id }) => call('GET', `/payment-files/${id}`)))
    const refusal = 'Uit dit bestand is al betaald. Nog niet bij de bank? Trek het bestand in en maak een nieuw.'
    expect(handed.filter(({ status }) => status !== 200).map(({ body }) => body.message)).toEqual([refusal])
    for (const { id } of files) await done('POST', `/payment-files/${id}/withdraw`)
    const [file] = files
    expect((await call('GET', `/payment-files/${file.id}`)).status).toBe(409)
    expect((await call('POST', `/payment-files/${file.id}/withdraw`)).status).toBe(409)
    const anew = await paying(ids)
    expect(anew.body).toMatchObject({ count: 2, leftOut: [{ invoiceId: ids[2] }] })
    expect((await done('GET', `/invoices/${ids[0]}`)).paymentFileId).toBe(anew.body.id)
    const { entries } = await done('GET', `/invoices/${ids[0]}/history`)
    const verbs = entries.map(({ verb }: { verb: string }) => verb)
    expect(verbs.toSorted()).toEqual(['create', 'order', 'update'])
    const { leftOut: _, netted: __, ...listed } = anew.body
    expect(await done('GET', '/payment-files')).toContainEqual(listed)
    // The withdrawal also released the third invoice, which was marked paid: once reopened, a new file may pay it.
    await step(ids[2], 'in_behandeling')
    expect((await paying([ids[2]])).status).toBe(201)
  })

  it('pays ninety invoices, and the others by the next file', async () => {
    const { id } = await sent()
    const { Invoices } = await import('../invoices/entity.ts')
    const { data } = await Invoices.get({ id }).go()
    if (!data) throw new Error('There is no invoice')
    const ids = Array.from({ length: 91 }, (_, index) => `filed-${index}`)
    const copies = ids.map((copy, index) => ({ ...data, id: copy, invoiceNumber: `YDS-2026-${5000 + index}` }))
    await Invoices.put(copies).go()
    const first = await paying(ids)
    expect([first.status, first.body.count, first.body.leftOut]).toMatchObject([
      201,
      90,
      [{ invoiceId: 'filed-90', reason: 'In één bestand gaan 90 facturen' }],
    ])
    expect(
      (await paying(first.body.leftOut.map(({ invoiceId }: { invoiceId: string }) => invoiceId))).body,
    ).toMatchObject({ count: 1, leftOut: [] })
  })

  describe('nets the open credit notes of its partners first', () => {
    let partnerCompanyId: string
    /** Makes an invoice of € 1.210,00 that was paid before half of it was credited: its partner owes € 605,00. */
    const owed = async () => {
      const invoice = await sent({ partnerCompanyId })
      await step(invoice.id, 'betaald')
      return creditedBy(invoice, 0.5)
    }
    const stand = async (...ids: string[]) =>
      (await Promise.all(ids.map((id) => done('GET', `/invoices/${id}`)))).map(({ status, openAmount }) => [
        status,
        openAmount,
      ])
    beforeEach(async () => {
      partnerCompanyId = (await done('POST', '/partners', buildPartnerForm())).id
      await world.call('PUT', `/api/self-billing/partners/${partnerCompanyId}/agreement`, {
        as,
        ...buildAgreementForm(),
      })
    })

    it('once, and lists the set-offs', async () => {
      const [note, invoice] = [await owed(), await sent({ partnerCompanyId })]
      const { body } = await paying([invoice.id])
      expect(body).toMatchObject({
        ...{ count: 1, total: 605 },
        netted: [{ invoiceNumber: invoice.invoiceNumber, creditNoteNumber: note.invoiceNumber, amount: 605 }],
      })
      expect(await stand(note.id, invoice.id)).toEqual([
        ['betaald', 0],
        ['in_behandeling', 605],
      ])
      expect(await sumPostingsOf(note.id)).toMatchObject({ creditor: 0, transit: 0 })
      expect(await sumPostingsOf(invoice.id)).toMatchObject({ creditor: -60500, transit: 0 })
      // Set-offs stay when the file is withdrawn; the next file takes the rest.
      await done('POST', `/payment-files/${body.id}/withdraw`)
      expect((await paying([invoice.id])).body).toMatchObject({ total: 605, netted: [] })
    })

    it('over several invoices of the same partner; the rest of a note stays open', async () => {
      const [first, second] = [await owed(), await owed()]
      const [one, two] = [await sent({ partnerCompanyId }), await sent({ partnerCompanyId, invoiceDate: '2026-11-21' })]
      const third = await owed()
      const other = await sent()
      const { body } = await paying([two.id, other.id, one.id])
      expect(body).toMatchObject({
        count: 2,
        total: 605 + 1210,
        leftOut: [{ reason: 'Is al verrekend op 20-11-2026' }],
      })
      expect(body.netted.map(({ amount }: { amount: number }) => amount)).toEqual([605, 605, 605])
      expect(await stand(first.id, second.id, third.id, one.id, two.id)).toEqual([
        ...Array(4).fill(['betaald', 0]),
        ['in_behandeling', 605],
      ])
      const small = await sent({ partnerCompanyId, lines: [lineOf(600)] })
      const large = await owed()
      const none = await paying([small.id])
      expect([none.body.message, await stand(small.id, large.id)]).toEqual([
        'Er blijft niets te betalen. Verreken deze facturen met de open creditfacturen.',
        [
          ['in_behandeling', 600],
          ['in_behandeling', -605],
        ],
      ])
    })

    it('never twice, when two are made at once', async () => {
      const [note, one, two] = [await owed(), await sent({ partnerCompanyId }), await sent({ partnerCompanyId })]
      let other: Answer | undefined
      await meanwhile(async () => {
        other = await paying([two.id])
      })
      const mine = await paying([one.id])
      expect([mine.status, other?.status]).toEqual([201, 201])
      expect([...mine.body.netted, ...(other?.body.netted ?? [])]).toHaveLength(1)
      expect(mine.body.total + other?.body.total).toBe(1210 + 605)
      expect(await stand(note.id)).toEqual([['betaald', 0]])
      expect(await sumPostingsOf(note.id)).toMatchObject({ creditor: 0 })
    })

    it('and skips notes that are refused or not sent', async () => {
      const [note, invoice] = [await owed(), await sent({ partnerCompanyId })]
      const { Invoices } = await import('../invoices/entity.ts')
      await Invoices.patch({ id: note.id })
        .set({ answer: { state: 'refused', at: '2026-11-20T09:00:00.000Z' } })
        .go()
      const paid = await sent({ partnerCompanyId })
      await step(paid.id, 'betaald')
      await done('POST', `/invoices/${paid.id}/credit-notes`, {})
      expect((await paying([invoice.id])).body).toMatchObject({ total: 1210, netted: [] })
    })
  })

  it('pays the rest of a partly paid invoice', async () => {
    const { id } = await sent()
    await done('PATCH', `/invoices/${id}/status`, { status: 'betaald', partAmount: 210.5 })
    expect(await done('GET', `/invoices/${id}`)).toMatchObject({ status: 'in_behandeling', openAmount: 999.5 })
    expect((await paying([id])).body).toMatchObject({ total: 999.5 })
    await step(id, 'betaald')
    expect(await sumPostingsOf(id)).toMatchObject({ creditor: 0, transit: -121000, discount: 0 })
  })

  it('names the holder of an account, whose name banks check, and is made anew once that changed', async () => {
    const { id } = await sent()
    const holder = (accountHolder: string) => done('PATCH', `/partners/${partner}`, { accountHolder })
    expect(await holder('Ł. Groß')).toMatchObject({ accountHolder: 'Ł. Groß', pendingBankAccount: null })
    const { body: file } = await paying([id])
    const { payments } = await done('GET', `/payment-files/${file.id}/payments`)
    expect(payments).toMatchObject([{ partnerName: 'Énergie Groß & Łukasz', accountHolder: 'Ł. Groß' }])
    const { text } = await call('GET', `/payment-files/${file.id}`)
    expect(textsIn(text, 'Nm').at(-1)).toBe('L. Gross')
    await holder('')
    expect((await call('GET', `/payment-files/${file.id}`)).body.message).toMatch(/^Het IBAN of de rekeninghouder van/)
  })

  it('is refused for a past day and for a day too far ahead', async () => {
    const { id } = await sent()
    const over = await paying([id], '2026-11-19')
    expect([over.status, over.body.errors.executionDate]).toEqual([422, ['De uitvoerdatum is voorbij']])
    expect((await paying([id], '2028-01-03')).status).toBe(422)
  })
})

async function auditOf(entityId: string) {
  const { AuditLogs } = await import('../../platform/data/audit.ts')
  const { data } = await AuditLogs.query.byEntity({ entityType: 'payment-file', entityId }).go()
  return { rows: data.map(({ action }) => action) }
}

it.each([
  ['Bos Energieadvies B.V.', 'Bos Energieadvies B.V.'],
  ["Zoë d'Hondt & Søn", "Zoe d'Hondt + Son"],
  ['محمد 😀', 'NOTPROVIDED'],
  ['x'.repeat(80), 'x'.repeat(70)],
])('a payee is named in characters that every bank accepts: %s', (name, written) => {
  expect(sepaNameOf(name)).toBe(written)
})
