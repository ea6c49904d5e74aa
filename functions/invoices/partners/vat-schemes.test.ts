import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { postOpenItems } from '../../../testing/money.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { textsIn } from '../../../testing/read-xml.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import type { Person } from '../../../testing/world.ts'

let world: CommissionWorld
let as: string
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2027-01-23T09:00:00Z' })
  as = await world.world.session(world.people.admin)
  await done('PUT', '/settings', buildSettingsForm())
})
afterAll(() => world.stop())

const call = (method: string, path: string, body?: object) =>
  world.call('admin', method, `/api/self-billing${path}`, body)
const done = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)

const korFrom = (from: string) => [{ scheme: 'normaal' }, { from, scheme: 'kor' }]
const KOR_FROM_JANUARY = korFrom('2027-01-01')

async function partnerWith(form: object = {}): Promise<string> {
  const { id } = await done('POST', '/partners', buildPartnerForm(form))
  await world.world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...buildAgreementForm() })
  return id
}

/** Makes a person with a partner of their own. */
async function payee(form: object = {}): Promise<{ agent: Person; partner: string }> {
  const agent = await world.joined({ role: 'agent', teamId: 1 })
  return { agent, partner: await partnerWith({ assignedAgentId: agent.id, ...form }) }
}

async function ready(agent: Person, saleDate: string, amount: number): Promise<string> {
  const id = await world.sale(buildSaleForm({ agentId: agent.id, saleDate }), { agentCommission: amount })
  await world.step(id, 'klaar_voor_uitbetaling')
  return id
}

const december = { from: '2026-12-01', to: '2026-12-31' }
const january = { from: '2027-01-01', to: '2027-01-31' }
const both = { from: december.from, to: january.to }

async function run(partner: string, period: object) {
  const { id } = await done('POST', '/monthly-runs', { partnerIds: [partner], ...period })
  await deliverOutbox(id)
  const results = await done('GET', `/monthly-runs/${id}/results`)
  const made = results.filter(({ outcome }: { outcome: string }) => outcome === 'created')
  const invoices = await Promise.all(
    made.map(({ invoiceId }: { invoiceId: string }) => done('GET', `/invoices/${invoiceId}`)),
  )
  return { invoice: invoices[0], invoices, results }
}

async function stepped(id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    await done('PATCH', `/invoices/${id}/status`, { status })
    await deliverOutbox(id)
  }
}

const schemes = (partner: string, vatSchemes: object) => call('PATCH', `/partners/${partner}`, { vatSchemes })
const ublOf = async (id: string) => Buffer.from((await call('GET', `/invoices/${id}/ubl`)).text, 'latin1').toString()
/** Makes a credit note of lines whose commissions are still earned, by default of all lines. */
async function creditNote(id: string, lineOrders?: number[]) {
  const { creditable }: { creditable: { lineOrder: number; quantity: number }[] } = await done('GET', `/invoices/${id}`)
  const quantities = creditable
    .filter(({ lineOrder }) => lineOrders?.includes(lineOrder) ?? true)
    .map(({ lineOrder, quantity }) => ({ lineOrder, quantity, stillEarned: true }))
  return done('POST', `/invoices/${id}/credit-notes`, { quantities })
}
const adjust = (agent: Person, amount: number, commissionId: string | null) =>
  world.done('admin', 'POST', '/api/commissions/adjustments', {
    ...{ userId: agent.id, amount, reason: 'Klant zegde op', commissionId },
  })

describe('a partner that turns to another VAT scheme', () => {
  it('has the VAT of the day of each sale, also on one invoice', async () => {
    const { agent, partner } = await payee({ vatSchemes: KOR_FROM_JANUARY })
    await ready(agent, '2026-12-30', 100)
    await ready(agent, '2027-01-04', 50)
    const preview = await done('POST', '/monthly-runs/preview', { partnerIds: [partner], ...both })
    expect(preview.partners[0].invoices).toMatchObject([{ amount: 150, vatAmount: 21, totalAmount: 171 }])
    const { invoice } = await run(partner, both)
    expect(invoice).toMatchObject({
      ...{ amount: 150, vatAmount: 21, totalAmount: 171 },
      lines: [
        { supplyDate: '2026-12-30', vatScheme: 'normaal', vatRate: 21, vatAmount: 21 },
        { supplyDate: '2027-01-04', vatScheme: 'kor', vatRate: 0, vatAmount: 0 },
      ],
      vatPerRate: [
        { vatScheme: 'normaal', vatRate: 21, base: 100, vatAmount: 21 },
        { vatScheme: 'kor', vatRate: 0, base: 50, vatAmount: 0 },
      ],
    })
    await stepped(invoice.id, 'in_behandeling')
    const xml = await ublOf(invoice.id)
    expect(textsIn(xml, 'TaxableAmount')).toEqual(['100.00', '50.00'])
    expect(textsIn(xml, 'TaxExemptionReason')).toEqual([expect.stringMatching(/kleineondernemersregeling/)])
    expect(xml.match(/<cac:ClassifiedTaxCategory><cbc:ID>\w+/g)?.map((text) => text.slice(-1))).toEqual(['S', 'E'])
  })

  it('still charges VAT of December in January', async () => {
    const { agent, partner } = await payee()
    await ready(agent, '2026-12-15', 80)
    expect((await schemes(partner, KOR_FROM_JANUARY)).body).toMatchObject({ vatScheme: 'kor' })
    const { invoice } = await run(partner, december)
    expect(invoice).toMatchObject({ vatAmount: 16.8, lines: [{ vatScheme: 'normaal', vatRate: 21 }] })
    await stepped(invoice.id, 'in_behandeling')
    expect(await ublOf(invoice.id)).not.toContain('kleineondernemersregeling')
  })

  it('nets corrections of December at the VAT of December, other corrections at that of their own day', async () => {
    const { agent, partner } = await payee({ vatSchemes: KOR_FROM_JANUARY })
    const sold = await ready(agent, '2026-12-10', 100)
    const first = (await run(partner, december)).invoice
    await stepped(first.id, 'in_behandeling', 'betaald')
    await adjust(agent, -40, sold)
    await adjust(agent, -5, null)
    await ready(agent, '2027-01-08', 200)
    const { invoice } = await run(partner, january)
    const byAmount = (one: { totalPrice: number }, other: { totalPrice: number }) => other.totalPrice - one.totalPrice
    expect(invoice.lines.toSorted(byAmount)).toMatchObject([
      { totalPrice: 200, vatAmount: 0, vatScheme: 'kor' },
      { totalPrice: -5, vatAmount: 0, vatScheme: 'kor', supplyDate: '2027-01-23' },
      { totalPrice: -40, vatAmount: -8.4, vatScheme: 'normaal', vatRate: 21, supplyDate: '2026-12-10' },
    ])
    expect(invoice.totalAmount).toBe(146.6)
    await stepped(invoice.id, 'in_behandeling')
    const xml = await ublOf(invoice.id)
    expect(textsIn(xml, 'TaxableAmount')).toEqual(['-40.00', '195.00'])
    expect(textsIn(xml, 'Note')).toContain('Geleverd op 10-12-2026')
  })

  it('nets at the rate of the line, whatever the settings say by now', async () => {
    const { agent, partner } = await payee()
    const sold = await ready(agent, '2026-12-10', 100)
    const first = (await run(partner, december)).invoice
    await stepped(first.id, 'in_behandeling', 'betaald')
    await adjust(agent, -40, sold)
    await ready(agent, '2027-01-08', 200)
    await ready(agent, '2027-01-11', 50)
    const rated = (defaultVatRates: object) => call('PUT', '/settings', buildSettingsForm({ defaultVatRates }))
    const lower = { from: '2027-01-10', rate: 9 }
    // The work of December is invoiced at 21 %, so that the rate of that day stays.
    const early = await rated([{ rate: 21 }, { from: '2026-12-10', rate: 9 }])
    const text = /^Factuur YDS-2027-\d{4} van werk op 10-12-2026 is met 21 % verstuurd\. Kies een latere dag\.$/
    expect([early.status, early.body.errors]).toEqual([422, { defaultVatRates: [expect.stringMatching(text)] }])
    expect((await rated([{ rate: 9 }])).status).toBe(422)
    expect((await rated([{ rate: 21 }, { rate: 9 }])).body.errors).toHaveProperty('defaultVatRates.1.from')
    expect((await rated([{ rate: 21 }, lower])).body).toMatchObject({
      ...{ defaultVatRate: 9, defaultVatRates: [{ from: null, rate: 21 }, lower] },
    })
    const typed = {
      invoiceDate: '2027-01-20',
      lines: [{ description: 'Advies', unitPrice: 10, supplyDate: '2027-01-09' }],
    }
    const lines = [...typed.lines, { description: 'Advies', unitPrice: 10 }]
    const byHand = await done('POST', '/invoices', buildInvoiceForm(partner, { ...typed, lines }))
    const ratesOf = (one: { lines: { vatRate: number }[] }) => one.lines.map(({ vatRate }) => vatRate)
    expect([byHand.vatRate, ...ratesOf(byHand)]).toEqual([9, 21, 9])
    const { invoice } = await run(partner, january)
    expect(ratesOf(invoice)).toEqual([21, 9, 21])
    // Without first days, another rate begins today.
    expect((await done('PUT', '/settings', buildSettingsForm())).defaultVatRates).toEqual([
      ...[{ from: null, rate: 21 }, lower, { from: '2027-01-23', rate: 21 }],
    ])
    expect((await rated([{ rate: 21 }])).status).toBe(200)
  })

  it('nets corrections at the VAT of December down to 0 with that, and the rest in the next month', async () => {
    const { agent, partner } = await payee({ vatSchemes: KOR_FROM_JANUARY })
    const sold = await ready(agent, '2026-12-10', 200)
    const first = (await run(partner, december)).invoice
    await stepped(first.id, 'in_behandeling', 'betaald')
    await adjust(agent, -90, sold)
    await ready(agent, '2027-01-08', 100)
    // The correction of 90 is 108.90 with its VAT and exceeds 100. So only 82.64 of it is netted: 99.99 with VAT.
    const { invoices, results } = await run(partner, january)
    expect(invoices).toMatchObject([{ amount: 17.36, vatAmount: -17.35, totalAmount: 0.01 }])
    expect(invoices[0].lines).toMatchObject([
      { totalPrice: 100, vatAmount: 0, vatScheme: 'kor' },
      { totalPrice: -82.64, vatAmount: -17.35, vatScheme: 'normaal', vatRate: 21 },
    ])
    const leftOut = results.flatMap((one: { leftOut: { reason: string }[] }) => one.leftOut)
    expect(leftOut.map(({ reason }: { reason: string }) => reason)).toEqual([
      expect.stringMatching(/7,36 blijft open en gaat mee met de volgende uitbetaling$/),
    ])
    await ready(agent, '2027-01-09', 50)
    expect((await run(partner, january)).invoice.lines).toMatchObject([
      { totalPrice: 50, vatAmount: 0 },
      { totalPrice: -7.36, vatAmount: -1.55, vatScheme: 'normaal', vatRate: 21 },
    ])
  })

  it('nets corrections without VAT down to 0 before VAT', async () => {
    const vatSchemes = [{ scheme: 'kor' }, { from: '2027-01-01', scheme: 'normaal' }]
    const { agent, partner } = await payee({ vatSchemes })
    const sold = await ready(agent, '2026-12-10', 200)
    const first = (await run(partner, december)).invoice
    await stepped(first.id, 'in_behandeling', 'betaald')
    for (const amount of [-60, -60]) await adjust(agent, amount, sold)
    await ready(agent, '2027-01-08', 100)
    const { invoice } = await run(partner, january)
    expect(invoice).toMatchObject({ amount: 0, vatAmount: 21, totalAmount: 21 })
    expect(invoice.lines.map(({ totalPrice }: { totalPrice: number }) => totalPrice)).toEqual([100, -60, -40])
  })

  it('nets a correction of December by several invoices where one is too small, none below 0', async () => {
    const { agent, partner } = await payee({ vatSchemes: KOR_FROM_JANUARY })
    const sold = await ready(agent, '2026-12-10', 9000)
    const first = (await run(partner, december)).invoice
    await stepped(first.id, 'in_behandeling', 'betaald')
    await postOpenItems(agent.id, Array(100).fill(100), '2027-01-05')
    await adjust(agent, -8000, sold)
    const { invoices, results } = await run(partner, january)
    expect(results).toMatchObject(invoices.map(() => ({ outcome: 'created' })))
    for (const { totalAmount } of invoices) expect(totalAmount).toBeGreaterThanOrEqual(0)
    const amounts = invoices.map(({ amount }: { amount: number }) => amount)
    expect(amounts.reduce((sum: number, amount: number) => sum + amount, 0)).toBeCloseTo(2000)
  })

  it('has credit notes with the scheme and rate of the credited lines', async () => {
    const { agent, partner } = await payee({ vatSchemes: KOR_FROM_JANUARY })
    await ready(agent, '2026-12-30', 100)
    await ready(agent, '2027-01-04', 50)
    const { invoice } = await run(partner, both)
    await stepped(invoice.id, 'in_behandeling')
    const [one, two] = [await creditNote(invoice.id, [1]), await creditNote(invoice.id)]
    expect([one, two]).toMatchObject([
      { amount: -100, vatAmount: -21 },
      { amount: -50, vatAmount: 0 },
    ])
    const { lines } = await done('GET', `/invoices/${one.id}`)
    expect(lines).toMatchObject([{ vatScheme: 'normaal', vatRate: 21, supplyDate: '2026-12-30' }])
    await stepped(two.id, 'in_behandeling')
    expect(textsIn(await ublOf(two.id), 'TaxExemptionReason')).toHaveLength(1)
  })
})

describe('a typed invoice', () => {
  const line = (vatRate: number, more: object = {}) => ({
    ...{ description: 'Advies', quantity: 1, unitPrice: 100, vatRate },
    ...more,
  })
  const period = { supplyFrom: '2026-12-15', supplyTo: '2027-01-15', invoiceDate: '2027-01-20' }
  const refused = async (partner: string, lines: object[], more: object = period) => {
    const { status, body } = await call('POST', '/invoices', buildInvoiceForm(partner, { lines, ...more }))
    return [status, body.errors]
  }

  it('has the scheme of each line’s day, by default the last of the period, and no VAT under a scheme without it', async () => {
    const partner = await partnerWith({ vatSchemes: KOR_FROM_JANUARY })
    const form = { lines: [line(21, { supplyDate: '2026-12-31' }), line(0)], ...period }
    const made = await done('POST', '/invoices', buildInvoiceForm(partner, form))
    expect(made.lines).toMatchObject([
      { supplyDate: '2026-12-31', vatScheme: 'normaal', vatAmount: 21 },
      { supplyDate: null, vatScheme: 'kor', vatAmount: 0 },
    ])
    expect(await refused(partner, [line(0), line(21)])).toEqual([
      422,
      { 'lines.1.vatRate': ['Regel 2: de partner rekent op 15-01-2027 geen btw. Kies 0 %.'] },
    ])
    expect((await refused(partner, [line(21)], { invoiceDate: '2026-12-20' }))[0]).toBe(201)
    const outside = 'Regel 1: 14-12-2026 valt buiten de levering van 15-12-2026 t/m 15-01-2027'
    expect(await refused(partner, [line(21, { supplyDate: '2026-12-14' })])).toEqual([
      422,
      { 'lines.0.supplyDate': [outside] },
    ])
  })

  it('follows its period when that is changed', async () => {
    const partner = await partnerWith({ vatSchemes: KOR_FROM_JANUARY })
    const { id } = await done('POST', '/invoices', buildInvoiceForm(partner, { lines: [line(0)], ...period }))
    const moved = await done('PATCH', `/invoices/${id}`, { supplyTo: '2026-12-31' })
    expect(moved.lines).toMatchObject([{ vatScheme: 'normaal' }])
    await done('PATCH', `/invoices/${id}`, { lines: [line(21)] })
    const back = await call('PATCH', `/invoices/${id}`, { supplyTo: '2027-01-15' })
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['lines.0.vatRate']])
  })
})

describe('the schemes of a partner', () => {
  it('are one by default; each later scheme has its own first day, in order', async () => {
    const made = await done('POST', '/partners', buildPartnerForm())
    expect(made).toMatchObject({ vatSchemes: [{ from: null, scheme: 'normaal' }], vatScheme: 'normaal' })
    const errors = async (vatSchemes: object) => (await schemes(made.id, vatSchemes)).body.errors
    const later = { from: '2027-02-01', scheme: 'verlegd' }
    expect((await schemes(made.id, [...KOR_FROM_JANUARY, later])).body).toMatchObject({
      vatSchemes: [{ from: null, scheme: 'normaal' }, KOR_FROM_JANUARY[1], later],
      vatScheme: 'kor',
    })
    expect(await errors([])).toEqual({ vatSchemes: ['Kies een btw-regeling'] })
    expect(await errors([later])).toHaveProperty(['vatSchemes.0.from'])
    expect(await errors([{ scheme: 'normaal' }, { scheme: 'kor' }])).toEqual({
      'vatSchemes.1.from': ['Kies vanaf welke dag de regeling geldt'],
    })
    expect(await errors([{ scheme: 'normaal' }, later, later])).toEqual({
      'vatSchemes.2.from': ['Op deze dag begint al een regeling'],
    })
    expect(await errors([{ scheme: 'normaal' }, later, KOR_FROM_JANUARY[1] ?? {}])).toEqual({
      'vatSchemes.2.from': ['Zet de regelingen op volgorde van datum'],
    })
  })

  const onDay = (supplyTo: string, vatRate: number) => ({
    ...{ invoiceDate: '2027-01-20', supplyFrom: '2026-12-01', supplyTo },
    lines: [{ description: 'Advies', quantity: 1, unitPrice: 100, vatRate }],
  })

  it('cannot change on days with a sent invoice until that is credited', async () => {
    const partner = await partnerWith({ vatSchemes: KOR_FROM_JANUARY })
    const made = await done('POST', '/invoices', buildInvoiceForm(partner, onDay('2027-01-10', 0)))
    await stepped(made.id, 'in_behandeling')
    const text = `Factuur ${made.invoiceNumber} van werk op 10-01-2027 is met regeling Kleineondernemersregeling verstuurd. Crediteer eerst de factuur.`
    for (const wanted of [
      [{ scheme: 'normaal' }],
      korFrom('2027-01-11'),
      [{ scheme: 'normaal' }, { from: '2027-01-10', scheme: 'verlegd' }],
    ]) {
      const { status, body } = await schemes(partner, wanted)
      expect([status, body.errors]).toEqual([422, { vatSchemes: [text] }])
    }
    // The scheme may change on the days before and after the invoiced day.
    expect((await schemes(partner, korFrom('2027-01-10'))).status).toBe(200)
    expect((await schemes(partner, [...korFrom('2026-12-20'), { from: '2027-02-01', scheme: 'normaal' }])).status).toBe(
      200,
    )
    await done('POST', `/invoices/${made.id}/credit-notes`, {})
    expect((await schemes(partner, [{ scheme: 'normaal' }])).status).toBe(200)
  })

  it('must match the lines of an invoice when it is issued', async () => {
    const partner = await partnerWith()
    const { id } = await done('POST', '/invoices', buildInvoiceForm(partner, onDay('2027-01-10', 21)))
    expect((await schemes(partner, KOR_FROM_JANUARY)).status).toBe(200)
    const out = () => call('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })
    expect((await out()).body.message).toMatch(/^Regel 1 heeft een andere btw-regeling dan de partner die dag\./)
    await done('PATCH', `/invoices/${id}`, { lines: onDay('', 0).lines })
    expect((await out()).status).toBe(200)
  })

  it('do not change beside an invoice that is being issued, whichever comes first', async () => {
    const partner = await partnerWith()
    const make = () => done('POST', '/invoices', buildInvoiceForm(partner, onDay('2027-01-10', 21)))
    const [one, two] = [await make(), await make()]
    const replies: { status: number }[] = []
    await meanwhile(async () => {
      replies.push(await schemes(partner, KOR_FROM_JANUARY))
    })
    const sent = await call('PATCH', `/invoices/${one.id}/status`, { status: 'in_behandeling' })
    expect([sent.status, replies[0]?.status]).toEqual([422, 200])
    await done('PATCH', `/partners/${partner}`, { vatSchemes: [{ scheme: 'normaal' }] })
    await meanwhile(async () => {
      replies.push(await call('PATCH', `/invoices/${two.id}/status`, { status: 'in_behandeling' }))
    })
    const changed = await schemes(partner, KOR_FROM_JANUARY)
    expect([changed.status, replies[1]?.status]).toEqual([422, 200])
  })
})
