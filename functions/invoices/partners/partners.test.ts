import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAgreementForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { loadOwnModules } from '../../../testing/runner/own-modules.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let agent: Person
let as: string
beforeAll(async () => {
  loadOwnModules()
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Bram', lastName: 'Bos' })
  as = await world.session(admin)
})
afterAll(() => world.stop())

/** Returns a form with numbers as a person types them. */
const partner = (form: object = {}) =>
  buildPartnerForm({
    name: 'Énergie Adviesbureau Łukasz',
    email: 'Factuur@Advies.example',
    postalCode: '6041ab',
    kvkNumber: '1234 5678',
    vatNumber: 'nl 1234.56.789.b01',
    bankAccount: 'nl91 abna 0417 1643 00',
    ...form,
  })
const call = (method: string, path: string, body?: object, headers = {}) =>
  world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}), headers })
async function created(form: object = {}) {
  const reply = await call('POST', '/partners', partner(form))
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const agreed = (id: string, content: string, date: string) =>
  world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...buildAgreementForm({ date, content }) })

describe('a partner', () => {
  it('is stored with normalised numbers and defaults; wrong VAT check digits give a warning', async () => {
    const made = await created({ assignedAgentId: agent.id })
    expect(made).toMatchObject({
      ...{ email: 'factuur@advies.example', postalCode: '6041 AB', kvkNumber: '12345678' },
      ...{ vatNumber: 'NL123456789B01', isVatNumberDoubtful: true, bankAccount: 'NL91ABNA0417164300' },
      ...{ vatScheme: 'normaal', paymentTerms: '30_days', allows48HourDiscount: true, acceptanceDays: 14 },
      ...{
        legalForm: 'unknown',
        accountHolder: null,
        isActive: true,
        agreement: null,
        invoiceCount: 0,
        assignedAgent: { firstName: 'Bram', lastName: 'Bos' },
      },
    })
    expect((await created({ vatNumber: 'NL123456782B90' })).isVatNumberDoubtful).toBe(false)
  })

  it('pays any earning role: an agent, a caller or a team leader, and no admin', async () => {
    for (const role of ['agent', 'caller', 'teamleader'] as const) {
      const { id } = await world.person({ role, teamId: 1 })
      expect((await created({ assignedAgentId: id })).assignedAgent.id, role).toBe(id)
    }
    const gone = await world.person({ role: 'caller', teamId: 1, isActive: false })
    for (const { id } of [admin, gone]) {
      const reply = await call('POST', '/partners', partner({ assignedAgentId: id }))
      expect([reply.status, reply.body.errors]).toEqual([
        422,
        { assignedAgentId: ['Kies een actieve agent, beller of teamleider'] },
      ])
    }
  })

  it('that has a number of another one is made, with a warning that names the other', async () => {
    const first = await created({ name: 'Eerste', kvkNumber: '55667788', vatNumber: 'NL001234567B01' })
    const shared = { kvkNumber: '55667788', vatNumber: 'NL009999999B01', bankAccount: 'NL69INGB0123456789' }
    const { id, sharedNumbers } = await created({ name: 'Tweede', ...shared })
    expect(sharedNumbers).toEqual([{ field: 'kvkNumber', partnerId: first.id, partnerName: 'Eerste' }])
    const changed = await call('PATCH', `/partners/${id}`, { vatNumber: 'NL001234567B01' })
    expect(changed.body.sharedNumbers.map(({ field }: { field: string }) => field)).toEqual(['kvkNumber', 'vatNumber'])
    // Whoever approves an IBAN sees whose it is.
    await world.person({ role: 'admin' })
    const asked = await call('PATCH', `/partners/${id}`, { bankAccount: first.bankAccount })
    expect(asked.body).toMatchObject({ bankAccount: shared.bankAccount, pendingBankAccount: first.bankAccount })
    expect(asked.body.sharedNumbers).toContainEqual({
      ...{ field: 'bankAccount', partnerId: first.id, partnerName: 'Eerste' },
    })
  })

  it('has an account with a holder, which waits whole: the holder alone, and without what waited of another', async () => {
    const { id, bankAccount } = await created({ legalForm: 'eenmanszaak', accountHolder: 'L. Kowalska' })
    const patch = async (form: object) => (await call('PATCH', `/partners/${id}`, form)).body
    expect(await patch({ bankAccount: 'NL91RABO0315273637' })).toMatchObject({ legalForm: 'eenmanszaak', bankAccount })
    expect(await patch({ accountHolder: '' })).toMatchObject({
      ...{ accountHolder: 'L. Kowalska', bankAccount, pendingBankAccount: bankAccount, pendingAccountHolder: null },
    })
    const rejected = await call('POST', `/partners/${id}/reject-bank-account`, {})
    expect(rejected.body).toMatchObject({ accountHolder: 'L. Kowalska', pendingBankAccount: null })
    expect(await patch({ bankAccount, accountHolder: 'L. Kowalska' })).toMatchObject({ pendingBankAccountAt: null })
    const long = await call('PATCH', `/partners/${id}`, { accountHolder: 'x'.repeat(71), legalForm: 'zzp' })
    expect(long.body.errors).toEqual({ accountHolder: [expect.any(String)], legalForm: ['Kies een rechtsvorm'] })
  })

  it('is refused with the texts of the spec', async () => {
    const wrong = { email: 'x', kvkNumber: '1234567', vatNumber: '123', bankAccount: 'NL92ABNA0417164300', name: ' ' }
    const reply = await call('POST', '/partners', partner(wrong))
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      {
        name: ['Naam is verplicht'],
        email: ['Ongeldig e-mailadres'],
        kvkNumber: ['KvK-nummer moet 8 cijfers bevatten.'],
        vatNumber: ['Btw-nummer moet format NL123456789B01 hebben.'],
        bankAccount: ['Voer een geldig IBAN nummer in.'],
      },
    ])
  })

  it('is found by name without accents, number or place, and listed by name', async () => {
    await created({ name: 'Aardgas Advies', city: 'Venlo', isActive: false })
    const names = async (query: string) =>
      (await call('GET', `/partners?${query}`)).body.map(({ name }: { name: string }) => name)
    expect(await names('q=venlo')).toEqual(['Aardgas Advies'])
    expect(await names('q=energie')).toContain('Énergie Adviesbureau Łukasz')
    expect(await names('isActive=false')).toEqual(['Aardgas Advies'])
    expect((await names('')).filter((name: string) => /^[AÉ]/.test(name)).slice(0, 2)).toEqual([
      'Aardgas Advies',
      'Énergie Adviesbureau Łukasz',
    ])
  })

  it('is changed under If-Match, keeps absent fields and erases emptied ones; and is deleted', async () => {
    const { id } = await created({ assignedAgentId: agent.id, phone: '0475123456' })
    const first = { 'if-match': '"1"' }
    const reply = await call('PATCH', `/partners/${id}`, { name: 'Anders', assignedAgentId: null, phone: '' }, first)
    expect(reply.body).toMatchObject({ name: 'Anders', phone: null, assignedAgent: null, version: 2, city: 'Roermond' })
    expect((await call('PATCH', `/partners/${id}`, { name: 'Nog anders' }, first)).status).toBe(409)
    expect((await call('DELETE', `/partners/${id}`)).status).toBe(204)
    expect((await call('GET', `/partners/${id}`)).status).toBe(404)
  })

  it('has an agreement: a PDF with the day it was signed, which opens again', async () => {
    const { id } = await created()
    expect((await agreed(id, 'MZ', '2026-11-01')).status).toBe(415)
    expect((await agreed(id, '%PDF-1.7', '2026-11-24')).status).toBe(422)
    expect((await agreed(id, '%PDF-1.7', 'morgen')).body.errors.date).toBeDefined()
    expect((await agreed(id, '%PDF-1.7 één', '2026-11-01')).status).toBe(200)
    const { body } = await call('GET', `/partners/${id}`)
    expect(body.agreement).toEqual({ date: '2026-11-01', filename: 'overeenkomst.pdf', size: 14 })
    const file = await call('GET', `/partners/${id}/agreement`)
    expect([file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      'application/pdf',
      "inline; filename*=UTF-8''overeenkomst.pdf",
    ])
    expect(Buffer.from(file.text, 'latin1').toString('utf8')).toBe('%PDF-1.7 één')
  })
})

describe('the settings', () => {
  it('are those of the spec until somebody changes them; the next number only rises', async () => {
    const before = (await call('GET', '/settings')).body
    expect(before).toMatchObject({ invoicePrefix: 'YDS', nextInvoiceNumber: 1, defaultDiscountPercentage: 3 })
    const put = (form: object) => call('PUT', '/settings', buildSettingsForm(form))
    expect((await put({ nextInvoiceNumber: 120 })).body).toMatchObject({
      nextInvoiceNumber: 120,
      updatedBy: 'Ada Beheer',
    })
    expect((await put({ nextInvoiceNumber: 119 })).status).toBe(422)
    expect((await put({})).body.nextInvoiceNumber).toBe(120)
    expect((await put({ invoicePrefix: 'ydc' })).body.errors.invoicePrefix).toEqual(['YDC is van de creditfacturen'])
    expect((await put({ accountingEmail: 'x' })).status).toBe(400)
    await put({ defaultPaymentTerms: '48_hours' })
    expect((await call('POST', '/partners', buildPartnerForm({ name: 'Nieuw BV' }))).body.paymentTerms).toBe('48_hours')
    // Amsterdam time decides the year.
    world.travel('2026-12-31T23:30:00Z')
    as = await world.session(admin)
    expect((await call('GET', '/settings')).body.nextInvoiceNumber).toBe(1)
  })

  it('hold the numbers of our own company, which no partner has, when new or changed', async () => {
    const own = { kvkNumber: '11223344', vatNumber: 'NL004495445B01', bankAccount: 'NL20INGB0001234567' }
    expect((await call('PUT', '/settings', buildSettingsForm(own))).status).toBe(200)
    const { id } = await created()
    const texts = { kvkNumber: 'KvK-nummer', vatNumber: 'btw-nummer', bankAccount: 'IBAN' }
    for (const [field, name] of Object.entries(texts)) {
      const ours = { [field]: own[field as keyof typeof own] }
      const replies = [await call('POST', '/partners', partner(ours)), await call('PATCH', `/partners/${id}`, ours)]
      for (const { status, body } of replies) {
        expect([status, body.errors]).toEqual([422, { [field]: [`Dit is ons eigen ${name}`] }])
      }
    }
  })

  it('refuse the numbers of a partner, which is named, waiting IBANs too; released numbers are free again', async () => {
    const before = (await call('GET', '/settings')).body
    const theirs = { kvkNumber: '44556677', vatNumber: 'NL001234599B01', bankAccount: 'NL02ABNA0123456789' }
    const { id } = await created({ name: 'Eigen Wereld BV', ...theirs })
    const put = (form: object) => call('PUT', '/settings', buildSettingsForm(form))
    const texts = { kvkNumber: 'KvK-nummer', vatNumber: 'btw-nummer', bankAccount: 'IBAN' }
    for (const [field, name] of Object.entries(texts)) {
      const { status, body } = await put({ [field]: theirs[field as keyof typeof theirs] })
      expect([status, body.errors]).toEqual([422, { [field]: [`Dit is het ${name} van Eigen Wereld BV`] }])
    }
    expect((await call('GET', '/settings')).body).toEqual(before)

    await world.person({ role: 'admin' })
    await call('PATCH', `/partners/${id}`, { bankAccount: 'NL39RABO0300065264' })
    expect((await put({ bankAccount: 'NL39RABO0300065264' })).status, 'waits').toBe(422)
    await call('PATCH', `/partners/${id}`, { kvkNumber: '44556678' })
    expect((await put({ kvkNumber: theirs.kvkNumber })).status, 'released by the partner').toBe(200)
    expect((await put({})).status).toBe(200)
    expect((await call('PATCH', `/partners/${id}`, { kvkNumber: theirs.kvkNumber })).status, 'by us').toBe(200)
  })

  it('and a partner are saved with one number at the same time: the second is refused', async () => {
    const put = (form: object) => call('PUT', '/settings', buildSettingsForm(form))
    await meanwhile(() => created({ kvkNumber: '66778899' }))
    expect((await put({ kvkNumber: '66778899' })).status).toBe(422)
    await meanwhile(() => put({ kvkNumber: '66778890' }))
    expect((await call('POST', '/partners', partner({ kvkNumber: '66778890' }))).status).toBe(422)
  })
})

describe('VIES', () => {
  const asked: unknown[] = []
  let answer: object | null = null
  const vies = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)))
    response.writeHead(answer ? 200 : 500).end(JSON.stringify(answer ?? { actionSucceed: false }))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => vies.listen(0, '127.0.0.1', resolve))
    process.env['VIES_URL'] = `http://127.0.0.1:${(vies.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => vies.close(resolve)))

  const valid = { valid: true, name: 'BOS ENERGIE', requestIdentifier: 'WAPI1' }
  const checkOf = async (id: string) => (await call('GET', `/partners/${id}`)).body.vatCheck
  const switchTo = (checkVatNumbers: boolean) => call('PUT', '/settings', buildSettingsForm({ checkVatNumbers }))

  it('is asked about the VAT number of a partner once switched on; its answer is kept and blocks nothing', async () => {
    const { id: before } = await created({ name: 'Eerder', isActive: true })
    await deliverOutbox(before)
    expect([asked, await checkOf(before)]).toEqual([[], null])
    // Without an answer the partner is saved all the same, and asked about again.
    expect((await switchTo(true)).body.checkVatNumbers).toBe(true)
    const { id, vatCheck } = await created({ name: 'Later', vatNumber: 'NL123456782B90' })
    await deliverOutbox(id)
    expect([asked.length, vatCheck, await checkOf(id)]).toEqual([1, null, null])
    answer = valid
    await call('PATCH', `/partners/${id}`, { city: 'Venlo' })
    await deliverOutbox(id)
    const kept = { vatNumber: 'NL123456782B90', isValid: true, name: 'BOS ENERGIE', requestId: 'WAPI1' }
    expect(await checkOf(id)).toMatchObject({ ...kept, at: expect.stringMatching(/Z$/) })
    const requester = { requesterMemberStateCode: 'NL', requesterNumber: '004495445B01' }
    expect(asked.at(-1)).toEqual({ countryCode: 'NL', vatNumber: '123456782B90', ...requester })
    const once = asked.length
    await call('PATCH', `/partners/${id}`, { city: 'Echt' })
    await deliverOutbox(id)
    expect(asked).toHaveLength(once)

    answer = { valid: false, name: '---' }
    expect((await call('PATCH', `/partners/${id}`, { vatNumber: 'NL001234567B01' })).body.vatCheck).toBeNull()
    await deliverOutbox(id)
    expect(await checkOf(id)).toMatchObject({ isValid: false, name: null, requestId: null })
    // Saving the settings asks about every partner without an answer.
    await switchTo(true)
    await deliverOutbox('all')
    expect(await checkOf(before)).toMatchObject({ isValid: false })
    await switchTo(false)
    const count = asked.length
    await deliverOutbox((await created({ name: 'Uit' })).id)
    expect(asked).toHaveLength(count)
  })

  it('does not answer for a number that changed meanwhile', async () => {
    await switchTo(true)
    const { id } = await created({ vatNumber: 'NL123456782B90' })
    answer = valid
    await meanwhile(() => call('PATCH', `/partners/${id}`, { vatNumber: 'NL001234567B01' }))
    const { checkVatNumbers } = await import('./vat-checking.ts')
    await checkVatNumbers(id)
    expect(await checkOf(id)).toBeNull()
  })
})
