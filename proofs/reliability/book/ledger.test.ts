import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, type LocalDate } from '../../../shared/time.ts'
import { buildSettingsForm, buildStatementForm, storePartner } from '../../../testing/invoices.ts'
import { createRandomNumbers, SEED } from '../../../testing/seed.ts'
import { type Answer, startWorld, type World } from '../../../testing/world.ts'
import { reportFigure, size } from '../../figures.ts'
import type { Doc } from './book-model.ts'
import * as model from './book-model.ts'
import { findBookFaults, readBookSums } from './book-sums.ts'

let world: World
let as: string
let today = '2026-11-02' as LocalDate
beforeAll(async () => {
  world = await startWorld({ now: `${today}T09:00:00Z` })
  await travel(today)
  await done('PUT', '/settings', buildSettingsForm())
})
afterAll(() => world.stop())

let admin: Awaited<ReturnType<World['person']>> | undefined
async function travel(day: LocalDate): Promise<void> {
  today = day
  world.travel(`${day}T09:00:00Z`)
  admin ??= await world.person({ role: 'admin' })
  as = await world.session(admin)
}

/** Number of calls made and days passed so far. A random operation that leaves it unchanged did nothing. */
let attempts = 0
const call = (method: string, path: string, body?: object): Promise<Answer> => {
  attempts += 1
  return world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
}
async function done(method: string, path: string, body?: object) {
  const reply = await call(method, path, body)
  expect(reply.status, `${method} ${path} ${JSON.stringify(body)}: ${reply.text}`).toBeLessThan(300)
  return reply.body
}

const cents = (euros: number) => Math.round(euros * 100) + 0

/** Tells whether there are payments by us and the bank has booked all of them. */
const isAllBooked = (payments: Doc['payments']) => {
  const paid = payments.filter(({ amount }) => amount > 0)
  return paid.length > 0 && paid.every(({ bookedOn }) => bookedOn !== undefined)
}

/** Returns functions that act on one partner's documents, in the product and in the model. */
function partnerOf(partnerId: string, below: (limit: number) => number) {
  const docs: Doc[] = []
  const files: { id: string; docs: Doc[] }[] = []
  const any = <T>(all: readonly T[]): T | undefined => all[below(Math.max(1, all.length))]
  const where = (test: (doc: Doc) => boolean) => any(docs.filter(test))

  const docFrom = (body: Answer['body'], more: Partial<Doc>): Doc => ({
    ...{ id: body.id, number: body.invoiceNumber, kind: 'invoice', date: body.invoiceDate, quantity: 4 },
    ...{ total: Math.abs(cents(body.totalAmount)), hasDiscount: false, status: 'concept', isPosted: false, open: 0 },
    ...{ credited: 0, reserved: 0, reservedAmount: 0, discountReturned: 0, payments: [] },
    ...{ inTransit: 0, bookings: new Set<string>() },
    ...more,
  })

  async function make(hasDiscount = below(2) === 0, price = 1 + below(50_000), vatRate = [21, 9, 0][below(3)]) {
    const lines = [{ description: 'Werk', quantity: 4, unitPrice: price / 100, vatRate }]
    const form = {
      ...{ partnerCompanyId: partnerId, description: 'Werk', invoiceDate: today },
      ...{ has48HourDiscount: hasDiscount, lines },
    }
    const doc = docFrom(await done('POST', '/invoices', form), { hasDiscount })
    docs.push(doc)
    return doc
  }

  async function step(doc: Doc, body: object, isExpected: boolean, updateModel: () => void): Promise<void> {
    const { status, text } = await call('PATCH', `/invoices/${doc.id}/status`, body)
    expect(status < 300, `${doc.number} ${JSON.stringify(body)}: ${text}`).toBe(isExpected)
    if (isExpected) updateModel()
  }

  async function issue(doc = where(({ status }) => status === 'concept')): Promise<void> {
    if (!doc) return
    const isLapsed = !doc.isPosted && doc.hasDiscount && addDays(doc.date, 2) < today
    const isHeld = !doc.isPosted && doc.credits?.file !== undefined && doc.credits.status === 'in_behandeling'
    await step(doc, { status: 'in_behandeling' }, !isLapsed && !isHeld, () => model.issueDocument(doc, today))
  }

  async function close(): Promise<void> {
    const doc = where(({ status }) => status === 'concept' || status === 'in_behandeling')
    if (!doc) return
    if (doc.status === 'concept') {
      await step(doc, { status: 'cancelled' }, !doc.isPosted, () => {
        doc.status = 'cancelled'
        if (doc.credits) {
          doc.credits.reserved -= doc.quantity
          doc.credits.reservedAmount -= doc.total
        }
      })
    } else {
      const isUnpaid = doc.open === (doc.kind === 'invoice' ? doc.total : -doc.total)
      await step(doc, { status: 'concept' }, isUnpaid && doc.file === undefined, () => {
        doc.status = 'concept'
      })
    }
  }

  async function credit(
    doc = where((one) => one.kind === 'invoice' && one.isPosted && one.reserved < 4),
    wanted?: number,
  ): Promise<void> {
    if (!doc) return
    const quantity = wanted ?? 1 + below(4 - doc.reserved)
    const reply = await call('POST', `/invoices/${doc.id}/credit-notes`, { quantities: [{ lineOrder: 1, quantity }] })
    const isHeld = doc.file !== undefined && doc.status === 'in_behandeling'
    expect(reply.status, `${doc.number} credit ${quantity}: ${reply.text}`).toBe(isHeld ? 409 : 201)
    if (isHeld) return
    const note = docFrom(reply.body, { kind: 'note', credits: doc, quantity })
    doc.reserved += quantity
    doc.reservedAmount += note.total
    if (doc.reserved === 4) expect(doc.reservedAmount, `${doc.number} is credited to the cent`).toBe(doc.total)
    docs.push(note)
  }

  async function pay(doc = where(({ status }) => status === 'in_behandeling'), isFullPayment = below(3) !== 0) {
    if (!doc) return
    const due = Math.abs(model.amountToSettle(doc, doc.file?.day ?? today))
    const part = !isFullPayment && due > 1 ? 1 + below(due - 1) : undefined
    const body = { status: 'betaald', ...(part === undefined ? {} : { partAmount: part / 100 }) }
    await step(doc, body, true, () => model.payDocument(doc, today, part === undefined ? {} : { amount: part }))
  }

  async function takeBack(doc = where(({ status }) => status === 'betaald')): Promise<void> {
    if (!doc) return
    await step(doc, { status: 'in_behandeling' }, doc.payments.length > 0, () => model.takeBackPayment(doc, false))
  }

  const openNotes = () => docs.filter((one) => one.kind === 'note' && one.status === 'in_behandeling' && one.open < 0)

  async function net(
    doc = where(({ kind, status }) => kind === 'invoice' && status === 'in_behandeling'),
  ): Promise<void> {
    if (!doc || openNotes().length === 0) return
    const isSettled = model.netWithNotes(doc, openNotes(), today)
    await step(doc, { status: 'betaald', byCreditNotes: true }, isSettled, () => {})
  }

  async function order(): Promise<void> {
    const invoices = docs.filter(({ kind, status }) => kind === 'invoice' && status === 'in_behandeling')
    if (invoices.length === 0) return
    const reply = await call('POST', '/payment-files', {
      invoiceIds: invoices.map(({ id }) => id),
      executionDate: today,
    })
    const id = reply.body?.id ?? ''
    const isMade = model.fillPaymentFile(invoices, openNotes(), today, id)
    expect(reply.status, reply.text).toBe(isMade ? 201 : 422)
    if (isMade) files.push({ id, docs: invoices.filter(({ file }) => file?.id === id) })
  }

  async function withdraw(): Promise<void> {
    const file = any(files)
    if (!file) return
    files.splice(files.indexOf(file), 1)
    await done('POST', `/payment-files/${file.id}/withdraw`)
    for (const doc of file.docs) if (doc.file?.id === file.id) doc.file = undefined
  }

  /** Releases a document from a payment file that may still be sent; a paid document must stay in it. */
  async function release(): Promise<void> {
    const file = any(files)
    const doc = file && any(file.docs)
    if (!file || !doc) return
    const { status, text } = await call('POST', `/payment-files/${file.id}/release`, { invoiceId: doc.id })
    const isPaid = doc.status === 'betaald' || doc.payments.some((payment) => payment.file === file.id)
    const isReleased = doc.file?.id === file.id && !isPaid
    expect(status < 300, `${doc.number} released: ${text}`).toBe(isReleased)
    if (isReleased) doc.file = undefined
  }

  /** Uploads a statement with one booking and confirms its proposals; returns the number of proposals. */
  async function bank(doc: Doc, amount: number, isOut: boolean): Promise<number> {
    const entry = `<Ntry><Amt Ccy="EUR">${(amount / 100).toFixed(2)}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd><BookgDt><Dt>${today}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${doc.number}</EndToEndId></Refs><RmtInf><Ustrd>${randomUUID()}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
    const content = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entry}</Stmt></BkToCstmrStmt></Document>`
    attempts += 1
    const { body } = await world.call('POST', '/api/self-billing/bank-statements', {
      as,
      ...buildStatementForm(content),
    })
    const { matches } = (await done('GET', `/bank-statements/${body.id}/bookings`))[0]
    for (const { invoiceId } of matches) {
      const one = { booking: isOut ? 'out0' : 'in0', invoiceId }
      const { failed } = await done('POST', `/bank-statements/${body.id}/confirm`, { matches: [one] })
      expect(failed).toEqual([])
    }
    return matches.length
  }

  async function booked(): Promise<void> {
    const doc = where((one) => one.status === 'in_behandeling' || one.inTransit !== 0)
    if (!doc) return
    const isOut = doc.kind === 'invoice'
    const unbooked = doc.payments.find((one) => one.bookedOn === undefined && one.amount !== 0)
    const due = Math.abs(model.amountToSettle(doc, doc.file?.day ?? today))
    const amount = unbooked ? Math.abs(unbooked.amount) : below(3) === 0 && due > 1 ? 1 + below(due - 1) : due
    const isTaken = Math.sign(doc.inTransit) === (isOut ? -1 : 1)
    if (amount === 0 || isTaken || (doc.status !== 'in_behandeling' && !unbooked)) return
    const found = model.recordBooking(doc, today, isOut ? amount : -amount)
    expect(await bank(doc, amount, isOut), `${doc.number} booked ${amount}`).toBe(found === 'known' ? 0 : 1)
    if (found === 'expected' && unbooked) model.confirmPayment(doc, unbooked, today)
    if (found === 'news')
      model.payDocument(doc, today, { amount, day: model.paymentDateOf(doc, amount, today), bookedOn: today })
  }

  /** Books an outgoing payment for a paid document a second time, which must propose nothing and change nothing. */
  async function double(): Promise<void> {
    const doc = where((one) => one.kind === 'invoice' && one.status === 'betaald' && one.payments.length > 0)
    const amount = doc?.payments.at(-1)?.amount ?? 0
    if (!doc || amount === 0 || doc.inTransit !== 0) return
    expect(await bank(doc, amount, true), `${doc.number} twice`).toBe(0)
  }

  /**
   * Tells whether money received for an invoice could also be the repayment of one of its credit notes. A person must
   * then decide which it is.
   */
  const mayBeRepaid = (invoice: Doc, amount: number) =>
    docs.some(
      ({ credits, status, inTransit, bookings, isPosted, open, total }) =>
        credits === invoice &&
        status !== 'cancelled' &&
        (inTransit !== 0 || bookings.has(`${today} ${-amount}`) || amount <= (isPosted ? -open : total)),
    )

  async function bounce(
    doc = where(({ kind, inTransit, payments }) => kind === 'invoice' && inTransit === 0 && isAllBooked(payments)),
  ): Promise<void> {
    const payment = doc?.payments.findLast(({ amount }) => amount > 0)
    if (!doc || !payment || mayBeRepaid(doc, payment.amount)) return
    const found = model.recordBooking(doc, today, -payment.amount)
    expect(await bank(doc, payment.amount, false), `${doc.number} sent back`).toBe(found === 'known' ? 0 : 1)
    if (found === 'news') model.takeBackPayment(doc, true, payment.amount)
  }

  async function clock(): Promise<void> {
    attempts += 1
    await travel(addDays(today, 1))
  }

  const often = [
    make,
    make,
    issue,
    issue,
    issue,
    issue,
    credit,
    credit,
    credit,
    pay,
    pay,
    booked,
    booked,
    order,
    order,
    net,
    net,
  ]
  const operations = [...often, takeBack, close, withdraw, release, double, bounce, clock]
  return {
    docs,
    /** Performs a random operation; draws another when no document is ready for it. */
    performRandomOperation: async () => {
      const before = attempts
      while (attempts === before) await (any(operations) as () => Promise<unknown>)()
    },
    ...{ make, issue, credit, pay, takeBack, net, order, bounce },
    /**
     * Compares every stored document with the model, and the partner's balance with the documents (money.md, rule 3).
     * With `isSeen` also compares each document as the API shows it.
     */
    check: async (said: string, isSeen = true) => {
      const { invoicesById } = await import('../../../functions/invoices/invoices/records.ts')
      const rows = await invoicesById(docs.map(({ id }) => id))
      const stored = docs.map(({ id, number }) => [number, rows.get(id)?.status, rows.get(id)?.open])
      expect(stored, said).toEqual(docs.map(({ number, status, open }) => [number, status, open + 0]))
      for (const doc of isSeen ? docs : []) {
        const { openAmount, status } = await done('GET', `/invoices/${doc.id}`)
        expect([doc.number, status, cents(openAmount)], said).toEqual([doc.number, doc.status, doc.open + 0])
      }
      expect((await readBookSums({ partners: [partnerId] })).partner.get(partnerId), said).toEqual({
        owed: docs.reduce((sum, { open }) => sum + open, 0),
        paid: docs.flatMap(({ payments }) => payments).reduce((sum, { amount }) => sum + amount, 0),
      })
    },
  }
}

/** Combines discounts with set-offs, files and credit notes, which random operations do too rarely. */
async function discounts(partnerId: string): Promise<void> {
  await storePartner(partnerId)
  const partner = partnerOf(partnerId, createRandomNumbers(3))
  const { docs, make, issue, credit, pay, takeBack, net, order, bounce } = partner
  const seen = (said: string) => partner.check(`${said} at a discount`)
  const issued = async (...form: Parameters<typeof make>) => {
    const doc = await make(...form)
    await issue(doc)
    return doc
  }
  const credited = async (doc: Doc, quantity: number) => {
    await credit(doc, quantity)
    await issue(docs.at(-1))
  }

  const paid = await issued(false, 10_000, 21)
  await pay(paid, true)
  await credited(paid, 4)
  await net(await issued(true, 9_000, 21))
  await seen('netted')
  await issued(true, 500, 21)
  await issued(false, 20_000, 9)
  await order()
  await seen('netted by a file')

  const cents = await issued(true, 33, 21)
  await pay(cents, true)
  for (let note = 0; note < 4; note++) await credited(cents, 1)
  await seen('credited bit by bit')

  const again = await issued(true, 10_000, 21)
  for (const quantity of [1, 2]) {
    await pay(again, true)
    await credited(again, quantity)
    await takeBack(again)
    await seen('taken back')
  }

  const late = await issued(true, 10_000, 21)
  await order()
  await travel(addDays(today, 4))
  await pay(late, true)
  await seen('told after its day')
  await bounce(late)
  await order()
  await seen('sent back and paid by another file')
}

it('discounts match the model where they meet set-offs, payment files and credit notes', async () => {
  await travel('2026-11-02' as LocalDate)
  await discounts('partner-discounts')
})

it('the open amount of each document matches the model, through any events in any order', async () => {
  let steps = 0
  for (let run = 0; run < size.books; run++) {
    const below = createRandomNumbers(run * 7_919 + 11)
    await travel('2026-11-02' as LocalDate)
    const partnerId = `partner-${run}`
    await storePartner(partnerId)
    const partner = partnerOf(partnerId, below)
    for (let at = 0; at < size.bookSteps; at++) {
      await partner.performRandomOperation()
      await partner.check(`run ${run} step ${at} of seed ${SEED}`, at % 10 === 9 || at === size.bookSteps - 1)
      steps += 1
    }
  }
  const { recount } = await import('../../../functions/records/recount.ts')
  const { countedLedger } = await import('../../../functions/book/journal.ts')
  const { wrong } = await recount([countedLedger], { from: 2026, to: 2027, repair: false }, () => {})
  expect(await findBookFaults()).toEqual([])
  reportFigure(
    'book: documents',
    'as the model has them after each step; 0 balances differ from a recount',
    { steps, wrong },
    {
      ...{ steps: size.books * size.bookSteps, wrong: 0 },
    },
  )
})
