import { afterAll, describe, expect, it } from 'vitest'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { buildInvoiceLine, startInvoiceWorld } from '../../../testing/worlds/invoices.ts'

const { world, people, sessions, call, done, partnerWith, invoice, step } = await startInvoiceWorld()
afterAll(() => world.stop())

/** Returns the status, open amount and payment date of an invoice. */
const standing = async (id: string) => {
  const { status, openAmount, paymentDate } = await done('GET', `/invoices/${id}`)
  return [status, openAmount, paymentDate]
}
/** Returns the kinds of a document's entries in the ledger; checks that the entries add up to its open amount. */
async function posted(id: string): Promise<string[]> {
  const { readDocumentHistory } = await import('../../book/service.ts')
  const rows = await readDocumentHistory(id)
  const onDocument = rows.flatMap(({ postings }) => postings).filter(({ documentId }) => documentId === id)
  const owed = onDocument.reduce((sum, { account, amount }) => (account === 'creditor' ? sum - amount : sum), 0)
  expect(owed + 0).toBe(Math.round((await done('GET', `/invoices/${id}`)).openAmount * 100) + 0)
  return rows.map(({ kind }) => kind)
}

describe('a credit note', () => {
  it('credits lines and quantities of a sent invoice, never more than the rest, to the cent', async () => {
    const made = await invoice({
      lines: [buildInvoiceLine(33.33, { quantity: 3 }), buildInvoiceLine(0.25, { quantity: 0.5 })],
    })
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
    expect((await call('PATCH', `/invoices/${first.body.id}`, { lines: [buildInvoiceLine(5)] })).status).toBe(409)
    expect((await step(first.body.id, 'in_behandeling')).status).toBe(200)
  })

  it('restores the credited quantities when it is cancelled, to the cent', async () => {
    const made = await invoice({
      lines: [buildInvoiceLine(33.33, { quantity: 3 }), buildInvoiceLine(0.25, { quantity: 0.5 })],
    })
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
    const made = await invoice({ lines: [buildInvoiceLine(100), buildInvoiceLine(50)] })
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
      `${made.invoiceNumber} is verrekend en niet betaald: er is niets terug te draaien`,
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
    // The partner repays the credit note in two parts.
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
      lines: [buildInvoiceLine(847.5, { quantity: 1 })],
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
    // After the three credit notes the partner owes us the whole payment, but nothing of the discount.
    expect(Math.round(owed.reduce((sum, one) => sum + one, 0) * 100)).toBe(-94_498)
    expect((await done('GET', `/invoices/${made.id}`)).discountTaken).toBe(0)
    // The payment of the invoice is taken back: its amount is open again.
    expect((await step(made.id, 'in_behandeling')).body.openAmount).toBe(944.98)
  })

  it('is set off by hand against another invoice of its partner, if it covers that invoice', async () => {
    const of = await partnerWith()
    const made = async (price: number) => {
      const { id } = await done('POST', '/invoices', buildInvoiceForm(of, { lines: [buildInvoiceLine(price)] }))
      await step(id, 'in_behandeling')
      return id
    }
    const [paid, small, large] = [await made(200), await made(50), await made(300)]
    await step(paid, 'betaald')
    const note = await done('POST', `/invoices/${paid}/credit-notes`, {})
    await step(note.id, 'in_behandeling')
    const settle = (id: string) => step(id, 'betaald', { byCreditNotes: true })
    const tooLow = 'De open creditfacturen zijn samen lager. Betaal het restant met een betaalbestand.'
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

  it('aside: an invoice is paid on a day from its own date up to today, in every call', async () => {
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
    const { id } = await done('POST', '/invoices', buildInvoiceForm(of, { lines: [buildInvoiceLine(100)] }))
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
    // The credit note gets the date of its invoice, though today is two days before it.
    expect((await done('POST', `/invoices/${id}/credit-notes`, {})).invoiceDate).toBe('2026-11-25')
  })

  it('of the whole leaves nothing overdue, and totals 0 with its invoice', async () => {
    const of = await partnerWith()
    const dates = { invoiceDate: '2026-10-01', dueDate: '2026-10-02' }
    const { id } = await done('POST', '/invoices', buildInvoiceForm(of, dates))
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
    const { id } = await done('POST', '/invoices', buildInvoiceForm(of, prompt))
    await step(id, 'in_behandeling')
    const payable = async () => (await done('GET', `/invoices/totals?partnerCompanyId=${of}`)).payableToday
    const half = { quantities: [{ lineOrder: 1, quantity: 0.5 }] }
    const note = await done('POST', `/invoices/${id}/credit-notes`, half)
    expect(await payable()).toBe(1115.01)
    await step(note.id, 'in_behandeling')
    // The rest of the invoice is 605.00; less 3 % discount (18.15), less 5 % credit restriction over 586.85 (29.34).
    expect(await payable()).toBe(557.51)
    expect((await step(id, 'betaald')).body).toMatchObject({
      paidAmount: 557.51,
      discountTaken: 47.49,
      status: 'betaald',
    })
  })

  it('many at once credit no more than the invoice', async () => {
    const made = await invoice({ lines: [buildInvoiceLine(10, { quantity: 3 })] })
    await step(made.id, 'in_behandeling')
    const body = { quantities: [{ lineOrder: 1, quantity: 2 }] }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', `/invoices/${made.id}/credit-notes`, body)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})
