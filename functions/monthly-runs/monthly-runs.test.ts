import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Item, readRawTable } from '../../proofs/raw-table.ts'
import { buildPartnerForm } from '../../testing/invoices.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const october = { from: '2026-10-01', to: '2026-10-31' }
const preview = (partnerIds: string[], choice: object = october) =>
  world.bill('POST', '/monthly-runs/preview', { partnerIds, ...choice })

describe('a monthly run', () => {
  it('previews its invoices, makes them, and makes none of them a second time', async () => {
    const { user, partner } = await world.invoicedAgent()
    const idle = await world.invoicedAgent({ name: 'Ander Advies', vatSchemes: [{ scheme: 'kor' }] })
    const one = await world.ready(user.id, { saleDate: '2026-10-06' })
    const two = await world.ready(user.id, { saleDate: '2026-10-12', agentCommission: 50.5 })
    const early = await world.sale({ agentId: user.id, saleDate: '2026-10-20' }, { agentCommission: 70 })
    await world.ready(user.id, { saleDate: '2026-11-02', agentCommission: 80 })
    await world.correct(user.id, -20)

    const { partners, ...shown } = await preview([partner, idle.partner])
    // The correction was entered in November: the next run deducts it, whatever the period of that run.
    expect(shown).toMatchObject({ count: 1, totalAmount: 157.91 })
    expect(partners).toMatchObject([
      {
        person: { id: user.id },
        invoices: [
          {
            ...{ amount: 130.5, vatAmount: 27.41, totalAmount: 157.91 },
            lines: [{ amount: 100 }, { amount: 50.5 }, { amount: -20 }],
          },
        ],
        leftOut: [{ reason: 'Status is Nieuw' }],
      },
      { invoices: [], leftOut: [{ reason: 'In deze periode is niets klaar voor uitbetaling' }] },
    ])

    const wide = { to: '2026-11-23', invoiceDate: '2026-11-23' }
    const made = await world.ran(partner, wide)
    expect(made.run).toMatchObject({ state: 'done', total: 1, handled: 1, created: 1, leftOut: 1, failed: 0 })
    const { invoiceId } = made.results.find(({ outcome }) => outcome === 'created') ?? {}
    const invoice = await world.invoice(invoiceId ?? '')
    expect(invoice).toMatchObject({
      ...{ status: 'concept', supplyFrom: '2026-10-01', supplyTo: '2026-11-23', amount: 210.5 },
      invoiceDate: '2026-11-23',
      lines: [
        { totalPrice: 100 },
        { totalPrice: 50.5 },
        { totalPrice: 80 },
        { quantity: -1, unitPrice: 20, totalPrice: -20 },
      ],
    })
    const again = await world.ran(partner, wide)
    expect(again.run).toMatchObject({ created: 0, leftOut: 4 })
    const onIt = `Staat al op factuur ${invoice.invoiceNumber}`
    expect(again.leftOut.map(({ reason }) => reason)).toEqual([onIt, onIt, 'Status is Nieuw', onIt])

    const lines = [{ description: 'Anders', quantity: 1, unitPrice: 1, vatRate: 21 }]
    expect((await world.tryBill('PATCH', `/invoices/${invoice.id}`, { lines }))[0]).toBe(409)
    const terms = { invoiceDate: '2026-11-22', has48HourDiscount: true }
    expect(await world.bill('PATCH', `/invoices/${invoice.id}`, terms)).toMatchObject({
      ...{ ...terms, dueDate: '2026-11-24' },
    })

    // Cancelling the invoice releases its commissions, so that the next run invoices them.
    await world.put(invoice.id, 'cancelled')
    expect((await world.ran(partner, wide)).run).toMatchObject({ created: 1 })
    expect(await Promise.all([one, two, early].map(world.statusOf))).toEqual([
      ...['klaar_voor_uitbetaling', 'klaar_voor_uitbetaling', 'nieuw'],
    ])
  })

  it('previews the ready and waiting items of every active partner, with reasons and amounts', async () => {
    const [both, blocked, below, late, idle] = [
      await world.invoicedAgent({ name: 'AA Samen' }),
      await world.agent(),
      await world.invoicedAgent({ name: 'AC Onder nul' }),
      await world.invoicedAgent({ name: 'AD Laat', agreedOn: '2026-10-10' }),
      await world.invoicedAgent({ name: 'AE Niets' }),
    ]
    const without = (await world.bill('POST', '/partners', buildPartnerForm({ name: 'AB Zonder' }))).id
    await world.bill('PATCH', `/partners/${without}`, { assignedAgentId: blocked.id })
    const asked = await world.ready(both.user.id, { saleDate: '2026-10-06' })
    await world.ready(both.user.id, { saleDate: '2026-10-07', agentCommission: 50 })
    await world.sale({ agentId: both.user.id, saleDate: '2026-10-20' }, { agentCommission: 70 })
    await world.done('admin', 'POST', `/api/commissions/${asked}/questions`, { question: 'Klopt dit tarief?' })
    await world.ready(blocked.id, { agentCommission: 30 })
    await world.correct(below.user.id, -85)
    await world.ready(late.user.id, { saleDate: '2026-10-09', agentCommission: 40 })
    await world.activate(idle.partner, true)

    const { partners, beyond } = await world.bill('POST', '/monthly-runs/preview', october)
    const of = (name: string) => partners.find(({ partnerName }: { partnerName: string }) => partnerName === name)
    expect(beyond).toBe(0)
    expect(of('AA Samen')).toMatchObject({
      ...{ hold: null, person: { id: both.user.id }, items: 1, amount: 50, vatAmount: 10.5, totalAmount: 60.5 },
      ...{ waiting: { count: 1, amount: 70 }, questions: { count: 1, amount: 100 }, earlier: { count: 0 } },
      asked: [{ commissionId: asked, amount: 100, isTaken: false, questions: [{ question: 'Klopt dit tarief?' }] }],
      invoices: [
        { lines: [{ kind: 'due', supplyDate: '2026-10-07', vatScheme: 'normaal', amount: 50, isAsked: false }] },
      ],
      leftOut: [
        { kind: 'question', date: '2026-10-06', amount: 100, reason: 'Vraag open' },
        { kind: 'waiting', date: '2026-10-20', amount: 70, reason: 'Status is Nieuw' },
      ],
    })
    expect(of('AB Zonder')).toMatchObject({ hold: 'noAgreement', person: { id: blocked.id }, items: 1, amount: 30 })
    expect(of('AC Onder nul')).toMatchObject({
      ...{ hold: 'negative', items: 1, amount: -85, totalAmount: 0 },
      leftOut: [{ kind: 'carried', amount: -85 }],
    })
    expect(of('AD Laat')).toMatchObject({
      ...{ hold: 'beforeAgreement', items: 1, amount: 40, earlier: { count: 1, amount: 40 } },
      leftOut: [{ kind: 'beforeAgreement', date: '2026-10-09', amount: 40 }],
    })
    expect(of('AE Niets')).toMatchObject({ hold: 'nothing', items: 0, amount: 0 })
    const ticked = await world.bill('POST', '/monthly-runs/preview', { ...october, withEarlier: true })
    expect(ticked.partners).toContainEqual(
      expect.objectContaining({
        partnerName: 'AD Laat',
        hold: null,
        items: 1,
        amount: 40,
        earlier: { count: 0, amount: 0 },
      }),
    )
    expect((await world.ran(late.partner, { withEarlier: true })).run).toMatchObject({ withEarlier: true, created: 1 })
    expect((await world.ran(idle.partner)).run).toMatchObject({ withEarlier: false })
    expect((await world.tryBill('POST', '/monthly-runs/preview', { from: '2026-10-02', to: '2026-10-01' }))[0]).toBe(
      422,
    )
  })

  it('leaves out a commission with an open question, unless it is ticked', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'BA Gevraagd' })
    const asked = await world.ready(user.id, { saleDate: '2026-10-06' })
    await world.done('admin', 'POST', `/api/commissions/${asked}/questions`, { question: 'Klopt dit tarief?' })
    await world.correct(user.id, -20)
    const of = async (choice = {}) =>
      (await world.bill('POST', '/monthly-runs/preview', { ...october, partnerIds: [partner], ...choice })).partners[0]
    expect(await of()).toMatchObject({ hold: 'question', items: 1, amount: 100, invoices: [] })
    expect(await of({ withQuestions: [asked] })).toMatchObject({
      ...{ hold: null, items: 2, amount: 80, questions: { count: 0, amount: 0 } },
      ...{ asked: [{ commissionId: asked, isTaken: true }], leftOut: [] },
    })

    const waits = await world.ran(partner)
    expect(waits.run).toMatchObject({ created: 0 })
    expect(waits.leftOut).toContainEqual(expect.objectContaining({ reason: 'Vraag open' }))
    expect(await world.statusOf(asked)).toBe('klaar_voor_uitbetaling')
    expect((await world.ran(partner, { withQuestions: [asked] })).run).toMatchObject({ created: 1 })

    // After an answer to its question a commission is included automatically.
    const answered = await world.ready(user.id, { saleDate: '2026-10-07', agentCommission: 50 })
    const { id } = await world.done('leader', 'POST', `/api/commissions/${answered}/questions`, { question: 'En dit?' })
    expect((await world.ran(partner)).run).toMatchObject({ created: 0 })
    await world.done('admin', 'POST', `/api/commissions/questions/${id}/answer`, { answer: 'Ja' })
    expect((await world.ran(partner)).run).toMatchObject({ created: 1 })
  })

  it('invoices nothing twice beside parallel runs', async () => {
    const { user, partner } = await world.invoicedAgent()
    for (let sale = 0; sale < 3; sale++) await world.ready(user.id, { agentCommission: 10 })
    const started = [await world.started(partner), await world.started(partner)]
    await Promise.all([...started, ...started].map((id) => world.delivered(id)))
    const runs = await Promise.all(started.map((id) => world.bill('GET', `/monthly-runs/${id}`)))
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done'])
    expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(1)
  })

  it('invoices each of two payees of a sale their own part', async () => {
    const [agents, callers] = [
      await world.invoicedAgent(),
      await world.invoicedAgent({ vatSchemes: [{ scheme: 'kor' }] }),
    ]
    await world.ready(agents.user.id, { callerId: callers.user.id, callerCommission: 25 })
    const { results } = await world.ran(agents.partner, { partnerIds: [agents.partner, callers.partner] })
    expect(results.map(({ total }) => total).toSorted()).toEqual([121, 25])
  })

  it('leaves out what was supplied before the agreement, unless it is chosen', async () => {
    const { user, partner } = await world.invoicedAgent({ agreedOn: '2026-10-10' })
    const before = await world.ready(user.id, { saleDate: '2026-10-09', agentCommission: 40 })
    await world.ready(user.id, { saleDate: '2026-10-10' })
    const reason = 'Van vóór de overeenkomst van 10-10-2026'
    const { results, leftOut } = await world.ran(partner)
    expect(leftOut).toEqual([{ text: expect.stringContaining('09-10-2026'), reason }])
    // The text names the customer: the list goes after three months, and the audit log has the reason alone.
    const rows = (await readRawTable()).filter((row) => JSON.stringify(row).includes(reason))
    const isListed = (row: Item) => JSON.stringify(row).includes(String(leftOut[0]?.text))
    expect(rows.map((row) => [row.pk.split('#')[0], isListed(row)]).sort()).toEqual([
      ['audit', false],
      ['monthlyrun', true],
    ])
    const listed = rows.find(isListed)
    expect(listed?.['expires']).toBe(Math.ceil(Date.parse(String(listed?.['at'])) / 1000) + 90 * 86_400)
    const made = results.flatMap(({ invoiceId }) => invoiceId ?? [])
    expect(await Promise.all(made.map(world.linesOf))).toEqual([[100]])
    // A commission from before the agreement stays open, and an admin may include it.
    expect(await world.statusOf(before)).toBe('klaar_voor_uitbetaling')
    expect((await preview([partner], { ...october, withEarlier: true })).partners[0].invoices).toMatchObject([
      { amount: 40 },
    ])
    const [earlier = ''] = await world.invoicedBy(partner, { withEarlier: true })
    expect(await world.linesOf(earlier)).toEqual([40])
    await world.stepped(earlier, 'in_behandeling', 'betaald')
    expect(await world.statusOf(before)).toBe('uitbetaald')
  })

  it('includes corrections of supplies before the agreement', async () => {
    const { user, partner } = await world.invoicedAgent({ agreedOn: '2026-10-10' })
    const paid = await world.ready(user.id, { saleDate: '2026-10-09', agentCommission: 40 })
    await world.activate(partner, false)
    await world.byHand(paid)
    await world.activate(partner, true)
    const about = { userId: user.id, amount: -15, reason: 'Opgezegd', commissionId: paid }
    await world.done('admin', 'POST', '/api/commissions/adjustments', about)
    await world.ready(user.id)
    const [id = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(id)).toEqual([100, -15])
    expect((await world.invoice(id)).lines[1].supplyDate).toBe('2026-10-09')
  })

  it('is refused for unknown partners and invalid periods, and says whom it cannot invoice', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'Eerste BV' })
    const refused = async (body: object) => {
      const wish = { partnerIds: [partner], ...october, ...body }
      return (await world.tryBill('POST', '/monthly-runs', wish))[0]
    }
    expect([
      await refused({ partnerIds: ['x'] }),
      await refused({ to: '2026-09-01' }),
      // 367 days are too many, 366 are allowed.
      await refused({ to: '2027-10-02' }),
      await refused({ to: '2027-10-01' }),
    ]).toEqual([422, 422, 422, 201])
    const twin = await world.partnerOf(user.id, { name: 'Tweede BV' })
    const nobodys = (await world.bill('POST', '/partners', buildPartnerForm({ name: 'Geen BV' }))).id
    const { partners } = await preview([partner, twin, nobodys])
    expect(partners.map(({ leftOut }: { leftOut: { reason: string }[] }) => leftOut[0]?.reason)).toEqual([
      expect.stringMatching(/ is ook aan Tweede BV toegewezen: kies een van beide$/),
      expect.stringMatching(/ is ook aan Eerste BV toegewezen: kies een van beide$/),
      'Met deze partner is geen overeenkomst tot self-billing',
    ])
  })
})

describe('an invoice of € 0,00', () => {
  /** Makes a concept of a commission and the correction that cancels it out. */
  async function nothingLeft() {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    await world.correct(user.id, -100)
    const [id = ''] = await world.invoicedBy(partner)
    expect(await world.invoice(id)).toMatchObject({ status: 'concept', amount: 0, vatAmount: 0, totalAmount: 0 })
    return { user, partner, commission, id }
  }

  it('is paid when it is issued, and pays its commissions out', async () => {
    const { user, partner, commission, id } = await nothingLeft()
    await world.stepped(id, 'in_behandeling')
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald', openAmount: 0, paidAmount: 0 })
    expect(await world.statusOf(commission)).toBe('uitbetaald')
    expect(await world.held(id)).toMatchObject([{ state: 'paid' }, { state: 'paid' }])
    expect(await world.monthOf(user.id)).toEqual({ earned: 100, adjusted: -100, payroll: 0, invoiced: 0, open: 0 })
    const order = { invoiceIds: [id], executionDate: '2026-11-24' }
    expect((await world.tryBill('POST', '/payment-files', order))[0]).toBe(422)
    expect(await world.tryBill('PATCH', `/invoices/${id}/status`, { status: 'in_behandeling' })).toEqual([
      ...[409, expect.stringContaining('er is niets terug te draaien')],
    ])
    expect(await world.invoicedBy(partner)).toEqual([])
  })

  it('pays its commissions out as well when it is issued by mail', async () => {
    const { commission, id } = await nothingLeft()
    await world.bill('POST', '/send-invoice-email', { invoiceId: id })
    await world.delivered(id, 'invoice-commissions')
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald' })
    expect(await world.statusOf(commission)).toBe('uitbetaald')
  })

  it('is credited as a whole, and its credit note is settled too', async () => {
    const { user, partner, commission, id } = await nothingLeft()
    await world.stepped(id, 'in_behandeling')
    const note = await world.credited(id)
    expect(await world.invoice(note)).toMatchObject({ status: 'betaald', totalAmount: 0, openAmount: 0 })
    expect(await world.statusOf(commission)).toBe('klaar_voor_uitbetaling')
    expect(await world.monthOf(user.id)).toMatchObject({ invoiced: 0, open: 0 })
    const [again = ''] = await world.invoicedBy(partner)
    expect(await world.linesOf(again)).toEqual([100, -100])
  })
})
