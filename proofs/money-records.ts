import type { Route } from '../shared/api/index.ts'
import type { LocalDate } from '../shared/time.ts'
import { buildInvoiceForm, buildPartnerForm, buildSettingsForm, buildStatementForm } from '../testing/invoices.ts'
import { buildIssuedInvoice } from '../testing/issued.ts'
import type { Person, World } from '../testing/world.ts'
import { type Cast, PARTNER, sessionFor } from './cast.ts'
import { requireId } from './replies.ts'

/**
 * Stores the settings of self-billing and sends an invoice to its partner, as only sent invoices can be credited. Does
 * not check the replies.
 */
export async function sendInvoice(world: World, cast: Cast, id: string): Promise<void> {
  const as = await sessionFor(world, cast.admin)
  await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
  const body = { status: 'in_behandeling' }
  await world.call('PATCH', `/api/self-billing/invoices/${id}/status`, { as, body })
}

/** Creates an invoice and sends it; returns its id. */
export async function createSentInvoice(world: World, cast: Cast): Promise<string> {
  const as = await sessionFor(world, cast.admin)
  const id = requireId(
    await world.call('POST', '/api/self-billing/invoices', {
      as,
      body: buildInvoiceForm(PARTNER, { dateReason: 'Proef' }),
    }),
  )
  await sendInvoice(world, cast, id)
  return id
}

/**
 * Creates a payment file for a new invoice; returns the ids of both. Approves the file, unless `path` is the route that
 * approves or withdraws it.
 */
export async function preparePaymentFile(world: World, cast: Cast, path = '') {
  const invoiceId = await createSentInvoice(world, cast)
  const body = { invoiceIds: [invoiceId], executionDate: '2027-06-01' }
  const maker = path.endsWith('/withdraw') ? cast.admin : await otherAdmin(world)
  const as = await sessionFor(world, maker)
  const files = '/api/self-billing/payment-files'
  const id = requireId(await world.call('POST', files, { as, body }))
  if (!/\/(approve|withdraw)$/.test(path)) {
    const approver = await sessionFor(world, cast.admin)
    await world.call('POST', `${files}/${id}/approve`, { as: approver, headers: { 'if-match': '"1"' } })
  }
  return { id, invoiceId }
}

/** Creates an invoice with a payment by hand that waits for another admin; returns its id. */
export async function createWaitingPayment(world: World, cast: Cast): Promise<string> {
  const id = await createSentInvoice(world, cast)
  const { invoiceRecords } = await import('../functions/invoices/invoices/records.ts')
  const { commitAll } = await import('../functions/platform/data/commit.ts')
  const { asSystem } = await import('../functions/platform/actor.ts')
  const row = await invoiceRecords.find(id)
  const { Invoices } = await import('../functions/invoices/invoices/entity.ts')
  const at = new Date().toISOString()
  const maker = await otherAdmin(world)
  const pendingPayment = { by: maker.id, at, date: row.invoiceDate, amount: row.open }
  await commitAll(asSystem('proof'), invoiceRecords.changed(row, { ...row, pendingPayment }).changes, undefined)
  // The proofs send the version of a new record.
  await Invoices.patch({ id }).set({ version: 1 }).go()
  return id
}

/** Creates a partner with a changed IBAN that another admin has yet to approve; returns the partner's id. */
export async function createPartnerWithPendingAccount(world: World): Promise<string> {
  const maker = await otherAdmin(world)
  const as = await sessionFor(world, maker)
  const id = requireId(await world.call('POST', '/api/self-billing/partners', { as, body: buildPartnerForm() }))
  const { Partners } = await import('../functions/invoices/partner-entity.ts')
  const pendingAccount = { bankAccount: 'NL59TRIO0788877666', by: maker.id, at: new Date().toISOString() }
  await Partners.patch({ id }).set({ pendingAccount }).go()
  return id
}

/** An admin outside the cast for each world. */
const others = new WeakMap<World, Person>()

/** Returns an admin outside the cast, the same one each time. */
async function otherAdmin(world: World): Promise<Person> {
  const admin = others.get(world) ?? (await world.person({ role: 'admin' }))
  others.set(world, admin)
  return admin
}

/** Uploads a bank statement whose one payment fits no invoice; returns the id of the statement. */
export async function uploadBankStatement(world: World, cast: Cast): Promise<string> {
  const form = buildStatementForm(buildBankExport(crypto.randomUUID()), 'afschrift.csv')
  const as = await sessionFor(world, cast.admin)
  const { body, text } = await world.call('POST', '/api/self-billing/bank-statements', { as, ...form })
  if (!body.id) throw new Error(`No statement was read: ${text}`)
  return body.id
}

/** Returns a bank export (CSV) of one payment of € 10 by us, with this description. */
export const buildBankExport = (words: string) =>
  `"Datum","Bedrag","Omschrijving"\r\n"2026-11-20","-10,00","${words}"\r\n`

/**
 * Starts a monthly run, which makes invoices; returns the id of the run. For a route that continues a run, makes this
 * run count as stopped.
 */
export async function prepareMonthlyRun(world: World, cast: Cast, { endpoint: { path } }: Route): Promise<string> {
  const body = { partnerIds: [PARTNER], from: '2026-10-01', to: '2026-10-31' }
  const as = await sessionFor(world, cast.admin)
  const id = requireId(await world.call('POST', '/api/self-billing/monthly-runs', { as, body }))
  if (path.endsWith('/continue')) {
    const { MonthlyRuns } = await import('../functions/monthly-runs/monthly-entity.ts')
    await MonthlyRuns.patch({ id }).set({ movedAt: '2026-01-01T00:00:00.000Z' }).go()
  }
  return id
}

/** Creates a sent invoice; returns the secret token of the link by which its partner accepts it. */
export async function createAcceptanceSecret(world: World, cast: Cast): Promise<string> {
  const id = await createSentInvoice(world, cast)
  const { createAcceptanceLink } = await import('../functions/invoices/acceptance/acceptance-link.ts')
  return (
    (await createAcceptanceLink({ id, invoiceNumber: 'YDS-2027-0001' }, 0, '2027-12-31' as LocalDate))
      .split('/')
      .at(-1) ?? ''
  )
}

/**
 * Starts a run that mails an invoice to the accounting; returns the id of the run. For a path that continues a run,
 * makes this run count as stopped.
 */
export async function prepareDispatch(world: World, cast: Cast, path: string): Promise<string> {
  const { Invoices } = await import('../functions/invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../functions/invoices/invoices/rules.ts')
  await Invoices.put(addIndexKeys({ ...buildIssuedInvoice({ sentToPartner: true }), id: crypto.randomUUID() })).go()
  const as = await sessionFor(world, cast.admin)
  await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
  const id = requireId(await world.call('POST', '/api/self-billing/dispatches', { as }))
  if (!path.endsWith('/continue')) return id
  const { Dispatches } = await import('../functions/dispatches/dispatch-entity.ts')
  await Dispatches.patch({ id }).set({ movedAt: '2026-01-01T00:00:00.000Z' }).go()
  return id
}

/**
 * Adds an attachment to an invoice, with the id of the invoice as its `path`. The proofs fill in every parameter of a
 * route with one id, so that `…/{id}/attachments/{path}` then finds both.
 */
export async function attachFileToInvoice(id: string): Promise<void> {
  const { Invoices } = await import('../functions/invoices/invoices/entity.ts')
  const { Attachments } = await import('../functions/invoices/issuing/attachments.ts')
  const { putDocument } = await import('../functions/platform/aws/document-store.ts')
  const hash = await putDocument('attachments', Buffer.from('dag;uren'), 'text/csv')
  const attachment = { path: id, filename: 'uren.csv', size: 8 }
  await Attachments.put({ ...attachment, hash, contentType: 'text/csv', createdAt: new Date().toISOString() }).go()
  await Invoices.patch({ id })
    .set({ attachments: [attachment] })
    .go()
}
