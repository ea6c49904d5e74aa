import { now } from '../../shared/time.ts'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { startWorld } from '../../testing/world.ts'
import { logIn, openApp } from './browser.tsx'

/**
 * Starts a test back end with an admin and a partner. Returns functions that call the API, make invoices that wait for
 * payment, make credit notes, and open the screen of payments.
 */
export async function startPayments() {
  const world = await startWorld()
  const admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })

  async function call(method: string, path: string, body: object) {
    const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(admin), body })
    if (reply.status >= 300) throw new Error(reply.text)
    return reply.body
  }
  await call('PUT', '/settings', buildSettingsForm())
  await storePartner('bos')

  /**
   * Creates a sent invoice of an amount in euros. It has no documents, because their generator does not accept the byte
   * arrays of jsdom.
   */
  async function waiting(unitPrice: number, more: object = {}, partner = 'bos') {
    const lines = [{ description: 'Commissie', quantity: 1, unitPrice, vatRate: 0 }]
    const invoice = await call('POST', '/invoices', buildInvoiceForm(partner, { lines }))
    await issueInvoice(invoice.id, more)
    return invoice
  }

  /**
   * Creates an issued credit note of an amount in euros. The partner owes us that amount, because the credited invoice
   * was already paid.
   */
  async function openNote(unitPrice: number, partner: string) {
    const { id } = await waiting(unitPrice, {}, partner)
    await call('PATCH', `/invoices/${id}/status`, { status: 'betaald' })
    const note = await call('POST', `/invoices/${id}/credit-notes`, {})
    await issueInvoice(note.id)
    return note
  }

  async function open(path = '/self-billing/betalingen') {
    await logIn(world, admin)
    return openApp(path)
  }

  return { world, admin, call, waiting, openNote, open }
}

/** Issues a concept without its documents. */
async function issueInvoice(id: string, more: object = {}) {
  const { Invoices } = await import('../../functions/invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../../functions/invoices/invoices/rules.ts')
  const { addPartyData } = await import('../../functions/invoices/documents/documents.ts')
  const { data } = await Invoices.get({ id }).go()
  const row = await addPartyData(data as never)
  await Invoices.put(
    addIndexKeys({
      ...row,
      status: 'in_behandeling',
      sentAt: now(),
      open: row.totalAmount,
      ...more,
    }),
  ).go()
}
