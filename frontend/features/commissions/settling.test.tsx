// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { startInvoicing } from '../../../testing/invoiced.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'
import { findButton, findDialog, findRow, findToast, getTextbox } from '../../testing/queries.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

async function open(who: keyof CommissionWorld['people'], path: string) {
  await logIn(world.world, world.people[who])
  return openApp(path)
}

test('a row whose agent waits for an invoice is partly paid; its caller sees that the own amount is paid', async () => {
  const payee = await world.joined({ role: 'agent', teamId: 1, firstName: 'Ilse', lastName: 'Invoice' })
  await startInvoicing(world, payee.id)
  const form = { customerName: 'Halve Maan', agentId: payee.id, callerId: world.people.caller.id }
  const id = await world.sale(form, { agentCommission: 85.5, callerCommission: 12.25 })
  await world.step(id, 'klaar_voor_uitbetaling')
  const workflow = await open('admin', '/commissies-admin?search=halve')
  await workflow.user.click(await findButton('Halve Maan: Uitbetalen'))
  await workflow.user.click(await within(await findDialog('Uitbetalen')).findByRole('button', { name: /^Betaal 1 / }))
  await findToast('Deels uitbetaald')
  expect(screen.getByText('Halve Maan: de rest gaat via een factuur.')).toBeTruthy()
  workflow.unmount()
  const admins = await open('admin', '/commissions?search=halve')
  expect((await findRow(/Halve Maan/)).textContent).toMatch(/Deels uitbetaald, nog €\s85,50/)
  expect(await screen.findByText(/Totaal €\s97,75 · Nog uit te betalen €\s85,50/)).toBeTruthy()
  admins.unmount()
  await open('caller', '/commissies-agent?search=halve')
  expect((await findRow(/Halve Maan/)).textContent).toContain('Al uitbetaald')
})

test('paying a zzp’er without a partner asks for the invoice number, from the row and its form', async () => {
  const payee = await world.joined({
    role: 'agent',
    firstName: 'Zoë',
    lastName: 'Zelf',
    employmentType: 'zzp',
    teamId: 1,
  })
  for (const customerName of ['Zuivel Een', 'Zuivel Twee']) {
    const id = await world.sale({ customerName, agentId: payee.id }, { agentCommission: 60 })
    await world.step(id, 'klaar_voor_uitbetaling')
  }
  const { user, unmount } = await open('admin', '/commissies-admin?search=zuivel')
  const step = await findButton('Zuivel Een: Uitbetalen')
  await user.click(step)
  await user.click(within(await findDialog('Uitbetalen')).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)

  await user.click(step)
  const dialog = await findDialog('Uitbetalen')
  const pay = await within(dialog).findByRole('button', { name: /^Betaal 1 commissie · €\s60,00$/ })
  await user.click(pay)
  expect(await within(dialog).findByText('Vul het factuurnummer in')).toBeTruthy()
  const number = getTextbox(dialog, /^Factuurnummer/)
  expect(document.activeElement).toBe(number)
  await user.type(number, '2026-031')
  await user.type(getTextbox(dialog, /^Btw/), '12')
  await user.click(pay)
  expect(await within(dialog).findByText(/^Klopt niet: 21 % is €\s12,60$/)).toBeTruthy()
  await user.clear(getTextbox(dialog, /^Btw/))
  await user.type(getTextbox(dialog, /^Btw/), '12,60')
  await user.click(pay)
  await findToast('Status bijgewerkt')
  expect(screen.getByText('Zuivel Een: Uitbetaald')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.parse(sent.findLast(({ method }) => method === 'PATCH')?.body ?? '')).toEqual({
    status: 'uitbetaald',
    ownInvoiceNumber: '2026-031',
    ownInvoiceSums: { date: '2026-11-21', amount: 60, vat: 12.6 },
  })
  unmount()

  const second = await open('admin', '/commissions?search=zuivel')
  await second.user.click(await findRow(/Zuivel Twee/))
  await second.user.click(await within(await findDialog('Zuivel Twee')).findByRole('button', { name: 'Bewerken' }))
  const form = await findDialog('Commissie bewerken')
  await second.user.selectOptions(within(form).getByRole('combobox', { name: 'Status' }), 'Uitbetaald')
  await second.user.click(within(form).getByRole('button', { name: 'Bijwerken' }))
  const question = await findDialog('Uitbetalen')
  await second.user.type(await within(question).findByRole('textbox', { name: /^Factuurnummer/ }), '2026-032')
  await second.user.type(getTextbox(question, /^Btw/), '0')
  await second.user.click(await within(question).findByRole('button', { name: /^Betaal 1 commissie/ }))
  await findToast('Status bijgewerkt')
  const panel = await findDialog('Zuivel Twee')
  expect(await within(panel).findByText('Uitbetaald')).toBeTruthy()
  const postings = await within(panel).findByRole('table', { name: 'Boekingen' })
  await waitFor(() => expect(postings.textContent).toMatch(/€\s-60,00/))
})
