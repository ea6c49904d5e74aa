// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { now } from '../../../../shared/time.ts'
import { buildSettingsForm } from '../../../../testing/invoices.ts'
import { buildIssuedInvoice } from '../../../../testing/issued.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function call(method: string, path: string, body?: object) {
  const as = await world.session(admin)
  const reply = await world.call(method, `/api/self-billing${path}`, { as, ...(body ? { body } : {}) })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}
const settings = (form: object = {}) => call('PUT', '/settings', buildSettingsForm(form))

async function open(path = '/self-billing/boekhouding?tab=verzendingen') {
  await logIn(world, admin)
  return openApp(path)
}
const runDialog = () => screen.findByRole('dialog', { name: 'Verzending naar de boekhouding' })

test('waiting invoices are sent by a button; one that did not arrive can be sent again', async () => {
  const { Invoices } = await import('../../../../functions/invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../../../../functions/invoices/invoices/rules.ts')
  const { Dispatches, DispatchResults } = await import('../../../../functions/dispatches/dispatch-entity.ts')
  const row = addIndexKeys({
    ...buildIssuedInvoice({ documents: { pdf: 'pdf', ubl: 'ubl' }, sentToPartner: true }),
    id: 'wacht',
  })
  await Invoices.put(row).go()
  await settings({ autoSendToAccounting: false })
  const off = await open()
  expect(await screen.findByText('Verzending naar de boekhouding staat uit bij de instellingen.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nu versturen' }).disabled).toBe(true)
  off.unmount()

  await settings()
  const { user } = await open()
  expect(await screen.findByText('Nog niets verstuurd')).toBeTruthy()
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Nu versturen' })
  await waitFor(() => expect(start.disabled).toBe(false))
  expect(screen.getByText('1 factuur wacht')).toBeTruthy()
  await user.click(start)
  const dialog = await runDialog()
  expect(await within(dialog).findByText('Bezig')).toBeTruthy()

  // Stores by hand the result that a run stores when the mail provider refuses a mail.
  const runId = new URLSearchParams(location.search).get('run') ?? ''
  const { invoiceNumber, type, totalAmount } = row
  await DispatchResults.put({
    ...{ runId, id: row.id, invoiceNumber, type, totalAmount, partnerName: 'Bos', mailId: 'geen' },
    ...{ outcome: 'failed', message: 'Het adres bestaat niet' },
  }).go()
  await Dispatches.patch({ id: runId }).set({ state: 'done', endedAt: now() }).add({ total: 1, failed: 1 }).go()
  expect(await screen.findByText('1 niet aangekomen')).toBeTruthy()
  expect(await within(dialog).findByText('Het adres bestaat niet')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /^Verstuurd/ })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: /^Mislukt/ }))
  await user.click(await within(dialog).findByRole('button', { name: `Opnieuw versturen: ${invoiceNumber}` }))
  expect(await screen.findByText('E-mail wordt opnieuw verzonden')).toBeTruthy()
  const body = sent.find(({ path }) => path.endsWith('/send-invoice-email'))?.body
  expect(JSON.parse(body ?? '')).toEqual({ invoiceId: row.id, kind: 'accounting-mail', unlessSent: true })
})

/** Stores an invoice, and the result of the run that mailed it. */
async function sentBy(runId: string): Promise<void> {
  const { Invoices } = await import('../../../../functions/invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../../../../functions/invoices/invoices/rules.ts')
  const { DispatchResults } = await import('../../../../functions/dispatches/dispatch-entity.ts')
  const documents = { pdf: 'pdf', ubl: 'ubl' }
  const issued = buildIssuedInvoice({ documents, sentToPartner: true, sentToAccounting: true })
  const row = addIndexKeys({ ...issued, id: 'verstuurd', invoiceNumber: 'YDS-2026-0043' })
  const { id, invoiceNumber, type, totalAmount } = row
  await Invoices.put(row).go()
  const result = { runId, id, invoiceNumber, type, totalAmount, partnerName: 'Bos', mailId: 'geen' }
  await DispatchResults.put({ ...result, outcome: 'sent' }).go()
}

test('a stopped run continues on request, and resending an invoice asks first', async () => {
  const { id } = await call('POST', '/dispatches')
  const { Dispatches } = await import('../../../../functions/dispatches/dispatch-entity.ts')
  await Dispatches.patch({ id }).set({ movedAt: '2026-01-01T08:00:00.000Z' }).go()
  await sentBy(id)
  const { user } = await open(`/self-billing/boekhouding?run=${id}`)
  const dialog = within(await runDialog())
  expect(await dialog.findByText('Gestopt')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Opnieuw versturen: YDS-2026-0043' }))
  const question = await screen.findByRole('alertdialog', { name: 'YDS-2026-0043 opnieuw versturen?' })
  await user.click(within(question).getByRole('button', { name: 'Opnieuw versturen' }))
  expect(await screen.findByText('E-mail wordt opnieuw verzonden')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Verder gaan' }))
  expect(await dialog.findByText('Bezig')).toBeTruthy()
})

test('failed counts, lists of runs and results can be retried', async () => {
  await settings()
  const { id } = await call('POST', '/dispatches')
  let restore = failRequests(/dispatches/)
  const { user, unmount } = await open()
  const failed = await screen.findByText('Het aantal wachtende facturen kon niet worden geladen.')
  const alerts = await waitFor(() => {
    const all = screen.getAllByRole('alert')
    expect(all).toHaveLength(2)
    return all
  })
  restore()
  for (const alert of alerts) await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText(/wach(t|ten)/, { selector: '[role=status]' })).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'Verzendingen naar de boekhouding' })).toBeTruthy()
  expect(failed.isConnected).toBe(false)
  unmount()

  restore = failRequests(/dispatches\/[^/]+$/)
  const page = await open(`/self-billing/boekhouding?run=${id}`)
  const dialog = within(await runDialog())
  const run = await findRetryButton(dialog)
  restore()
  restore = failRequests(/results/)
  await page.user.click(run)
  expect(await dialog.findByText('Bezig')).toBeTruthy()
  const results = await findRetryButton(dialog)
  restore()
  await page.user.click(results)
  expect(await dialog.findByRole('list', { name: 'Resultaten' })).toBeTruthy()
})
