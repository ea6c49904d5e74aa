import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reconciliation } from '../../shared/api/ledger.ts'
import type { CutOff } from '../../shared/api/schemas/cut-off.ts'
import { buildPartnerForm } from '../../testing/invoices.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

const reconciled = (month = '2026-11'): Promise<Reconciliation> =>
  world.done('admin', 'GET', `/api/ledger/reconciliation?month=${month}`)

/** Returns the row and the differences of one person or partner. */
async function seenOf(id: string, month?: string) {
  const { people, partners, differences } = await reconciled(month)
  return {
    row: people.find(({ user }) => user.id === id) ?? partners.find(({ partner }) => partner.id === id),
    differences: differences
      .filter(({ userId, partnerId }) => userId === id || partnerId === id)
      .map(({ title, text, amount, month: since }) => ({ title, text, amount, since })),
  }
}

const ledgerEntities = async () => ({
  ...(await import('../book/item-entity.ts')),
  ...(await import('../book/service.ts')),
  ...(await import('../invoices/invoices/entity.ts')),
})

/** Changes counters without a posting, so that they differ from the journal. */
async function counted(key: { period: string; teamId: number; userId: string }, by: Record<string, number>) {
  const { counterWrite } = await import('../platform/data/counters.ts')
  const { documents } = await import('../platform/data/table.ts')
  const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb')
  await documents.send(new UpdateCommand(counterWrite({ key, name: '', by }).params() as never))
}

describe('a month of the book', () => {
  it('adds up by person and partner after all kinds of events', async () => {
    const { user, partner } = await world.invoicedAgent({ name: 'Bos Energieadvies' })
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 60 })
    await world.correct(user.id, -20)
    const [invoiceId = ''] = await world.invoicedBy(partner)
    // Items that a concept invoice claims are still open.
    expect((await seenOf(user.id)).row).toMatchObject({ earned: 160, corrected: -20, invoiced: 0, openAfter: 140 })
    await world.stepped(invoiceId, 'in_behandeling', 'betaald')
    await world.credited(invoiceId, { stillEarned: true, lines: [1] })
    const employee = await world.agent()
    const paid = await world.ready(employee.id, { agentCommission: 80 })
    await world.byHand(paid)

    const { people, totals, partners, partnerTotals, differences } = await reconciled()
    expect(people.find((row) => row.user.id === user.id)).toMatchObject({
      ...{ payoutMethod: 'invoice', partner: { id: partner, name: 'Bos Energieadvies' }, openBefore: 0, earned: 160 },
      ...{ corrected: -20, payroll: 0, invoiced: 140, credited: 100, ownInvoices: 0, openAfter: 100, difference: 0 },
    })
    expect(people.find((row) => row.user.id === employee.id)).toMatchObject({
      ...{ payoutMethod: 'payroll', partner: null, earned: 80, payroll: 80, openAfter: 0, difference: 0 },
    })
    expect(partners.find((row) => row.partner.id === partner)).toMatchObject({
      ...{ openBefore: 0, invoiced: 169.4, credited: 121, paid: 169.4, discount: 0, openAfter: -121, difference: 0 },
    })
    expect(totals).toMatchObject({ earned: 240, payroll: 80, invoiced: 140, credited: 100, difference: 0 })
    expect(partnerTotals).toMatchObject({ invoiced: 169.4, paid: 169.4, difference: 0 })
    expect(differences).toEqual([])
  })

  it('carries open amounts over, and refuses a month too far away', async () => {
    const user = await world.agent()
    await world.ready(user.id)
    expect((await seenOf(user.id, '2026-12')).row).toMatchObject({ openBefore: 100, earned: 0, openAfter: 100 })
    expect((await seenOf(user.id, '2026-10')).row).toBeUndefined()
    expect((await world.attempt('GET', '/api/ledger/reconciliation?month=2016-11'))[0]).toBe(422)
  })
})

describe('the cut-off', () => {
  const cutOff = (date: string): Promise<CutOff> => world.done('admin', 'GET', `/api/ledger/cut-off?date=${date}`)
  /** Returns what a person has to receive at a day by day of supply, and what is on documents before its supply. */
  async function seenOf(userId: string, date: string) {
    const { toReceive, ahead } = await cutOff(date)
    const theirs = toReceive.find(({ user }) => user.id === userId)
    return {
      amount: theirs?.amount ?? 0,
      notedLater: theirs?.notedLater ?? 0,
      days: theirs?.days.map(({ supplyDate, amount, document }) => [supplyDate, amount, document?.name ?? null]) ?? [],
      ahead: ahead
        .filter(({ user }) => user.id === userId)
        .map(({ supplyDate, amount, document }) => [supplyDate, amount, document?.name, document?.date]),
    }
  }

  it('lists by day of supply what is on no document at a day, and what is on one before its supply', async () => {
    const { user, partner } = await world.invoicedAgent({ agreedOn: '2026-10-01' })
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-11-20', agentCommission: 60 })
    const both = { to: '2026-11-30', invoiceDate: '2026-10-31' }
    const [id = ''] = await world.invoicedBy(partner, both)
    const { invoiceNumber } = await world.invoice(id)
    // A concept is no document yet.
    expect(await seenOf(user.id, '2026-11-23')).toEqual({
      ...{ amount: 160, notedLater: 0, ahead: [] },
      days: [
        ['2026-10-12', 100, null],
        ['2026-11-20', 60, null],
      ],
    })
    await world.put(id, 'in_behandeling')
    const none = { amount: 0, notedLater: 0, days: [], ahead: [] }
    // Work of October was noted in November; work of November is on an invoice of October.
    expect(await seenOf(user.id, '2026-10-30')).toEqual({
      ...{ ...none, amount: 100, notedLater: 100, days: [['2026-10-12', 100, invoiceNumber]] },
    })
    const early = { ...none, ahead: [['2026-11-20', 60, invoiceNumber, '2026-10-31']] }
    expect(await seenOf(user.id, '2026-10-31')).toEqual(early)
    expect(await seenOf(user.id, '2026-11-19')).toEqual(early)
    expect(await seenOf(user.id, '2026-11-20')).toEqual(none)

    // What a credit note opens again is to be received from the day of the note, and what is not earned is not.
    await world.credited(id, { stillEarned: true, lines: [1] })
    await world.credited(id, { stillEarned: false, lines: [2] })
    expect(await seenOf(user.id, '2026-11-19')).toEqual(early)
    expect(await seenOf(user.id, '2026-11-23')).toEqual({ ...none, amount: 100, days: [['2026-10-12', 100, null]] })
    expect((await world.attempt('GET', '/api/ledger/cut-off?date=2016-11-24'))[0]).toBe(422)
  })

  it('has payroll and own invoices too, and parts of corrections, and adds up to the open amounts of a month', async () => {
    const employee = await world.agent()
    const paid = await world.ready(employee.id, { agentCommission: 80 })
    const open = await world.ready(employee.id, { saleDate: '2026-11-02', agentCommission: 30 })
    await world.correct(employee.id, -200)
    await world.byHand(paid)
    expect((await seenOf(employee.id, '2026-11-22')).days).toEqual([
      ['2026-10-12', 80, 'Loon van november 2026'],
      ['2026-11-02', 30, null],
    ])
    expect((await seenOf(employee.id, '2026-11-23')).days).toEqual([
      ['2026-11-02', 30, null],
      ['2026-11-23', -120, null],
    ])
    expect(await world.statusOf(open)).toBe('klaar_voor_uitbetaling')
    const zzp = await world.joined({ role: 'agent', teamId: 1, employmentType: 'zzp' })
    await world.byHand(await world.ready(zzp.id), { ownInvoiceNumber: 'F-77' })
    expect((await seenOf(zzp.id, '2026-11-01')).days).toEqual([['2026-10-12', 100, 'Eigen factuur F-77']])

    const { totals, ahead } = await cutOff('2026-11-30')
    const month = await world.done('admin', 'GET', '/api/ledger/reconciliation?month=2026-11')
    expect(ahead).toEqual([])
    expect(totals.toReceive).toBe(month.totals.openAfter)
    expect(totals.payroll + totals.invoice + totals.ownInvoice).toBeCloseTo(totals.toReceive, 2)
  })
})

describe('a difference', () => {
  it('is found for a lost open item, by name, from its month on', async () => {
    const { LedgerItems, readOpenItems } = await ledgerEntities()
    const user = await world.agent()
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-10-13', agentCommission: 60 })
    const [item] = await readOpenItems(user.id)
    if (!item) throw new Error('Nothing is open')
    await LedgerItems.put({ ...item, claimedBy: { by: 'invoice#gone', number: 'YDS-2026-0999' } }).go()
    const difference = {
      ...{ title: 'Sale Bakkerij De Molen (12-10-2026)', text: 'geboekt, maar de open post ontbreekt' },
      ...{ amount: 100, since: '2026-11' },
    }
    expect(await seenOf(user.id)).toEqual({
      row: expect.objectContaining({ earned: 160, openAfter: 60, difference: 100 }),
      differences: [difference],
    })
    expect((await seenOf(user.id, '2026-12')).differences).toEqual([difference])
    expect((await seenOf(user.id, '2026-10')).differences).toEqual([])
    await LedgerItems.put(item).go()
    expect((await seenOf(user.id)).differences).toEqual([])
  })

  it.each([
    ['is worth less', { amount: 4_000 }, 60, 'open bedrag is anders dan geboekt'],
    ['is open after it was paid', null, -100, 'al uitbetaald of teruggedraaid, maar staat nog open'],
  ] as const)('is seen where an open item %s', async (_, damage, amount, text) => {
    const { LedgerItems, readOpenItems, findItems } = await ledgerEntities()
    const user = await world.agent()
    const commission = await world.ready(user.id)
    const [item] = await readOpenItems(user.id)
    if (!item) throw new Error('Nothing is open')
    if (damage === null) await world.byHand(commission)
    await LedgerItems.put({ ...item, ...damage }).go()
    expect((await seenOf(user.id)).differences).toEqual([
      { title: 'Sale Bakkerij De Molen (12-10-2026)', text, amount, since: '2026-11' },
    ])
    expect(await findItems([item.id])).toHaveLength(1)
    await LedgerItems.put({ ...item, ...(damage === null ? { claimedBy: { by: 'payroll#2026-11' } } : {}) }).go()
    expect((await seenOf(user.id)).differences).toEqual([])
  })

  it('is found for a balance that differs from the postings, of a month or of today', async () => {
    const { bookPeriod, BOOK_NOW } = await import('../platform/data/counters.ts')
    const user = await world.agent()
    await world.ready(user.id)
    const add = (period: string, measure: string, by: number) =>
      counted({ teamId: 0, userId: `person#${user.id}`, period }, { [measure]: by })
    await add(bookPeriod('2026-11'), 'bookEarned', 500)
    expect(await seenOf(user.id)).toEqual({
      row: expect.objectContaining({ earned: 100, difference: -5 }),
      differences: [
        {
          title: 'Verdiend',
          text: 'saldo €\u00a0105,00, boekingen €\u00a0100,00',
          amount: -5,
          since: '2026-11',
        },
      ],
    })
    await add(bookPeriod('2026-11'), 'bookEarned', -500)
    await add(BOOK_NOW, 'bookPayable', 700)
    expect((await seenOf(user.id)).differences).toMatchObject([{ title: 'Open saldo', amount: 7 }])
    await add(BOOK_NOW, 'bookPayable', -700)
    expect((await seenOf(user.id)).differences).toEqual([])
  })

  it('is found for an invoice with another open amount than was posted', async () => {
    const { Invoices } = await ledgerEntities()
    const partner = await world.partnerOf(undefined, { name: 'Duin & Polder' })
    const { id, invoiceNumber } = await world.sent(partner)
    const { data } = await Invoices.get({ id }).go()
    if (!data) throw new Error('There is no invoice')
    await Invoices.put({ ...data, open: data.open - 1_000 } as never).go()
    const { row, differences } = await seenOf(partner)
    expect(row).toMatchObject({ invoiced: 121, openAfter: 111, difference: 10 })
    expect(differences).toMatchObject([{ title: invoiceNumber, amount: 10 }])
    await Invoices.put(data as never).go()
    expect((await seenOf(partner)).differences).toEqual([])
  })
})

it('a difference is found for a settled item with another amount than was paid, by its document', async () => {
  const { LedgerItems, readOpenItems } = await ledgerEntities()
  const [employee, { user, partner }] = [await world.agent(), await world.invoicedAgent()]
  const commission = await world.ready(employee.id)
  await world.ready(user.id)
  const damaged = []
  for (const { id } of [employee, user]) damaged.push(...(await readOpenItems(id)))
  await world.byHand(commission)
  const [invoiceId = ''] = await world.invoicedBy(partner)
  await world.stepped(invoiceId, 'in_behandeling')
  const text = 'verrekend bedrag is anders dan de posten samen'
  const { invoiceNumber } = await world.invoice(invoiceId)
  for (const { id } of damaged) await LedgerItems.patch({ id }).set({ amount: 4_000 }).go()
  expect((await seenOf(employee.id)).differences).toEqual([
    { title: 'Uitbetaald met het loon van november 2026', text, amount: 60, since: '2026-11' },
  ])
  const found = (await reconciled('2026-11')).differences.find(({ userId }) => userId === user.id)
  expect(found).toMatchObject({ title: `Factuur ${invoiceNumber} uitgereikt`, amount: 60, documentId: invoiceId })
  for (const { id } of damaged) await LedgerItems.patch({ id }).set({ amount: 10_000 }).go()
  expect((await reconciled()).differences).toEqual([])
})

it('a difference is found for an amount in transit that differs from the postings', async () => {
  const { Invoices } = await ledgerEntities()
  const partner = await world.partnerOf(undefined, { name: 'Kop & Staart' })
  const { id, invoiceNumber } = await world.sent(partner)
  await world.put(id, 'betaald')
  expect((await seenOf(partner)).differences).toEqual([])
  await Invoices.patch({ id }).set({ inTransit: 2_100 }).go()
  const { differences } = await reconciled()
  expect(differences).toMatchObject([
    {
      ...{ title: invoiceNumber, text: 'bedrag onderweg naar de bank is anders dan geboekt', amount: 100 },
      ...{ partnerId: partner, documentId: id },
    },
  ])
  await Invoices.patch({ id }).set({ inTransit: 12_100 }).go()
  expect((await reconciled()).differences).toEqual([])
})

it('lists open amounts without an agreement, below zero, and with a question', async () => {
  const [loose, owing, asking] = [await world.agent(), await world.agent(), await world.agent()]
  await world.bill('POST', '/partners', buildPartnerForm({ assignedAgentId: loose.id }))
  await world.ready(loose.id)
  await world.correct(owing.id, -85)
  const asked = await world.ready(asking.id, { agentCommission: 40 })
  const as = await world.world.session(asking)
  await world.world.call('POST', `/api/commissions/${asked}/questions`, { as, body: { question: 'Klopt dit?' } })
  const { waiting } = await reconciled()
  const of = (reason: string, id: string) =>
    waiting.find((one) => one.reason === reason)?.people.find(({ user }) => user.id === id)?.amount
  expect([of('no-agreement', loose.id), of('below-zero', owing.id), of('question', asking.id)]).toEqual([100, -85, 40])
  expect(of('no-agreement', asking.id)).toBeUndefined()
})
