import { screen } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../testing/invoices.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { connectBrowser, logIn, openApp } from './browser.tsx'
import { connectUploads } from './uploads.ts'

/** Id of the partner of test invoices, unless a test names another partner. */
const partner = 'bos'

async function bill(world: World, admin: Person, method: string, path: string, body: object) {
  const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(admin), body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}

/**
 * Connects the browser of each test to the test back end `world`, with invoices shown as cards. Returns functions that
 * call the API as `admin`, create invoices and open screens.
 */
export function connectInvoices(world: () => World, admin: () => Person) {
  connectBrowser(world)
  connectUploads(world)
  beforeEach(() => {
    vi.stubGlobal('matchMedia', undefined)
    localStorage.setItem('invoices-as-cards', 'true')
  })

  const call = (method: string, path: string, body: object) => bill(world(), admin(), method, path, body)
  const made = (form: object = {}, of = partner) => call('POST', '/invoices', buildInvoiceForm(of, form))

  /** Creates a sent invoice without documents, because their generator does not accept the byte arrays of jsdom. */
  async function sentInvoice(form: object = {}, more: object = {}, of = partner) {
    const invoice = await made(form, of)
    const { Invoices } = await import('../../functions/invoices/invoices/entity.ts')
    const { addIndexKeys } = await import('../../functions/invoices/invoices/rules.ts')
    const { data } = await Invoices.get({ id: invoice.id }).go()
    const issued = { ...data, status: 'in_behandeling', sentAt: new Date().toISOString(), ...more }
    await Invoices.put(addIndexKeys({ ...issued, open: (issued as typeof data)?.totalAmount } as never)).go()
    return invoice
  }

  async function open(path: string, person = admin()) {
    await logIn(world(), person)
    return openApp(path)
  }

  return { call, made, sentInvoice, open }
}

/** Starts a test back end with a partner, the agent of the partner and an admin. */
export async function startInvoices(): Promise<{ world: World; admin: Person; agent: Person }> {
  const world = await startWorld()
  await world.team(1, 'Team Maas')
  const admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  const agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  await bill(world, admin, 'PUT', '/settings', buildSettingsForm())
  await storePartner(partner)
  await bill(world, admin, 'PATCH', `/partners/${partner}`, { assignedAgentId: agent.id })
  return { world, admin, agent }
}

/** Finds the card of an invoice by its heading. */
export const findInvoiceCard = async (name: string | RegExp) => {
  const title = await screen.findByRole('heading', { name })
  return title.closest('section') as HTMLElement
}
