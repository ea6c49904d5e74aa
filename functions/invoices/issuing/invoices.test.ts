import { afterAll, describe, expect, it } from 'vitest'
import { invoiceStatuses } from '../../../shared/api/parts/billing.ts'
import { listInvoiceSteps } from '../../../shared/invoicing/invoice-steps.ts'
import {
  buildAgreementForm,
  buildAttachmentForm,
  buildInvoiceForm,
  buildSettingsForm,
} from '../../../testing/invoices.ts'
import { buildInvoiceLine, startInvoiceWorld } from '../../../testing/worlds/invoices.ts'

const { world, people, sessions, partner, call, done, partnerWith, invoice, step } = await startInvoiceWorld()
afterAll(() => world.stop())

const refused = async (form: object, of = partner) => {
  const { status, body } = await call('POST', '/invoices', buildInvoiceForm(of, form))
  return [status, body.message]
}

describe('an invoice', () => {
  it('is computed by the server, numbered, and dated by its terms', async () => {
    const made = await invoice({
      has48HourDiscount: true,
      lines: [
        buildInvoiceLine(33.33, { quantity: 3 }),
        buildInvoiceLine(12.5, { vatRate: 9 }),
        buildInvoiceLine(10, { vatRate: 0 }),
      ],
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
    expect(await refused({ lines: [buildInvoiceLine(0)] })).toEqual([422, 'Bedrag moet groter zijn dan 0'])
    expect(await refused({ lines: [buildInvoiceLine(-1)] })).toEqual([400, 'Vul een prijs van 0 of meer in'])
    expect((await refused({ lines: [buildInvoiceLine(1.005)] }))[0]).toBe(400)
    expect((await refused({ lines: [buildInvoiceLine(10, { vatRate: 19 })] }))[0]).toBe(400)
    expect((await refused({ dueDate: '2026-12-21' }))[0]).toBe(422)
    expect((await refused({ has48HourDiscount: true, dueDate: '2026-11-23' }))[0]).toBe(422)
    expect((await refused({}, 'niemand'))[0]).toBe(422)
    const old = await partnerWith({}, '2020-01-01')
    expect(await refused({ invoiceDate: '2024-12-31' }, old)).toEqual([422, 'De factuurdatum ligt voor 01-01-2025'])
    const longAgo = buildInvoiceForm(old, { invoiceDate: '2025-01-01' })
    const unexplained = await call('POST', '/invoices', longAgo)
    expect([unexplained.status, unexplained.body.errors]).toEqual([
      ...[422, { dateReason: ['Kies een dag vanaf 01-10-2026 of vul een reden in'] }],
    ])
    const explained = await call('POST', '/invoices', { ...longAgo, dateReason: 'Nagekomen' })
    expect([explained.status, explained.body.dateReason]).toEqual([201, 'Nagekomen'])
    const agreed = await partnerWith({}, '2026-11-02')
    const early = 'De factuurdatum ligt voor de overeenkomst met deze partner van 02-11-2026'
    expect(await refused({ invoiceDate: '2026-11-01' }, agreed)).toEqual([422, early])
    const { id } = await done('POST', '/invoices', buildInvoiceForm(agreed, { invoiceDate: '2026-11-02' }))
    const moved = await call('PATCH', `/invoices/${id}`, { invoiceDate: '2026-11-01' })
    expect([moved.status, moved.body.errors]).toEqual([422, { invoiceDate: [early] }])
    expect((await refused({}, await partnerWith({}, null)))[1]).toMatch(/geen overeenkomst/)
    expect((await refused({}, await partnerWith({ isActive: false })))[0]).toBe(422)
    expect((await refused({}, await partnerWith({ vatSchemes: [{ scheme: 'kor' }] })))[1]).toMatch(/geen btw/)
    expect((await refused({ has48HourDiscount: true }, await partnerWith({ allows48HourDiscount: false })))[0]).toBe(
      422,
    )
    const huge = Array.from({ length: 100 }, () => buildInvoiceLine(100_000, { quantity: 10_000 }))
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
    await done('PUT', '/settings', buildSettingsForm({ nextInvoiceNumber: 9999 }))
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
    const settings = (form: object) => done('PUT', '/settings', buildSettingsForm(form))
    const numbers = async (count: number) => {
      const made = []
      for (let at = 0; at < count; at++) made.push((await invoice()).invoiceNumber)
      return made
    }
    const before = await done('GET', '/settings')
    expect(before.nextInvoiceNumber).toBeGreaterThan(2)
    // A client changes the prefix and sends along the next number that it read before. That number belongs to the old
    // prefix, so the new prefix begins at 1.
    const other = { invoicePrefix: 'NOORD', nextInvoiceNumber: before.nextInvoiceNumber }
    expect((await settings(other)).nextInvoiceNumber).toBe(1)
    expect(await numbers(2)).toEqual(['NOORD-2026-0001', 'NOORD-2026-0002'])
    expect((await done('GET', '/settings')).nextInvoiceNumber).toBe(3)
    const lower = buildSettingsForm({ invoicePrefix: 'NOORD', nextInvoiceNumber: 2 })
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

  it('sixty at once, ten of them refused, get fifty numbers without gaps or duplicates', async () => {
    const lastOf = async () => Number((await done('GET', '/settings')).nextInvoiceNumber)
    const from = await lastOf()
    const forms = Array.from({ length: 60 }, (_, at) => buildInvoiceForm(at % 6 === 5 ? 'niemand' : partner))
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
    expect((await done('PATCH', `/invoices/${id}`, { lines: [buildInvoiceLine(847.5)] })).totalAmount).toBe(1025.48)
    const { entries } = await done('GET', `/invoices/${id}/history`)
    const changes = entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes)
    const lines = changes.find(({ field }: { field: string }) => field === 'lines')
    expect([lines.before[0].unitPrice, lines.after[0].unitPrice]).toEqual([1000, 847.5])
  })

  it('needs a description at creation and change', async () => {
    const { id } = await invoice()
    for (const description of ['', null]) {
      const errors = { description: ['Omschrijving is verplicht'] }
      const made = await call('POST', '/invoices', buildInvoiceForm(partner, { description }))
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
    expect(rates(await done('POST', '/invoices', buildInvoiceForm(withoutVat, { lines: [bare] })))).toEqual([[1, 0]])
  })

  it('of a partner with a renewed agreement is changed and issued, dated from the first agreement on', async () => {
    const at = async (moment: string) => {
      world.travel(moment)
      sessions.set(people.admin.id, await world.session(people.admin))
    }
    await at('2026-12-30T09:00:00Z')
    const renewed = await partnerWith({}, '2026-10-01')
    const form = buildInvoiceForm(renewed, { invoiceDate: '2026-12-30', has48HourDiscount: true })
    const [{ id }, old] = [await done('POST', '/invoices', form), await done('POST', '/invoices', form)]
    await at('2027-01-05T09:00:00Z')
    const as = sessions.get(people.admin.id)
    const agree = (date: string) =>
      world.call('PUT', `/api/self-billing/partners/${renewed}/agreement`, { as, ...buildAgreementForm({ date }) })
    expect((await agree('2027-01-02')).status).toBe(200)
    expect(await done('GET', `/partners/${renewed}`)).toMatchObject({
      ...{ agreedSince: '2026-10-01', agreement: { date: '2027-01-02' } },
    })
    await done('PATCH', `/invoices/${id}`, { description: 'Commissies van december' })
    expect((await step(id, 'in_behandeling')).body.message).toBe('Het 48-uursaanbod is verlopen: zet de korting uit.')
    await done('PATCH', `/invoices/${id}`, { has48HourDiscount: false })
    expect((await step(id, 'in_behandeling')).status).toBe(200)
    await done('POST', '/invoices', buildInvoiceForm(renewed, { invoiceDate: '2026-12-31' }))
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
      world.call('POST', '/api/self-billing/upload-attachment', { as, ...buildAttachmentForm(filename, content) })
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
    expect((await call('POST', '/invoices', buildInvoiceForm(partner, { attachments: ['weg'] }))).status).toBe(422)
  })

  it('keeps an upload that it names; other uploads expire', async () => {
    const { Attachments } = await import('./attachments.ts')
    const as = sessions.get(people.admin.id)
    const upload = async () =>
      (await world.call('POST', '/api/self-billing/upload-attachment', { as, ...buildAttachmentForm() })).body.path
    const stored = async (path: string) => (await Attachments.get({ path }).go({ consistent: true })).data
    const [used, spare] = [await upload(), await upload()]
    const month = Date.parse('2026-12-23T09:00:00Z') / 1000
    expect((await stored(used))?.expires).toBe(month)
    const { id } = await invoice()
    await done('PATCH', `/invoices/${id}`, { attachments: [used] })
    await done('PATCH', `/invoices/${id}`, { attachments: [used], notes: 'Nog eens' })
    expect([(await stored(used))?.expires, (await stored(spare))?.expires]).toEqual([undefined, month])
    expect((await call('GET', `/invoices/${id}/attachments/${used}`)).text).toBe('dag;uren')
    // The time to live of the unused upload has passed.
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
    const stepsTo = {
      concept: [],
      in_behandeling: ['in_behandeling'],
      betaald: ['in_behandeling', 'betaald'],
      cancelled: ['cancelled'],
    }
    for (const from of invoiceStatuses) {
      for (const to of invoiceStatuses) {
        const { id } = await invoice()
        for (const status of stepsTo[from]) expect((await step(id, status)).status).toBe(200)
        const isSent = from === 'in_behandeling' || from === 'betaald'
        const isStep = listInvoiceSteps({ status: from, isSent }).includes(to)
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
    expect((await call('PATCH', `/invoices/${id}`, { lines: [buildInvoiceLine(1)] })).body.message).toMatch(
      /is verstuurd/,
    )
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
    const refusal = 'Het 48-uursaanbod is verlopen: zet de factuurdatum op vandaag of zet de korting uit.'
    const replies = [
      await step(id, 'in_behandeling'),
      await call('PATCH', `/invoices/${id}`, { status: 'in_behandeling' }),
      await call('POST', '/send-invoice-email', { invoiceId: id }),
    ]
    for (const { status, body } of replies) {
      expect([status, body.message, body.errors]).toEqual([422, refusal, { invoiceDate: [refusal] }])
    }
    await done('PATCH', `/invoices/${id}`, { invoiceDate: '2026-11-21' })
    // Today is the last day of the 48-hour offer.
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
