import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceStatuses } from '../../../shared/contract/schemas/invoice-form.ts'
import { invoiceSteps } from '../../../shared/invoice-steps.ts'
import { agreementForm, attachmentForm, invoiceForm, partnerForm, settingsForm } from '../../../testing/self-billing.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let people: Record<'admin' | 'agent' | 'partnersAgent' | 'other' | 'unseeing', Person>
const sessions = new Map<string, string>()
let partner: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' }),
    agent: await world.person({ role: 'agent', teamId: 1 }),
    partnersAgent: await world.person({ role: 'teamleader', teamId: 1 }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    unseeing: await world.person({ role: 'agent', teamId: 1, hasInvoiceAccess: false }),
  }
  for (const person of Object.values(people)) sessions.set(person.id, await world.session(person))
  await done('PUT', '/settings', settingsForm())
  partner = await partnerWith({ assignedAgentId: people.partnersAgent.id })
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object, who: keyof typeof people = 'admin', headers = {}) =>
  world.call(method, `/api/self-billing${path}`, {
    as: sessions.get(people[who].id),
    ...(body ? { body } : {}),
    headers,
  })
async function done(method: string, path: string, body?: object, who: keyof typeof people = 'admin') {
  const reply = await call(method, path, body, who)
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}
async function partnerWith(form: object = {}, agreedOn: string | null = '2026-10-01'): Promise<string> {
  const { id } = await done('POST', '/partners', partnerForm(form))
  if (agreedOn) {
    const as = sessions.get(people.admin.id)
    await world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...agreementForm({ date: agreedOn }) })
  }
  return id
}
const invoice = (form: object = {}) => done('POST', '/invoices', invoiceForm(partner, form))
const refused = async (form: object, of = partner) => {
  const { status, body } = await call('POST', '/invoices', invoiceForm(of, form))
  return [status, body.message]
}
const step = (id: string, status: string, more: object = {}) =>
  call('PATCH', `/invoices/${id}/status`, { status, ...more })
/** Returns the status, open amount and payment date of an invoice. */
const standing = async (id: string) => {
  const { status, openAmount, paymentDate } = await done('GET', `/invoices/${id}`)
  return [status, openAmount, paymentDate]
}
/** Returns the entries of a document in the book, by kind; checks that they add up to its open amount. */
async function posted(id: string): Promise<string[]> {
  const { documentHistory } = await import('../../ledger/service.ts')
  const rows = await documentHistory(id)
  const onDocument = rows.flatMap(({ postings }) => postings).filter(({ documentId }) => documentId === id)
  const owed = onDocument.reduce((sum, { account, amount }) => (account === 'creditor' ? sum - amount : sum), 0)
  expect(owed + 0).toBe(Math.round((await done('GET', `/invoices/${id}`)).openAmount * 100) + 0)
  return rows.map(({ kind }) => kind)
}
const line = (unitPrice: number, more: object = {}) => ({
  description: 'Commissie',
  quantity: 1,
  unitPrice,
  vatRate: 21,
  ...more,
})

describe('an invoice', () => {
  it('is computed by the server, numbered, and dated by its terms', async () => {
    const made = await invoice({
      has48HourDiscount: true,
      lines: [line(33.33, { quantity: 3 }), line(12.5, { vatRate: 9 }), line(10, { vatRate: 0 })],
      totalAmount: 1,
    })
    expect(made).toMatchObject({
      ...{ totalAmount: 144.62, discountAmount: 4.34, creditRestrictionAmount: 7.01, finalAmount: 133.27 },
      ...{
        paymentTerms: '48_hours',
        invoiceDate: '2026-11-20',
        dueDate: '2026-11-22',
        isOverdue: false,
        daysOverdue: 0,
      },
      ...{
        payableToday: 144.62,
        openAmount: 0,
        status: 'concept',
        lineCount: 3,
        description: 'Commissie',
        isEditable: true,
      },
      ...{ supplyFrom: '2026-11-01', supplyTo: '2026-11-30', partnerName: 'Bos Energieadvies' },
    })
    expect(made.invoiceNumber).toMatch(/^YDS-2026-\d{4}$/)
    expect(made.vatPerRate.map(({ vatRate }: { vatRate: number }) => vatRate)).toEqual([21, 9, 0])
    const next = await invoice()
    expect(Number(next.invoiceNumber.slice(-4))).toBe(Number(made.invoiceNumber.slice(-4)) + 1)
    expect(next).toMatchObject({ dueDate: '2026-12-20', finalAmount: 1210, payableToday: 1210 })
  })

  it('is refused where its partner, dates or lines do not allow it', async () => {
    expect(await refused({ lines: [] })).toEqual([
      400,
      'Voeg minimaal één factuurlijn toe met een bedrag groter dan 0.',
    ])
    expect(await refused({ lines: [line(0)] })).toEqual([422, 'Bedrag moet groter zijn dan 0'])
    expect(await refused({ lines: [line(-1)] })).toEqual([400, 'Vul een prijs van 0 of meer in'])
    expect((await refused({ lines: [line(1.005)] }))[0]).toBe(400)
    expect((await refused({ lines: [line(10, { vatRate: 19 })] }))[0]).toBe(400)
    expect((await refused({ dueDate: '2026-12-21' }))[0]).toBe(422)
    expect((await refused({ has48HourDiscount: true, dueDate: '2026-11-23' }))[0]).toBe(422)
    expect((await refused({}, 'niemand'))[0]).toBe(422)
    const old = await partnerWith({}, '2020-01-01')
    expect(await refused({ invoiceDate: '2024-12-31' }, old)).toEqual([422, 'De factuurdatum ligt voor 01-01-2025'])
    expect((await call('POST', '/invoices', invoiceForm(old, { invoiceDate: '2025-01-01' }))).status).toBe(201)
    const agreed = await partnerWith({}, '2026-11-02')
    const early = 'De factuurdatum ligt voor de overeenkomst met deze partner van 02-11-2026'
    expect(await refused({ invoiceDate: '2026-11-01' }, agreed)).toEqual([422, early])
    const { id } = await done('POST', '/invoices', invoiceForm(agreed, { invoiceDate: '2026-11-02' }))
    const moved = await call('PATCH', `/invoices/${id}`, { invoiceDate: '2026-11-01' })
    expect([moved.status, moved.body.errors]).toEqual([422, { invoiceDate: [early] }])
    expect((await refused({}, await partnerWith({}, null)))[1]).toMatch(/geen overeenkomst/)
    expect((await refused({}, await partnerWith({ isActive: false })))[0]).toBe(422)
    expect((await refused({}, await partnerWith({ vatSchemes: [{ scheme: 'kor' }] })))[1]).toMatch(/geen btw/)
    expect((await refused({ has48HourDiscount: true }, await partnerWith({ allows48HourDiscount: false })))[0]).toBe(
      422,
    )
    const huge = Array.from({ length: 100 }, () => line(100_000, { quantity: 10_000 }))
    expect((await refused({ lines: huge }))[0]).toBe(422)
  })

  it('is paid with its discount until its due day ends in Amsterdam, and is overdue afterwards', async () => {
    const { id } = await invoice({ invoiceDate: '2026-11-21', dueDate: '2026-11-23', has48HourDiscount: true })
    await step(id, 'in_behandeling')
    const at = async (moment: string) => {
      world.travel(moment)
      sessions.set(people.admin.id, await world.session(people.admin))
      const { payableToday, isOverdue, daysOverdue } = await done('GET', `/invoices/${id}`)
      return [payableToday, isOverdue, daysOverdue]
    }
    expect(await at('2026-11-23T22:59:59Z')).toEqual([1115.01, false, 0])
    expect(await at('2026-11-23T23:00:00Z')).toEqual([1210, true, 1])
    await at('2026-11-23T09:00:00Z')
  })

  it('is numbered in the year of its date, which cannot change', async () => {
    world.travel('2026-12-31T22:30:00Z')
    sessions.set(people.admin.id, await world.session(people.admin))
    const first = await invoice({ invoiceDate: '2027-01-01' })
    expect(first.invoiceNumber).toBe('YDS-2027-0001')
    await step(first.id, 'in_behandeling')
    const next = await invoice({ invoiceDate: '2027-01-01' })
    const moved = await call('PATCH', `/invoices/${next.id}`, { invoiceDate: '2026-12-31' })
    expect(moved.body.errors).toHaveProperty('invoiceDate')
    await done('PUT', '/settings', settingsForm({ nextInvoiceNumber: 9999 }))
    expect((await invoice({ invoiceDate: '2026-12-31' })).invoiceNumber).toBe('YDS-2026-9999')
    expect((await invoice({ invoiceDate: '2026-12-31' })).invoiceNumber).toBe('YDS-2026-10000')
    // In Amsterdam the next year has begun.
    world.travel('2026-12-31T23:30:00Z')
    sessions.set(people.admin.id, await world.session(people.admin))
    expect((await done('GET', '/settings')).nextInvoiceNumber).toBe(3)
    const credit = await done('POST', `/invoices/${first.id}/credit-notes`, {})
    expect([credit.invoiceNumber, credit.invoiceDate]).toEqual(['YDC-2027-0001', '2027-01-01'])
    world.travel('2026-11-23T09:00:00Z')
  })

  it('is numbered in the series of its prefix, which starts at 0001, continues after a switch, and only rises', async () => {
    const settings = (form: object) => done('PUT', '/settings', settingsForm(form))
    const numbers = async (count: number) => {
      const made = []
      for (let at = 0; at < count; at++) made.push((await invoice()).invoiceNumber)
      return made
    }
    const before = await done('GET', '/settings')
    expect(before.nextInvoiceNumber).toBeGreaterThan(2)
    // A client sends back the number that it read with another prefix; that number belongs to the old series.
    const other = { invoicePrefix: 'NOORD', nextInvoiceNumber: before.nextInvoiceNumber }
    expect((await settings(other)).nextInvoiceNumber).toBe(1)
    expect(await numbers(2)).toEqual(['NOORD-2026-0001', 'NOORD-2026-0002'])
    expect((await done('GET', '/settings')).nextInvoiceNumber).toBe(3)
    const lower = settingsForm({ invoicePrefix: 'NOORD', nextInvoiceNumber: 2 })
    const refused = await call('PUT', '/settings', lower)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { nextInvoiceNumber: ['Het volgende nummer kan niet lager zijn dan 3'] },
    ])

    // A new prefix and its first number at once; an earlier prefix continues.
    expect((await settings({ invoicePrefix: 'ZUID', nextInvoiceNumber: 40 })).nextInvoiceNumber).toBe(40)
    expect(await numbers(1)).toEqual(['ZUID-2026-0040'])
    expect((await settings({ invoicePrefix: 'NOORD' })).nextInvoiceNumber).toBe(3)
    expect(await numbers(1)).toEqual(['NOORD-2026-0003'])
    expect((await settings({ invoicePrefix: 'YDS' })).nextInvoiceNumber).toBe(before.nextInvoiceNumber)
  })

  it('fifty at once, ten of them refused, get numbers without gaps or duplicates', async () => {
    const lastOf = async () => Number((await done('GET', '/settings')).nextInvoiceNumber)
    const from = await lastOf()
    const forms = Array.from({ length: 60 }, (_, at) => invoiceForm(at % 6 === 5 ? 'niemand' : partner))
    // On a busy machine some get a 503 and try again, like a client.
    const insist = async (form: object): ReturnType<typeof call> => {
      const reply = await call('POST', '/invoices', form)
      return reply.status === 503 && Number(reply.headers['retry-after']) > 0 ? insist(form) : reply
    }
    const replies = await Promise.all(forms.map(insist))
    const made = replies.filter(({ status }) => status === 201).map(({ body }) => Number(body.invoiceNumber.slice(9)))
    expect(replies.filter(({ status }) => ![201, 422].includes(status))).toEqual([])
    expect(made.length).toBe(50)
    expect(made.toSorted((one, other) => one - other)).toEqual(made.map((_, at) => from + at))
    expect(await lastOf()).toBe(from + made.length)
  })
})

describe('a concept', () => {
  it('is changed under If-Match, and values that depend on its terms follow them', async () => {
    const { id, version } = await invoice()
    const headers = { 'if-match': `"${version}"` }
    const on = await call('PATCH', `/invoices/${id}`, { has48HourDiscount: true }, 'admin', headers)
    expect(on.body).toMatchObject({ dueDate: '2026-11-22', paymentTerms: '48_hours', finalAmount: 1115.01 })
    expect((await call('PATCH', `/invoices/${id}`, { notes: 'x' }, 'admin', headers)).status).toBe(409)
    const off = await done('PATCH', `/invoices/${id}`, { has48HourDiscount: false, notes: 'Let op' })
    expect(off).toMatchObject({ dueDate: '2026-12-20', finalAmount: 1210, notes: 'Let op', description: 'Commissie' })
    expect((await done('PATCH', `/invoices/${id}`, { lines: [line(847.5)] })).totalAmount).toBe(1025.48)
    const { entries } = await done('GET', `/invoices/${id}/history`)
    const changes = entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes)
    const lines = changes.find(({ field }: { field: string }) => field === 'lines')
    expect([lines.before[0].unitPrice, lines.after[0].unitPrice]).toEqual([1000, 847.5])
  })

  it('needs a description at creation and change', async () => {
    const { id } = await invoice()
    for (const description of ['', null]) {
      const errors = { description: ['Omschrijving is verplicht'] }
      const made = await call('POST', '/invoices', invoiceForm(partner, { description }))
      expect(made).toMatchObject({ status: 400, body: { errors } })
      expect(await call('PATCH', `/invoices/${id}`, { description })).toMatchObject({ status: 400, body: { errors } })
    }
  })

  it('has by default a quantity of 1 and the VAT rate of the invoice, or 0 under a scheme without VAT', async () => {
    const bare = { description: 'Advies', unitPrice: 100 }
    const rates = ({ lines }: { lines: { quantity: number; vatRate: number }[] }) =>
      lines.map(({ quantity, vatRate }) => [quantity, vatRate])
    const made = await invoice({ vatRate: 9, lines: [bare, { ...bare, quantity: 2, vatRate: 0 }] })
    expect(rates(made)).toEqual([
      [1, 9],
      [2, 0],
    ])
    expect(rates(await invoice({ lines: [bare] }))).toEqual([[1, 21]])
    const changed = await done('PATCH', `/invoices/${made.id}`, { lines: [bare] })
    expect([rates(changed), changed.totalAmount]).toEqual([[[1, 9]], 109])
    expect(rates(await done('PATCH', `/invoices/${made.id}`, { vatRate: 0, lines: [bare] }))).toEqual([[1, 0]])
    const withoutVat = await partnerWith({ vatSchemes: [{ scheme: 'kor' }] })
    expect(rates(await done('POST', '/invoices', invoiceForm(withoutVat, { lines: [bare] })))).toEqual([[1, 0]])
  })

  it('of a partner with a renewed agreement is changed and issued, dated from the first agreement on', async () => {
    const at = async (moment: string) => {
      world.travel(moment)
      sessions.set(people.admin.id, await world.session(people.admin))
    }
    await at('2026-12-30T09:00:00Z')
    const renewed = await partnerWith({}, '2026-10-01')
    const form = invoiceForm(renewed, { invoiceDate: '2026-12-30', has48HourDiscount: true })
    const [{ id }, old] = [await done('POST', '/invoices', form), await done('POST', '/invoices', form)]
    await at('2027-01-05T09:00:00Z')
    const as = sessions.get(people.admin.id)
    const agree = (date: string) =>
      world.call('PUT', `/api/self-billing/partners/${renewed}/agreement`, { as, ...agreementForm({ date }) })
    expect((await agree('2027-01-02')).status).toBe(200)
    expect(await done('GET', `/partners/${renewed}`)).toMatchObject({
      ...{ agreedSince: '2026-10-01', agreement: { date: '2027-01-02' } },
    })
    await done('PATCH', `/invoices/${id}`, { description: 'Commissies van december' })
    expect((await step(id, 'in_behandeling')).body.message).toBe('Het 48-uur aanbod is verlopen: zet de korting uit.')
    await done('PATCH', `/invoices/${id}`, { has48HourDiscount: false })
    expect((await step(id, 'in_behandeling')).status).toBe(200)
    await done('POST', '/invoices', invoiceForm(renewed, { invoiceDate: '2026-12-31' }))
    expect(await refused({ invoiceDate: '2026-09-30' }, renewed)).toEqual([
      422,
      'De factuurdatum ligt voor de overeenkomst met deze partner van 01-10-2026',
    ])
    await at('2028-01-05T09:00:00Z')
    await done('PATCH', `/invoices/${old.id}`, { has48HourDiscount: false })
    expect((await step(old.id, 'in_behandeling')).status).toBe(200)
    await at('2026-11-23T09:00:00Z')
  })

  it('has attachments that its readers open, with content that matches their name', async () => {
    const as = sessions.get(people.admin.id)
    const upload = (filename: string, content: string) =>
      world.call('POST', '/api/self-billing/upload-attachment', { as, ...attachmentForm(filename, content) })
    expect((await upload('uren.xlsx', 'a;b')).status).toBe(415)
    expect((await upload('uren.csv', '%PDF-1.7')).status).toBe(415)
    const { body: uploaded } = await upload('urën 1.csv', 'dag;uren')
    const made = await invoice({ attachments: [uploaded.path], assignedUserId: people.agent.id })
    expect(made.attachments).toEqual([uploaded])
    const file = await call('GET', `/invoices/${made.id}/attachments/${uploaded.path}`, undefined, 'agent')
    expect([file.status, file.text]).toEqual([200, 'dag;uren'])
    for (const [who, id] of [
      ['other', made.id],
      ['agent', (await invoice()).id],
    ] as const) {
      expect((await call('GET', `/invoices/${id}/attachments/${uploaded.path}`, undefined, who)).status).toBe(404)
    }
    expect((await call('POST', '/invoices', invoiceForm(partner, { attachments: ['weg'] }))).status).toBe(422)
  })

  it('keeps an upload that it names; other uploads expire', async () => {
    const { Attachments } = await import('../invoices/entity.ts')
    const as = sessions.get(people.admin.id)
    const upload = async () =>
      (await world.call('POST', '/api/self-billing/upload-attachment', { as, ...attachmentForm() })).body.path
    const stored = async (path: string) => (await Attachments.get({ path }).go({ consistent: true })).data
    const [used, spare] = [await upload(), await upload()]
    const month = Date.parse('2026-12-23T09:00:00Z') / 1000
    expect((await stored(used))?.expires).toBe(month)
    const { id } = await invoice()
    await done('PATCH', `/invoices/${id}`, { attachments: [used] })
    await done('PATCH', `/invoices/${id}`, { attachments: [used], notes: 'Nog eens' })
    expect([(await stored(used))?.expires, (await stored(spare))?.expires]).toEqual([undefined, month])
    expect((await call('GET', `/invoices/${id}/attachments/${used}`)).text).toBe('dag;uren')
    // Its time to live has passed.
    await Attachments.delete({ path: spare }).go()
    const late = await call('PATCH', `/invoices/${id}`, { attachments: [used, spare] })
    expect([late.status, late.body.errors.attachments]).toEqual([
      422,
      [expect.stringMatching(/niet \(meer\) te vinden/)],
    ])
  })
})

describe('the workflow', () => {
  it('follows the table of steps, from every status to every other', async () => {
    const roads = {
      concept: [],
      in_behandeling: ['in_behandeling'],
      betaald: ['in_behandeling', 'betaald'],
      cancelled: ['cancelled'],
    }
    for (const from of invoiceStatuses) {
      for (const to of invoiceStatuses) {
        const { id } = await invoice()
        for (const status of roads[from]) expect((await step(id, status)).status).toBe(200)
        const isSent = from === 'in_behandeling' || from === 'betaald'
        const isStep = invoiceSteps({ status: from, isSent }).includes(to)
        expect((await step(id, to)).status, `${from} → ${to}`).toBe(isStep ? 200 : 409)
      }
    }
  })

  it('stores the payment date and clears it on the way back; a sent invoice keeps its contents', async () => {
    const { id } = await invoice()
    expect((await step(id, 'in_behandeling', { paymentDate: '2026-11-20' })).status).toBe(422)
    const sent = (await step(id, 'in_behandeling')).body
    expect(sent).toMatchObject({ sentAt: '2026-11-23T09:00:00.000Z', isEditable: false, sentToPartner: false })
    expect((await step(id, 'betaald', { paymentDate: '2026-11-24' })).status).toBe(422)
    expect((await done('PATCH', `/invoices/${id}`, { status: 'paid', paymentDate: '2026-11-20' })).paymentDate).toBe(
      '2026-11-20',
    )
    expect((await step(id, 'in_behandeling')).body).toMatchObject({
      ...{ paymentDate: null, takenBack: { paidOn: '2026-11-20', sentBackOn: null } },
    })
    expect((await step(id, 'betaald')).body).toMatchObject({ paymentDate: '2026-11-23', takenBack: null })
    await step(id, 'in_behandeling')
    expect((await step(id, 'concept')).body).toMatchObject({ status: 'concept', isEditable: false })
    expect((await call('PATCH', `/invoices/${id}`, { lines: [line(1)] })).body.message).toMatch(/is verstuurd/)
    expect((await step(id, 'cancelled')).body.message).toMatch(/creditfactuur van het geheel/)
    expect((await done('PATCH', `/invoices/${id}`, { notes: 'Nog wel', assignedUserId: people.agent.id })).notes).toBe(
      'Nog wel',
    )
    await done('PATCH', `/partners/${partner}`, { name: 'Bos & Zonen' })
    expect(await done('GET', `/invoices/${id}`)).toMatchObject({ partnerName: 'Bos Energieadvies' })
    await done('PATCH', `/partners/${partner}`, { name: 'Bos Energieadvies' })
  })

  it('sends no 48-hour offer that has expired, by any route', async () => {
    const { id } = await invoice({ has48HourDiscount: true })
    const refusal = 'Het 48-uur aanbod is verlopen: zet de factuurdatum op vandaag of zet de korting uit.'
    const replies = [
      await step(id, 'in_behandeling'),
      await call('PATCH', `/invoices/${id}`, { status: 'in_behandeling' }),
      await call('POST', '/send-invoice-email', { invoiceId: id }),
    ]
    for (const { status, body } of replies) {
      expect([status, body.message, body.errors]).toEqual([422, refusal, { invoiceDate: [refusal] }])
    }
    await done('PATCH', `/invoices/${id}`, { invoiceDate: '2026-11-21' })
    // The last day of the offer.
    expect((await step(id, 'in_behandeling')).body).toMatchObject({ dueDate: '2026-11-23', payableToday: 1115.01 })
    const other = await invoice({ has48HourDiscount: true })
    await done('PATCH', `/invoices/${other.id}`, { has48HourDiscount: false })
    expect((await step(other.id, 'in_behandeling')).body).toMatchObject({ payableToday: 1210 })
  })

  it('takes one step for fifty requests at once', async () => {
    const { id } = await invoice()
    const replies = await Promise.all(Array.from({ length: 50 }, () => step(id, 'in_behandeling')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
  })
})

describe('a credit note', () => {
  it('credits lines and quantities of a sent invoice, never more than the rest, to the cent', async () => {
    const made = await invoice({ lines: [line(33.33, { quantity: 3 }), line(0.25, { quantity: 0.5 })] })
    const credit = (body: object) => call('POST', `/invoices/${made.id}/credit-notes`, body)
    expect((await credit({})).status).toBe(409)
    await step(made.id, 'in_behandeling')
    const first = await credit({ quantities: [{ lineOrder: 1, quantity: 1 }] })
    expect(first.body).toMatchObject({
      ...{ type: 'credit_note', invoiceNumber: 'YDC-2026-0001', amount: -33.33, vatAmount: -7, totalAmount: -40.33 },
      ...{ creditedInvoice: { id: made.id, invoiceNumber: made.invoiceNumber }, isEditable: false },
    })
    expect((await credit({ quantities: [{ lineOrder: 1, quantity: 2.01 }] })).status).toBe(422)
    const rest = await credit({})
    const { lines } = await done('GET', `/invoices/${rest.body.id}`)
    expect(lines.map(({ quantity }: { quantity: number }) => quantity)).toEqual([-2, -0.5])
    expect(Math.round((rest.body.totalAmount + first.body.totalAmount + made.totalAmount) * 100)).toBe(0)
    expect((await credit({})).status).toBe(409)
    const { creditNotes, creditable } = await done('GET', `/invoices/${made.id}`)
    expect([creditNotes.map((one: { invoiceNumber: string }) => one.invoiceNumber), creditable]).toEqual([
      ['YDC-2026-0001', 'YDC-2026-0002'],
      [],
    ])
    expect((await call('PATCH', `/invoices/${first.body.id}`, { lines: [line(5)] })).status).toBe(409)
    expect((await step(first.body.id, 'in_behandeling')).status).toBe(200)
  })

  it('restores the credited quantities when it is cancelled, to the cent', async () => {
    const made = await invoice({ lines: [line(33.33, { quantity: 3 }), line(0.25, { quantity: 0.5 })] })
    await step(made.id, 'in_behandeling')
    const credit = (body: object) => done('POST', `/invoices/${made.id}/credit-notes`, body)
    const some = await credit({ quantities: [{ lineOrder: 1, quantity: 1 }] })
    const rest = await credit({})
    const left = async () => (await done('GET', `/invoices/${made.id}`)).creditable
    expect(await left()).toEqual([])
    expect((await step(some.id, 'cancelled')).status).toBe(200)
    expect(await left()).toMatchObject([{ lineOrder: 1, quantity: 1, isCommission: false }])
    expect((await step(some.id, 'cancelled')).status).toBe(409)
    await step(rest.id, 'cancelled')
    expect(await done('GET', `/invoices/${made.id}`)).toMatchObject({
      credited: 'none',
      creditable: [
        { lineOrder: 1, quantity: 3 },
        { lineOrder: 2, quantity: 0.5 },
      ],
    })
    expect((await credit({})).totalAmount).toBe(-made.totalAmount)
  })

  it('settles its invoice when it is issued, in part or in full, and is posted once', async () => {
    const made = await invoice({ lines: [line(100), line(50)] })
    await step(made.id, 'in_behandeling')
    const credit = (lineOrder: number) =>
      done('POST', `/invoices/${made.id}/credit-notes`, { quantities: [{ lineOrder, quantity: 1 }] })
    const first = await credit(1)
    expect(await standing(made.id)).toEqual(['in_behandeling', 181.5, null])
    expect((await step(first.id, 'in_behandeling')).body).toMatchObject({ status: 'betaald', openAmount: 0 })
    expect(await standing(made.id)).toEqual(['in_behandeling', 60.5, null])
    const last = await credit(2)
    await done('POST', '/send-invoice-email', { invoiceId: last.id })
    expect(await standing(made.id)).toEqual(['betaald', 0, '2026-11-23'])
    // Nothing was paid, so nothing can be taken back.
    const { status, body } = await step(made.id, 'in_behandeling')
    expect([status, body.message]).toEqual([
      409,
      `${made.invoiceNumber} is verrekend en niet betaald: er is niets terug te draaien.`,
    ])
    expect(await posted(made.id)).toEqual(['issue', 'set-off', 'set-off'])
    expect(await posted(first.id)).toEqual(['credit', 'set-off'])
  })

  it('is owed by the partner for the part of its invoice that was paid, after settling the rest', async () => {
    const made = await invoice()
    await step(made.id, 'in_behandeling')
    await step(made.id, 'betaald', { partAmount: 1000 })
    expect(await standing(made.id)).toEqual(['in_behandeling', 210, null])
    const note = await done('POST', `/invoices/${made.id}/credit-notes`, {})
    const issued = (await step(note.id, 'in_behandeling')).body
    expect(issued).toMatchObject({ status: 'in_behandeling', openAmount: -1000, payableToday: -1000 })
    expect(await standing(made.id)).toEqual(['betaald', 0, '2026-11-23'])
    // The partner repays it, in two parts.
    expect((await step(note.id, 'betaald', { partAmount: 400 })).body).toMatchObject({
      openAmount: -600,
      paidAmount: -400,
    })
    expect((await step(note.id, 'betaald')).body).toMatchObject({ status: 'betaald', openAmount: 0, paidAmount: -1000 })
  })

  it('reverses its share of the discount on its invoice; the last of several reverses the rest', async () => {
    const made = await invoice({
      invoiceDate: '2026-11-23',
      has48HourDiscount: true,
      lines: [line(847.5, { quantity: 1 })],
    })
    await step(made.id, 'in_behandeling')
    const paid = (await step(made.id, 'betaald')).body
    expect(paid).toMatchObject({ paidAmount: 944.98, discountTaken: 80.5, openAmount: 0 })
    const owed: number[] = []
    for (const quantity of [0.33, 0.33, undefined]) {
      const body = quantity === undefined ? {} : { quantities: [{ lineOrder: 1, quantity }] }
      const note = await done('POST', `/invoices/${made.id}/credit-notes`, body)
      owed.push((await step(note.id, 'in_behandeling')).body.openAmount)
    }
    // The whole payment comes back, and no cent of the discount.
    expect(Math.round(owed.reduce((sum, one) => sum + one, 0) * 100)).toBe(-94_498)
    expect((await done('GET', `/invoices/${made.id}`)).discountTaken).toBe(0)
    // Its payment bounces: the amount without the credit notes is open again.
    expect((await step(made.id, 'in_behandeling')).body.openAmount).toBe(944.98)
  })

  it('is set off by hand against another invoice of its partner, as far as it reaches', async () => {
    const of = await partnerWith()
    const made = async (price: number) => {
      const { id } = await done('POST', '/invoices', invoiceForm(of, { lines: [line(price)] }))
      await step(id, 'in_behandeling')
      return id
    }
    const [paid, small, large] = [await made(200), await made(50), await made(300)]
    await step(paid, 'betaald')
    const note = await done('POST', `/invoices/${paid}/credit-notes`, {})
    await step(note.id, 'in_behandeling')
    const settle = (id: string) => step(id, 'betaald', { byCreditNotes: true })
    const tooLow =
      'De openstaande creditfacturen van deze partner zijn samen lager. Betaal wat overblijft met een betaalbestand.'
    const { status, body } = await settle(large)
    expect([status, body.message]).toEqual([409, tooLow])
    expect((await settle(small)).body).toMatchObject({ status: 'betaald', openAmount: 0, paidAmount: 0 })
    expect((await done('GET', `/invoices/${note.id}`)).openAmount).toBe(-181.5)
    expect((await step(small, 'in_behandeling')).status).toBe(409)
  })

  it('of a refused invoice leaves nothing to pay', async () => {
    const made = await invoice()
    await step(made.id, 'in_behandeling')
    const { Invoices } = await import('../invoices/entity.ts')
    const answer = { state: 'refused' as const, at: '2026-11-23T08:00:00.000Z', reason: 'Nee' }
    await Invoices.patch({ id: made.id }).set({ answer }).go()
    expect((await step(made.id, 'betaald')).status).toBe(409)
    const note = await done('POST', `/invoices/${made.id}/credit-notes`, {})
    await step(note.id, 'in_behandeling')
    expect(await standing(made.id)).toEqual(['betaald', 0, '2026-11-23'])
  })

  it('goes to the accounting automatically, unless its invoice was refused before they had it', async () => {
    const { Invoices } = await import('../invoices/entity.ts')
    const noteOf = async (marks: object) => {
      const { id } = await invoice()
      await step(id, 'in_behandeling')
      await Invoices.patch({ id }).set(marks).go()
      return (await done('POST', `/invoices/${id}/credit-notes`, {})).autoSendEnabled
    }
    const answer = { state: 'refused' as const, at: '2026-11-23T08:00:00.000Z', reason: 'Nee' }
    expect(await Promise.all([{}, { answer }, { answer, sentToAccounting: true }].map(noteOf))).toEqual([
      true,
      false,
      true,
    ])
  })

  it('needs an invoice with a payment date between its own date and today, in every call', async () => {
    const { id } = await invoice({ invoiceDate: '2026-11-20' })
    await step(id, 'in_behandeling')
    const paid = { status: 'betaald', paymentDate: '2026-11-19' }
    const early = {
      status: 422,
      body: { errors: { paymentDate: ['De betaaldatum ligt voor de factuurdatum van 20-11-2026'] } },
    }
    expect(await call('PATCH', `/invoices/${id}/status`, paid)).toMatchObject(early)
    expect(await call('PATCH', `/invoices/${id}`, paid)).toMatchObject(early)
    const late = { ...paid, paymentDate: '2026-11-24' }
    expect(await call('PATCH', `/invoices/${id}`, late)).toMatchObject({
      ...{ status: 422, body: { errors: { paymentDate: ['De betaaldatum ligt in de toekomst'] } } },
    })
    const first = { ...paid, paymentDate: '2026-11-20' }
    expect(await done('PATCH', `/invoices/${id}`, first)).toMatchObject(first)

    // An invoice with a future date cannot be paid yet.
    const ahead = await invoice({ invoiceDate: '2026-11-30' })
    await step(ahead.id, 'in_behandeling')
    expect((await step(ahead.id, 'betaald')).body.errors).toHaveProperty('paymentDate')
  })

  it('charges the VAT of the credited lines, whatever the partner charges now', async () => {
    const of = await partnerWith()
    const { id } = await done('POST', '/invoices', invoiceForm(of, { lines: [line(100)] }))
    await step(id, 'in_behandeling')
    const vatSchemes = [{ scheme: 'normaal' }, { from: '2026-12-01', scheme: 'kor' }]
    await done('PATCH', `/partners/${of}`, { vatSchemes })
    world.travel('2026-12-02T09:00:00Z')
    sessions.set(people.admin.id, await world.session(people.admin))
    const note = await done('POST', `/invoices/${id}/credit-notes`, {})
    expect((await step(note.id, 'in_behandeling')).status).toBe(200)
    const { text } = await call('GET', `/invoices/${note.id}/ubl`)
    expect(text).toMatch(/<cac:TaxCategory><cbc:ID>S<\/cbc:ID><cbc:Percent>21<\/cbc:Percent><cac:TaxScheme>/)
    expect(text).not.toContain('kleineondernemersregeling')
    world.travel('2026-11-23T09:00:00Z')
    sessions.set(people.admin.id, await world.session(people.admin))
  })

  it('is not dated before its invoice', async () => {
    const { id, invoiceNumber } = await invoice({ invoiceDate: '2026-11-25' })
    await step(id, 'in_behandeling')
    const early = await call('POST', `/invoices/${id}/credit-notes`, { invoiceDate: '2026-11-24' })
    const refusal = `De factuurdatum ligt voor factuur ${invoiceNumber} van 25-11-2026`
    expect([early.status, early.body.errors]).toEqual([422, { invoiceDate: [refusal] }])
    // Today is two days earlier.
    expect((await done('POST', `/invoices/${id}/credit-notes`, {})).invoiceDate).toBe('2026-11-25')
  })

  it('of the whole leaves nothing overdue, and totals 0 with its invoice', async () => {
    const of = await partnerWith()
    const dates = { invoiceDate: '2026-10-01', dueDate: '2026-10-02' }
    const { id } = await done('POST', '/invoices', invoiceForm(of, dates))
    await step(id, 'in_behandeling')
    const shown = async () => {
      const late = await done('GET', `/invoices?status=overdue&partnerCompanyId=${of}`)
      const { credited, isOverdue, daysOverdue } = await done('GET', `/invoices/${id}`)
      return [credited, isOverdue, daysOverdue, late.length]
    }
    expect(await shown()).toEqual(['none', true, 52, 1])
    const half = { quantities: [{ lineOrder: 1, quantity: 0.5 }] }
    const first = await done('POST', `/invoices/${id}/credit-notes`, half)
    await step(first.id, 'in_behandeling')
    expect(await shown()).toEqual(['part', true, 52, 1])
    const rest = await done('POST', `/invoices/${id}/credit-notes`, {})
    await step(rest.id, 'in_behandeling')
    expect(await shown()).toEqual(['whole', false, 0, 0])
    expect(await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).toMatchObject({ count: 3, payableToday: 0 })
  })

  it('within the 48 hours leaves the offer on the rest, once it is issued', async () => {
    const of = await partnerWith()
    const prompt = { invoiceDate: '2026-11-23', has48HourDiscount: true }
    const { id } = await done('POST', '/invoices', invoiceForm(of, prompt))
    await step(id, 'in_behandeling')
    const payable = async () => (await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).payableToday
    const half = { quantities: [{ lineOrder: 1, quantity: 0.5 }] }
    const note = await done('POST', `/invoices/${id}/credit-notes`, half)
    expect(await payable()).toBe(1115.01)
    await step(note.id, 'in_behandeling')
    // 605.00 less 3 % (18.15) less 5 % of the rest (29.34).
    expect(await payable()).toBe(557.51)
    expect((await step(id, 'betaald')).body).toMatchObject({
      paidAmount: 557.51,
      discountTaken: 47.49,
      status: 'betaald',
    })
  })

  it('many at once credit no more than the invoice', async () => {
    const made = await invoice({ lines: [line(10, { quantity: 3 })] })
    await step(made.id, 'in_behandeling')
    const body = { quantities: [{ lineOrder: 1, quantity: 2 }] }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', `/invoices/${made.id}/credit-notes`, body)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})

describe('lists', () => {
  it('show, total, count and export the filtered invoices', async () => {
    const of = await partnerWith({ name: 'Łukasz Advies' })
    const one = await done('POST', '/invoices', invoiceForm(of, { lines: [line(100)], description: 'Énergie' }))
    const other = await done(
      'POST',
      '/invoices',
      invoiceForm(of, { lines: [line(50)], invoiceDate: '2026-10-01', dueDate: '2026-10-02' }),
    )
    await step(one.id, 'in_behandeling')
    await step(other.id, 'in_behandeling')
    const numbers = async (query: string) =>
      (await done('GET', `/invoices${query}`)).map(({ id }: { id: string }) => id)
    expect(await numbers(`?partnerCompanyId=${of}`)).toEqual([one.id, other.id])
    expect(await numbers(`?partnerCompanyId=${of}&status=sent`)).toEqual([one.id, other.id])
    expect(await numbers(`?status=overdue&partnerCompanyId=${of}`)).toEqual([other.id])
    expect(await numbers(`/status/in_behandeling?partnerCompanyId=${of}`)).toEqual([one.id, other.id])
    expect(await numbers('?q=energie&from=2026-11-01&limit=500')).toContain(one.id)
    expect(await numbers(`?q=${encodeURIComponent('łukasz')}&to=2026-10-31`)).toEqual([other.id])
    expect(await numbers(`?q=${one.invoiceNumber.toLowerCase()}`)).toEqual([one.id])
    expect(await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).toEqual({
      ...{ count: 2, creditNotes: 0, amount: 150, vatAmount: 31.5, totalAmount: 181.5 },
      ...{ concept: 0, paid: 0, toPay: 181.5, payableToday: 181.5, inPaymentFile: 0, isWhole: true },
    })
    const csv = (await call('GET', `/invoices/export?partnerCompanyId=${of}`)).text
    expect(Buffer.from(csv, 'latin1').toString()).toContain('Łukasz Advies')
    const { statuses } = await done('GET', '/invoices/counts')
    const counted = await Promise.all(
      invoiceStatuses.map(async (status) => (await numbers(`/status/${status}?limit=500`)).length),
    )
    expect(Object.values(statuses)).toEqual(counted)
  })

  it('total consistently, with negative credit notes and without cancelled documents', async () => {
    const of = await partnerWith()
    const make = (price: number) => done('POST', '/invoices', invoiceForm(of, { lines: [line(price)] }))
    const [concept, cancelled, paid, open] = [await make(10), await make(1000), await make(20), await make(30)]
    await step(cancelled.id, 'cancelled')
    for (const { id } of [paid, open]) await step(id, 'in_behandeling')
    await step(paid.id, 'betaald')
    const body = { quantities: [{ lineOrder: 1, quantity: 1 }] }
    const note = await done('POST', `/invoices/${paid.id}/credit-notes`, body)
    await step(note.id, 'in_behandeling')
    expect(await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).toMatchObject({
      ...{ count: 5, creditNotes: 1, amount: 40, vatAmount: 8.4, totalAmount: 48.4 },
      ...{ concept: 12.1, paid: 24.2, toPay: 12.1 },
    })
    const cancelledOnly = await done('GET', `/invoices/totals?partnerCompanyId=${of}&status=cancelled`)
    expect(cancelledOnly).toMatchObject({ count: 1, totalAmount: 0 })
    expect(concept.status).toBe('concept')
  })

  it('count what they show, by status and by the partner’s answer, under the same filters', async () => {
    const of = await partnerWith()
    const { Invoices } = await import('../invoices/entity.ts')
    const at = '2026-11-22T10:00:00.000Z'
    const answers = [
      { answer: { state: 'accepted' as const, at } },
      { answer: { state: 'refused' as const, at, reason: 'Nee' } },
      { presentedAt: '2026-10-01T10:00:00.000Z' },
      {},
    ]
    const ids: string[] = []
    for (const answer of answers) {
      const { id } = await done('POST', '/invoices', invoiceForm(of))
      await step(id, 'in_behandeling')
      await Invoices.patch({ id }).set(answer).go()
      ids.push(id)
    }
    const old = invoiceForm(of, { invoiceDate: '2026-10-01', dueDate: '2026-10-02' })
    await done('POST', '/invoices', old)
    const query = `partnerCompanyId=${of}`
    const listed = async (more: string) =>
      (await done('GET', `/invoices?${query}&${more}`)).map(({ id }: { id: string }) => id)
    expect(
      await Promise.all(['accepted', 'refused', 'silent', 'waiting'].map((one) => listed(`acceptance=${one}`))),
    ).toEqual(ids.map((id) => [id]))
    expect((await call('GET', `/invoices?${query}&acceptance=tacit`)).status).toBe(400)
    const counts = await done('GET', `/invoices/counts?${query}`)
    expect(counts).toEqual({
      statuses: { concept: 1, in_behandeling: 4, betaald: 0, cancelled: 0 },
      // A concept is never overdue.
      ...{ overdue: 0, all: 5, acceptance: { accepted: 1, silent: 1, waiting: 1, refused: 1 } },
    })
    expect(await done('GET', `/invoices/counts?${query}&acceptance=refused&status=in_behandeling`)).toEqual({
      statuses: { concept: 0, in_behandeling: 1, betaald: 0, cancelled: 0 },
      ...{ overdue: 0, all: 1, acceptance: { accepted: 1, silent: 1, waiting: 1, refused: 1 } },
    })
    expect((await done('GET', `/invoices/counts?${query}&status=concept`)).acceptance).toEqual({
      ...{ accepted: 0, silent: 0, waiting: 0, refused: 0 },
    })
    expect(await done('GET', `/invoices/totals?${query}&acceptance=refused`)).toMatchObject({ count: 1 })
  })

  it('show users the invoices assigned to them or to their partner, without notes and with a masked IBAN', async () => {
    const mine = await invoice({ assignedUserId: people.agent.id, notes: 'Alleen voor kantoor' })
    const list = async (who: keyof typeof people) =>
      (await done('GET', '/invoices/assigned?limit=500', undefined, who)).map(({ id }: { id: string }) => id)
    expect(await list('agent')).toContain(mine.id)
    expect(await list('partnersAgent')).toContain(mine.id)
    expect(await list('other')).toEqual([])
    expect((await call('GET', '/invoices/assigned', undefined, 'unseeing')).status).toBe(403)
    const sheet = (status: string, who: 'agent' | 'unseeing' = 'agent') =>
      call('GET', `/invoices/assigned/export?status=${status}`, undefined, who)
    expect((await sheet('concept')).text).toContain(mine.invoiceNumber)
    expect((await sheet('concept')).text).not.toContain('Alleen voor kantoor')
    expect((await sheet('betaald')).text).not.toContain(mine.invoiceNumber)
    expect((await sheet('concept', 'unseeing')).status).toBe(403)
    const seen = await done('GET', `/invoices/${mine.id}`, undefined, 'agent')
    expect([seen.notes, seen.partner.bankAccount]).toEqual([null, 'NL•• •••• •••• ••36 37'])
    expect((await done('GET', `/invoices/${mine.id}`)).partner.bankAccount).toBe('NL91RABO0315273637')
    expect((await call('GET', `/invoices/${mine.id}`, undefined, 'other')).status).toBe(404)
    expect((await call('PATCH', `/invoices/${mine.id}`, { notes: 'x' }, 'agent')).status).toBe(403)
  })

  it('keep a partner with invoices from being deleted', async () => {
    expect((await call('DELETE', `/partners/${partner}`)).status).toBe(409)
    expect((await done('GET', `/partners/${partner}`)).invoiceCount).toBeGreaterThan(0)
  })
})
