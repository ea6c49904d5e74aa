import { expect } from 'vitest'
import type { StatementBooking } from '../shared/api/schemas/bank.ts'
import {
  buildAgreementForm,
  buildInvoiceForm,
  buildPartnerForm,
  buildSettingsForm,
  buildStatementForm,
} from './invoices.ts'
import { startWorld } from './world.ts'

/** Account of the partner in the bookings. */
const IBAN = 'NL91RABO0315273637'

/** Returns the XML of a bank statement (CAMT.053) with these entries, of this account if given. */
export const buildStatementXml = (entries: string, account = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${account && `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`}${entries}</Stmt></BkToCstmrStmt></Document>`

/** Returns the XML of a statement entry: an amount in euros with its details, debit (`DBIT`) or credit (`CRDT`). */
export const buildStatementEntry = (amount: number, details: string, side = 'DBIT', date = '2026-11-23') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`

/** Returns the XML of the details of one payment, which go into a statement entry. */
export const buildPaymentDetails = (reference: string, { text = '', iban = IBAN, amount = '' } = {}) =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${amount && `<Amt Ccy="EUR">${amount}</Amt>`}<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

/** Returns the XML of entry details with which the bank books a whole payment file (`id`) as one amount. */
export const buildBatchDetails = ({ id }: { id: string }) =>
  `<Btch><PmtInfId>${id.replaceAll('-', '')}-1</PmtInfId></Btch>`

interface Document {
  readonly id: string
  readonly invoiceNumber: string
  readonly totalAmount: number
}

/**
 * Returns the documents proposed for a statement's bookings, in the order in which they are to be confirmed, and the
 * doubts about bookings. The doubts are ordered by date; on each day, those about money out come first.
 */
function collectProposals(bookings: readonly StatementBooking[]) {
  const placeOf = ({ id, amount }: StatementBooking) => (amount < 0 ? 0 : 1e6) + Number(/\d+$/.exec(id)?.[0])
  const read = bookings.toSorted((one, other) => one.date.localeCompare(other.date) || placeOf(one) - placeOf(other))
  return {
    proposals: bookings
      .flatMap(({ id, date, matches }) => matches.map((match) => ({ booking: id, date, ...match })))
      .toSorted((one, other) => one.order - other.order),
    doubts: read.flatMap(({ id, date, amount, doubts }) =>
      doubts.map((reason) => ({ booking: id, date, amount: Math.abs(amount), reason })),
    ),
  }
}

interface Proposals {
  readonly proposals: { kind: string; invoiceId: string; by: string; amount: number; isPart: boolean; reason: string }[]
}

/** Returns the statement entry of a payment from our account for a document, on a day of November 2026. */
export const makeOutgoingEntry = ({ invoiceNumber, totalAmount }: Document, day: number, amount = totalAmount) =>
  buildStatementEntry(amount, buildPaymentDetails(invoiceNumber), 'DBIT', `2026-11-${day}`)

/** Returns the statement entry of a payment to our account for a document, on a day of November 2026. */
export const makeIncomingEntry = (
  { invoiceNumber, totalAmount }: Document,
  day: number,
  amount = Math.abs(totalAmount),
) => buildStatementEntry(amount, buildPaymentDetails(invoiceNumber), 'CRDT', `2026-11-${day}`)

/** Returns the reasons of the doubts about a statement, with ordinary spaces in place of non-breaking ones. */
export const doubtReasonsOf = ({ doubts }: { doubts: { reason: string }[] }) =>
  doubts.map(({ reason }) => reason.replaceAll('\u00a0', ' '))

/** Returns the Dutch sentence that asks whether a payment came back or a credit note was repaid. */
export const formatReturnQuestion = (invoice: { invoiceNumber: string }, note: { invoiceNumber: string }) =>
  `${invoice.invoiceNumber}: kwam de betaling terug of is ${note.invoiceNumber} terugbetaald? Zet zelf de juiste goed.`

/** Returns the kind, invoice id and amount of each proposal about a statement's bookings. */
export const summariseProposals = ({ proposals }: Proposals) =>
  proposals.map(({ kind, invoiceId, amount }) => [kind, invoiceId, amount])

/**
 * Starts a back end for tests (a world) with settings, an admin and a partner, by default on 24 November 2026. Returns
 * functions that send invoices and upload bank statements.
 */
export async function startBank(now = '2026-11-24T09:00:00Z') {
  const world = await startWorld({ now })
  const admin = await world.person({ role: 'admin' })
  let as = await world.session(admin)
  const made = new Set<string>()
  const call = (method: string, path: string, body?: object) =>
    world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
  async function done(method: string, path: string, body?: object) {
    const reply = await call(method, path, body)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }
  await done('PUT', '/settings', buildSettingsForm())
  const addPartner = async (form: object = {}) => {
    const { id } = await done('POST', '/partners', buildPartnerForm(form))
    await world.call('PUT', `/api/self-billing/partners/${id}/agreement`, { as, ...buildAgreementForm() })
    return id as string
  }
  const partner = await addPartner()
  const step = (id: string, status: string, more: object = {}) =>
    done('PATCH', `/invoices/${id}/status`, { status, ...more })
  const find = (id: string) => done('GET', `/invoices/${id}`)
  /** Returns every booking of a statement, page by page. */
  async function bookingsIn(id: string): Promise<StatementBooking[]> {
    const all: StatementBooking[] = []
    for (let query = '?limit=200'; query !== ''; ) {
      const reply = await call('GET', `/bank-statements/${id}/bookings${query}`)
      expect(reply.status, reply.text).toBe(200)
      all.push(...reply.body)
      query = /bookings(\?[^>]*)>; rel="next"/.exec(reply.headers['link'] ?? '')?.[1] ?? ''
    }
    return all
  }
  /** Uploads a statement; returns the reply. A reply with status 200 gets the proposals and doubts of its bookings. */
  async function upload(content: string, filename = 'afschrift.xml') {
    const form = buildStatementForm(content, filename)
    const reply = await world.call('POST', '/api/self-billing/bank-statements', { as, ...form })
    return reply.status === 200
      ? { ...reply, body: { ...reply.body, ...collectProposals(await bookingsIn(reply.body.id)) } }
      : reply
  }
  /**
   * Confirms for each document the next proposal of this kind that is not confirmed yet; without one, asks for a
   * confirmation that fails. Returns the ids of the confirmed documents by kind, and the failures with their reasons.
   */
  async function confirm({ id }: { id: string }, invoiceIds: readonly string[], kind = 'payment') {
    const { proposals } = collectProposals(await bookingsIn(id))
    const chosen = new Set<object>()
    const matches = invoiceIds.map((invoiceId) => {
      const own = proposals.filter((one) => one.kind === kind && one.invoiceId === invoiceId)
      const one = own.find((match) => match.confirmedAt === null && !chosen.has(match)) ?? own[0]
      if (one) chosen.add(one)
      return { booking: one?.booking ?? 'out0', invoiceId }
    })
    const { confirmed, failed } = await done('POST', `/bank-statements/${id}/confirm`, { matches })
    const of = (wanted: string) =>
      confirmed.flatMap((one: { kind: string; invoiceId: string }) => (one.kind === wanted ? one.invoiceId : []))
    return {
      ...{ paid: of('payment'), returned: of('return'), repaid: of('repayment') },
      failed: failed.map(({ invoiceId, reason }: { invoiceId: string; reason: string }) => ({ invoiceId, reason })),
    }
  }
  return {
    world,
    admin,
    call,
    done,
    addPartner,
    step,
    find,
    upload,
    read: async (...entries: string[]) => {
      const reply = await upload(buildStatementXml(entries.join('')))
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    },
    async travel(instant: string) {
      world.travel(instant)
      as = await world.session(admin)
    },
    /** Creates and sends an invoice, by default of 2 November with one line without VAT. */
    async sent(unitPrice: number, form: object = {}) {
      const lines = [{ description: 'Commissie', quantity: 1, unitPrice, vatRate: 0 }]
      const { id } = await done(
        'POST',
        '/invoices',
        buildInvoiceForm(partner, { invoiceDate: '2026-11-02', lines, ...form }),
      )
      made.add(id)
      return step(id, 'in_behandeling')
    },
    /** Creates and sends a credit note for the whole invoice, or for a quantity of its first line. */
    async credited({ id }: { id: string }, quantity?: number) {
      const quantities = quantity === undefined ? {} : { quantities: [{ lineOrder: 1, quantity }] }
      const note = await done('POST', `/invoices/${id}/credit-notes`, quantities)
      made.add(note.id)
      return step(note.id, 'in_behandeling')
    },
    order: (invoices: readonly { id: string }[], executionDate = '2026-11-24') =>
      done('POST', '/payment-files', { invoiceIds: invoices.map(({ id }) => id), executionDate }),
    paidOn: (id: string, paymentDate: string, more: object = {}) => step(id, 'betaald', { paymentDate, ...more }),
    bookingsIn,
    confirm,
    /**
     * Compares the ledger with the row of each document made since the last call. Their amounts must be equal: open, in
     * transit and paid.
     */
    async expectBook() {
      await Promise.all([...made].map(expectBooked))
      made.clear()
    },
  }
}

/** Returns the sums of a document's postings in the ledger, in cents by account. */
export async function sumPostingsOf(id: string) {
  const { readDocumentHistory } = await import('../functions/book/service.ts')
  const sums: Record<string, number> & Record<'creditor' | 'transit' | 'bank' | 'discount' | 'vat', number> = {
    ...{ creditor: 0, transit: 0, bank: 0, discount: 0, vat: 0 },
  }
  for (const { documentId, postings } of await readDocumentHistory(id)) {
    for (const { account, amount, documentId: of = documentId } of postings) {
      if (of === id) sums[account] = (sums[account] ?? 0) + amount
    }
  }
  return sums
}

async function expectBooked(id: string): Promise<void> {
  const { invoicesById } = await import('../functions/invoices/invoices/records.ts')
  const row = (await invoicesById([id])).get(id)
  if (!row) throw new Error(`There is no invoice ${id}`)
  const { creditor, transit, bank } = await sumPostingsOf(id)
  const paid = row.payments.reduce((sum, { amount }) => sum + amount, 0)
  expect({ creditor, transit, paid: transit + bank }, row.invoiceNumber).toEqual({
    creditor: -row.open + 0,
    transit: -row.inTransit + 0,
    paid: -paid + 0,
  })
}
