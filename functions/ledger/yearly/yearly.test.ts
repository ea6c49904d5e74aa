import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Yearly } from '../../../shared/api/schemas/yearly.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { makeOutgoingEntry, startBank } from '../../../testing/bank.ts'
import { buildInvoiceForm, buildPartnerForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let bank: Awaited<ReturnType<typeof startBank>>
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.world.stop())

const line = (unitPrice: number, vatRate: number) => ({ description: 'Advies', quantity: 1, unitPrice, vatRate })
const get = async (path: string) =>
  bank.world.call('GET', `/api/ledger/yearly${path}`, { as: await bank.world.session(bank.admin) })
const yearly = async (year: string): Promise<Yearly> => (await get(`?year=${year}`)).body

/** Issues an invoice to a partner; returns it. */
async function issued(partner: string, form: object) {
  const { id } = await bank.done('POST', '/invoices', buildInvoiceForm(partner, form))
  return bank.step(id, 'in_behandeling')
}

/** Lets the bank pay an invoice on a day of November 2026, with a statement that is confirmed. */
async function paid(invoice: Awaited<ReturnType<typeof issued>>, day: number, amount?: number) {
  const { paid: confirmed } = await bank.confirm(await bank.read(makeOutgoingEntry(invoice, day, amount)), [invoice.id])
  expect(confirmed).toEqual([invoice.id])
}

/** Posts the own invoice of a person by its number alone, for an amount in cents, on a day of 2026. */
async function recordOwnInvoice(userId: string, amount: number): Promise<void> {
  const { payablePostings, postEntries } = await import('../../book/service.ts')
  const { commit } = await import('../../platform/data/commit.ts')
  const { asSystem } = await import('../../platform/actor.ts')
  const { takeOfInvoice } = await import('../../book/own-invoices.ts')
  const date = '2026-11-20' as LocalDate
  const { write } = await takeOfInvoice(userId, { number: 'F-12' }, amount, date)
  const posted = postEntries({
    ...{ cause: `own-invoice#${userId}`, kind: 'own-invoice', date, userId, documentNumber: 'F-12' },
    postings: [...payablePostings([amount]), { account: 'own-invoices', amount: -amount }],
    ...{ text: 'Uitbetaald op eigen factuur', by: 'test' },
  })
  const change = { action: 'test.post' as const, entity: { type: 'test', id: userId }, ...posted }
  await commit(asSystem('test'), { ...change, write: [...posted.write, write] }, undefined)
}

it('lists what the bank paid in a year by partner, to the cent over the years, and nothing that it did not book', async () => {
  const partner = await bank.addPartner({ name: 'Jaarlijks Advies' })
  const prompt = await issued(partner, {
    ...{ lines: [line(1000, 21)], invoiceDate: '2026-11-22', has48HourDiscount: true },
  })
  const credited = await issued(partner, { lines: [line(200, 21)], invoiceDate: '2026-11-02' })
  await bank.credited(credited, 0.5)
  await paid(prompt, 23, 1115.01)
  await paid(credited, 24, 21)
  const marked = await issued(partner, { lines: [line(50, 21)], invoiceDate: '2026-11-02' })
  await bank.paidOn(marked.id, '2026-11-23')
  const sums = { invoices: 1352, creditNotes: -121, discount: 94.99, paid: 1136.01, net: 938.86, vat: 197.15 }
  const { partners, totals } = await yearly('2026')
  const { email } = buildPartnerForm()
  expect(partners).toEqual([{ id: partner, name: 'Jaarlijks Advies', email, ...sums, mail: null }])
  expect(totals).toEqual(sums)

  const pdf = await get(`/statement?year=2026&partnerId=${partner}`)
  expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect((await get('/statement?year=2026&partnerId=onbekend')).status).toBe(404)
  const { text } = await get('/export?year=2026')
  expect(text).toContain(
    'Jaarlijks Advies;Onbekend;12345678;NL123456782B90;1352,00;-121,00;94,99;1136,01;938,86;197,15',
  )
  expect((await get('?year=2030')).body.errors).toEqual({ year: ['Kies een jaar van de afgelopen zeven jaar'] })

  await bank.travel('2027-01-12T09:00:00Z')
  const rest = await bank.find(credited.id)
  const entry = makeOutgoingEntry(rest, 11, 100).replace('2026-11-11', '2027-01-11')
  await bank.confirm(await bank.read(entry), [credited.id])
  expect((await yearly('2027')).partners).toMatchObject([{ paid: 100, vat: 17.36, net: 82.64, invoices: 100 }])
  expect((await yearly('2026')).totals).toEqual(sums)
})

it('lists natural persons without VAT for the tax authority, and says that it has no BSN', async () => {
  await bank.travel('2027-01-12T09:00:00Z')
  const free = { lines: [line(300, 0)], invoiceDate: '2026-11-02', dateReason: 'Te laat gemeld' }
  const kor = { vatSchemes: [{ scheme: 'kor' }] }
  for (const form of [
    { name: 'Kleine Zaak', legalForm: 'eenmanszaak', address: 'Kade 9', ...kor },
    { name: 'Vrij BV', legalForm: 'bv', ...kor },
    { name: 'Met Btw', legalForm: 'vof' },
  ]) {
    const partner = await bank.addPartner(form)
    await paid(await issued(partner, form.name === 'Met Btw' ? { ...free, lines: [line(300, 21)] } : free), 25)
  }
  const { id } = await bank.world.person({ role: 'agent', firstName: 'Zita', lastName: 'Zelfstandig' })
  await recordOwnInvoice(id, 12_550)
  expect((await yearly('2026')).thirdParties).toEqual({ count: 2, amount: 425.5 })
  const { text } = await get('/third-parties?year=2026')
  expect(text.trim().split(/\r?\n/).slice(1)).toEqual([
    'Kleine Zaak;Kade 9;6041 AB;Roermond;Eenmanszaak;12345678;Niet in Partnerview;Niet in Partnerview;300,00;',
    'Zita Zelfstandig;Niet in Partnerview;;;Onbekend;;Niet in Partnerview;Niet in Partnerview;125,50;F-12',
  ])
  expect(text).toContain('BSN;Geboortedatum')
})

it('mails each partner the statement of a past year once, at two clicks too, and one partner again', async () => {
  await bank.travel('2027-01-12T09:00:00Z')
  const later = await bank.addPartner({ name: 'Laat Advies', email: 'laat@advies.example', contactPerson: 'Loes' })
  await paid(await issued(later, { lines: [line(100, 21)], invoiceDate: '2026-11-02', dateReason: 'Te laat' }), 26)
  const mail = async (body: object) =>
    bank.world.call('POST', '/api/ledger/yearly/mail', { as: await bank.world.session(bank.admin), body })
  expect((await mail({ year: '2027' })).body.errors).toEqual({ year: ['Mailen kan vanaf 1 januari 2028'] })
  const { partners } = await yearly('2026')
  await meanwhile(() => mail({ year: '2026' }))
  expect((await mail({ year: '2026' })).status).toBe(409)
  expect((await mail({ year: '2026' })).body).toEqual({ mailed: 0 })

  for (const { id } of partners) await deliverOutbox(`2026-${id}`)
  const sent = async () => (await bank.world.ses.mails()).filter(({ subject }) => subject === 'Jaaroverzicht 2026')
  expect((await sent()).flatMap(({ to }) => to)).toHaveLength(partners.length)
  const [theirs] = (await sent()).filter(({ to }) => to.includes('laat@advies.example'))
  expect(theirs?.text.replaceAll('\u00a0', ' ')).toContain('In 2026 betaalden wij u € 121,00.')
  expect(theirs?.attachments.map(({ filename }) => filename)).toEqual(['jaaroverzicht-2026.pdf'])
  expect((await yearly('2026')).partners.map((one) => one.mail?.state)).toEqual(partners.map(() => 'sent'))

  expect((await mail({ year: '2026', partnerId: later })).body).toEqual({ mailed: 1 })
  expect((await mail({ year: '2026', partnerId: later })).status).toBe(409)
  expect((await mail({ year: '2026', partnerId: 'onbekend' })).status).toBe(404)
  await deliverOutbox(`2026-${later}`)
  expect(await sent()).toHaveLength(partners.length + 1)
})
