import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildInvoiceForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

const line = (lineOrder: number) => ({ quantities: [{ lineOrder, quantity: 1 }] })
const note = async (invoice: string, form: object = {}): Promise<string> => {
  const { id } = await world.bill('POST', `/invoices/${invoice}/credit-notes`, form)
  return id
}
const issue = (id: string) => world.put(id, 'in_behandeling')
const step = (id: string, status: string, more: object = {}) =>
  world.tryBill('PATCH', `/invoices/${id}/status`, { status, ...more })
const pay = (...invoiceIds: string[]) =>
  world.bill('POST', '/payment-files', { invoiceIds, executionDate: '2026-11-24' })
const byNotes = (id: string) => step(id, 'betaald', { byCreditNotes: true })
/** Returns the status and the open amount of documents. */
const standing = async (...ids: string[]): Promise<[string, number][]> =>
  (await Promise.all(ids.map(world.invoice))).map(({ status, openAmount }) => [status, openAmount])
const refused = [409, expect.any(String)]

/**
 * Makes a partner who owes us a credit note (`owed`) of a paid invoice: of the whole invoice (€ 121,00), or of the
 * lines in `form`. Returns also `sent`, which sends another invoice of that partner.
 */
async function owing(form: object = {}) {
  const owner = await world.partnerOf()
  const { id } = await world.sent(owner)
  await world.put(id, 'betaald')
  const owed = await note(id, form)
  await issue(owed)
  return { owed, sent: async (): Promise<string> => (await world.sent(owner)).id }
}

/** Starts a run over one invoice; returns its id. */
const startRun = async (id: string, change: object): Promise<string> =>
  (await world.bill('POST', '/changes', { rows: [{ id }], ...change })).id

describe('a run over many invoices', () => {
  it('credits an invoice once, however often its step is done, and says of which the commission lapses', async () => {
    const { id } = await world.sent(partner)
    const run = await startRun(id, { work: 'credit', stillEarned: false })
    await Promise.all([deliverOutbox(run), deliverOutbox(run)])
    await deliverOutbox(run)
    expect(await world.bill('GET', `/changes/${run}`)).toMatchObject({
      ...{ state: 'done', changed: 1, failed: 0, undoUntil: null, change: { work: 'credit', stillEarned: false } },
    })
    expect(await world.invoice(id)).toMatchObject({ credited: 'whole', creditNotes: [{ status: 'concept' }] })
  })

  it('credits nothing that somebody credits meanwhile', async () => {
    const { id } = await world.sent(partner)
    const run = await startRun(id, { work: 'credit', stillEarned: true })
    await meanwhile(async () => {
      world.passTurn()
      await note(id)
    })
    await deliverOutbox(run)
    expect((await world.invoice(id)).creditNotes).toHaveLength(1)
    expect(await world.bill('GET', `/changes/${run}/results`)).toMatchObject([{ outcome: 'failed' }])
  })

  it('sends no concept that somebody changes meanwhile, and nothing twice', async () => {
    const { id } = await world.bill('POST', '/invoices', buildInvoiceForm(partner))
    const run = await startRun(id, { work: 'send' })
    await meanwhile(() => world.bill('PATCH', `/invoices/${id}`, { description: 'Anders' }))
    await deliverOutbox(run)
    expect(await world.invoice(id)).toMatchObject({ status: 'concept', description: 'Anders' })
    const again = await startRun(id, { work: 'send' })
    await Promise.all([deliverOutbox(again), deliverOutbox(again)])
    await deliverOutbox(again)
    const { status, mails } = await world.invoice(id)
    expect([status, mails.filter(({ kind }: { kind: string }) => kind === 'partner-mail')]).toEqual([
      ...['in_behandeling', [expect.anything()]],
    ])
    const third = await startRun(id, { work: 'send' })
    await deliverOutbox(third)
    expect(await world.bill('GET', `/changes/${third}/results`)).toMatchObject([
      { outcome: 'skipped', message: 'Is al verstuurd' },
    ])
  })
})

describe('a credit note that is made', () => {
  it('credits nothing that another credit note credits meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(async () => {
      world.passTurn()
      await note(id)
    })
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, {})).toEqual(refused)
    expect((await world.invoice(id)).creditNotes).toHaveLength(1)
  })

  it('is not made of an invoice that is paid meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(() => world.put(id, 'betaald'))
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, {})).toEqual(refused)
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald', creditNotes: [] })
  })
})

/** Marks the mail to the partner about an invoice as sent, as the outbox does. */
const mailed = async (id: string) => {
  const { Invoices } = await import('../invoices/entity.ts')
  await Invoices.patch({ id }).set({ sentToPartner: true, presentedAt: '2026-11-21T09:00:00.000Z' }).go()
}

it('a credit note right after sending is made while the mail marks its invoice', async () => {
  const { id } = await world.sent(partner)
  expect((await world.invoice(id)).sentToPartner).toBe(false)
  await meanwhile(() => mailed(id))
  expect((await world.tryBill('POST', `/invoices/${id}/credit-notes`, {}))[0]).toBe(201)
  expect(await world.invoice(id)).toMatchObject({ sentToPartner: true, creditNotes: [expect.any(Object)] })
})

describe('a credit note that is issued', () => {
  it('settles its invoice together with a second note that is issued meanwhile', async () => {
    const { id } = await world.sent(partner)
    const [one, two] = [await note(id, line(1)), await note(id, line(2))]
    await meanwhile(() => issue(two))
    await issue(one)
    expect(await standing(id, one, two)).toEqual([
      ['betaald', 0],
      ['betaald', 0],
      ['betaald', 0],
    ])
  })

  it('is owed by its partner when its invoice is paid meanwhile', async () => {
    const { id } = await world.sent(partner)
    const only = await note(id)
    await meanwhile(() => world.put(id, 'betaald'))
    await issue(only)
    expect(await standing(id, only)).toEqual([
      ['betaald', 0],
      ['in_behandeling', -121],
    ])
  })

  it('is owed for the part that a part payment settles meanwhile', async () => {
    const { id } = await world.sent(partner)
    const only = await note(id)
    await meanwhile(() => world.put(id, 'betaald', { partAmount: 21 }))
    await issue(only)
    expect(await standing(id, only)).toEqual([
      ['betaald', 0],
      ['in_behandeling', -21],
    ])
  })

  it('settles its invoice when the payment is taken back meanwhile', async () => {
    const { id } = await world.sent(partner)
    await world.put(id, 'betaald')
    const only = await note(id)
    await meanwhile(() => world.put(id, 'in_behandeling'))
    await issue(only)
    expect(await standing(id, only)).toEqual([
      ['betaald', 0],
      ['betaald', 0],
    ])
  })
})

describe('a credit note that is cancelled', () => {
  it('is not cancelled when it is issued meanwhile', async () => {
    const { id } = await world.sent(partner)
    const only = await note(id)
    await meanwhile(() => issue(only))
    expect(await step(only, 'cancelled')).toEqual(refused)
    expect(await standing(id, only)).toEqual([
      ['betaald', 0],
      ['betaald', 0],
    ])
    expect((await world.tryBill('POST', `/invoices/${id}/credit-notes`, {}))[0]).toBe(409)
  })

  it('makes its own lines creditable again, and none that another note credits meanwhile', async () => {
    const { id } = await world.sent(partner)
    const first = await note(id, line(1))
    await meanwhile(() => note(id, line(2)))
    expect((await step(first, 'cancelled'))[0]).toBe(200)
    expect(await world.linesOf(await note(id))).toEqual([-60])
  })
})

describe('a credit note that its partner owes', () => {
  it('settles no invoice when it is repaid meanwhile', async () => {
    const { owed, sent } = await owing()
    const invoice = await sent()
    await meanwhile(() => world.put(owed, 'betaald'))
    expect(await byNotes(invoice)).toEqual(refused)
    expect(await standing(invoice, owed)).toEqual([
      ['in_behandeling', 121],
      ['betaald', 0],
    ])
  })

  it('settles one invoice when two people settle two with it', async () => {
    const { sent } = await owing()
    const [one, two] = [await sent(), await sent()]
    await meanwhile(() => byNotes(two))
    expect(await byNotes(one)).toEqual(refused)
    expect(await standing(one, two)).toEqual([
      ['in_behandeling', 121],
      ['betaald', 0],
    ])
  })

  it('settles no invoice with an amount that a payment file nets meanwhile', async () => {
    const { owed, sent } = await owing()
    const [byHand, netted, paid] = [await sent(), await sent(), await sent()]
    await meanwhile(() => pay(netted, paid))
    expect(await byNotes(byHand)).toEqual(refused)
    expect(await standing(owed, byHand, netted, paid)).toEqual([
      ['betaald', 0],
      ['in_behandeling', 121],
      ['betaald', 0],
      ['in_behandeling', 121],
    ])
  })

  it('is netted by one payment file when two are made at once', async () => {
    const { owed, sent } = await owing()
    const [one, two, three, four] = [await sent(), await sent(), await sent(), await sent()]
    await meanwhile(() => pay(three, four))
    expect(await pay(one, two)).toMatchObject({ total: 242, netted: [] })
    expect(await standing(owed, one, two, three, four)).toEqual([
      ['betaald', 0],
      ['in_behandeling', 121],
      ['in_behandeling', 121],
      ['betaald', 0],
      ['in_behandeling', 121],
    ])
  })

  it('is netted by a payment file with the rest that a part payment leaves open meanwhile', async () => {
    const { owed, sent } = await owing(line(2))
    const invoice = await sent()
    await meanwhile(() => world.put(invoice, 'betaald', { partAmount: 21 }))
    expect(await pay(invoice)).toMatchObject({ total: 51.6, netted: [{ amount: 48.4 }] })
    expect(await standing(owed, invoice)).toEqual([
      ['betaald', 0],
      ['in_behandeling', 51.6],
    ])
  })
})
