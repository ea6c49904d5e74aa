// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bankDayFrom } from '../../../shared/invoicing/bank-days.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { buildPartnerForm, buildSettingsForm, storePartner } from '../../../testing/invoices.ts'
import { buildIssuedInvoice } from '../../../testing/issued.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { paymentFileAddress } from '../../domains/addresses.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findDialog, findRowContaining } from '../../testing/queries.ts'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let maker: Person
let other: Person
beforeAll(async () => {
  world = await startWorld()
  maker = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  other = await world.person({ role: 'admin', firstName: 'Bea', lastName: 'Beheer' })
  await call('PUT', '/settings', buildSettingsForm())
  await storePartner('bos')
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function call(method: string, path: string, body: object, as = maker) {
  const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(as), body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}
let made = 0
/** Stores a sent invoice, and returns it. */
async function sentInvoice() {
  const { Invoices } = await import('../../../functions/invoices/invoices/entity.ts')
  made += 1
  const row = buildIssuedInvoice({ id: `sent-${made}`, invoiceNumber: `YDS-2026-010${made}`, partnerCompanyId: 'bos' })
  await Invoices.put({ ...row, has48HourDiscount: false, open: row.totalAmount, dueDate: '2026-12-31' }).go()
  return row
}

/** Makes a payment file of one sent invoice; the file waits for approval. Returns the id of the file. */
async function waitingFile(): Promise<string> {
  const { id } = await sentInvoice()
  const executionDate = bankDayFrom(localDateOf(now()))
  return (await call('POST', '/payment-files', { invoiceIds: [id], executionDate })).id
}
async function open(path: string, as: Person) {
  await logIn(world, as)
  return openApp(path)
}
const euro = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')

test('before a payment file is made, it says who approves it', async () => {
  const { invoiceNumber } = await sentInvoice()
  const { user } = await open('/self-billing/betalingen', maker)
  await user.click(within(await findRowContaining(invoiceNumber)).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Betaalbestand maken' }))
  expect(await screen.findByText('Daarna keurt Bea Beheer goed.')).toBeTruthy()
})

test('the maker of a payment file waits for another admin, and sees the reason of a rejection', async () => {
  const id = await waitingFile()
  const first = await open(paymentFileAddress(id), maker)
  const own = within(await findDialog('Betaalbestand'))
  expect(await own.findByText('Wacht op goedkeuring van een andere beheerder')).toBeTruthy()
  expect(own.queryByRole('button', { name: /Downloaden|Goedkeuren/ })).toBeNull()
  first.unmount()

  const { user, unmount } = await open(paymentFileAddress(id), other)
  const shown = within(await findDialog('Betaalbestand'))
  expect(await shown.findByText('Goed te keuren')).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Afkeuren' }))
  const asked = within(await findDialog('Betaalbestand afkeuren'))
  await user.click(asked.getByRole('button', { name: 'Afkeuren' }))
  expect(await asked.findByText('Vul een reden in')).toBeTruthy()
  await user.type(asked.getByRole('textbox', { name: /Reden/ }), 'Dubbel')
  await user.click(asked.getByRole('button', { name: 'Afkeuren' }))
  expect(await screen.findByText('Betaalbestand afgekeurd')).toBeTruthy()
  unmount()

  await open(paymentFileAddress(id), maker)
  expect(await screen.findByText(/^Afgekeurd door Bea Beheer op .*: Dubbel$/)).toBeTruthy()
})

test('a payment by hand needs a reason for the other admin', async () => {
  const { id } = await sentInvoice()
  const { user } = await open(`/self-billing/invoice/${id}`, maker)
  await user.click(await screen.findByRole('button', { name: 'Markeer als Betaald' }))
  const asked = within(await screen.findByRole('alertdialog', { name: /betaald\?$/ }))
  const reason = await asked.findByRole('textbox', { name: /^Reden/ })
  const confirm = await asked.findByRole('button', { name: 'Markeer als Betaald' })
  await waitFor(() => expect(confirm).toHaveProperty('disabled', false))
  await user.click(confirm)
  expect(await asked.findByText('Vul een reden in')).toBeTruthy()
  await user.type(reason, 'Met de pas betaald')
  await user.click(confirm)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const { body } = await world.call('GET', `/api/self-billing/invoices/${id}`, { as: await world.session(maker) })
  expect(body).toMatchObject({ status: 'in_behandeling', pendingPayment: { reason: 'Met de pas betaald' } })
})

test('a booking to another account needs a reason for the other admin', async () => {
  const { invoiceNumber } = await sentInvoice()
  const { user } = await open('/self-billing/betalingen?afschrift=nieuw', maker)
  const lines = [
    '"IBAN/BBAN","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"',
    `"NL59TRIO0788877666","${localDateOf(now())}","-144,62","NL20INGB0001234567","Groß","${invoiceNumber}","Factuur"`,
  ]
  const file = new File([lines.join('\r\n')], 'anders.csv')
  await user.upload(within(await findDialog('Bankafschrift uploaden')).getByLabelText(/^Bestand/), file)
  await user.click(await screen.findByRole('button', { name: 'Toch koppelen' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Toch koppelen?' }))
  await user.click(asked.getByRole('button', { name: 'Koppelen' }))
  expect(await asked.findByText('Vul in waarom het geld naar een andere rekening ging')).toBeTruthy()
  await user.type(asked.getByRole('textbox', { name: /^Reden/ }), 'Nieuwe rekening, gebeld')
  await user.click(asked.getByRole('button', { name: 'Koppelen' }))
  expect((await screen.findAllByText('Wacht op goedkeuring van een andere beheerder')).length).toBeGreaterThan(0)
})

test('another admin approves a payment file in Mijn dag, which shows the amount and the number of payees', async () => {
  const id = await waitingFile()
  const { user } = await open('/mijn-dag', other)
  const panel = within(await screen.findByRole('complementary', { name: 'Nu: Betaalbestand goedkeuren' }))
  expect(await panel.findByText('1 factuur aan 1 partner')).toBeTruthy()
  expect(panel.getByText(/^Anna Admin, /)).toBeTruthy()
  const remarks = panel.getByRole('list', { name: 'Anders dan vorige maand' })
  expect(panel.getByText(/^In .* kreeg deze partner niets$/)).toBeTruthy()
  expect(within(remarks).getAllByRole('listitem').map(euro)).toEqual([
    expect.stringMatching(/^1 eerste betalingÉnergie Groß.*€ 144,62$/),
  ])
  expect(
    within(panel.getByRole('list', { name: 'Let op' }))
      .getAllByRole('listitem')
      .map(euro),
  ).toEqual([
    '1 nog niet bevestigdDe partner gaf nog geen antwoord.€ 144,62',
    '1 vervalt pas na 7 dagenUiterlijk op 31-12-2026.€ 144,62',
  ])
  expect(euro(panel.getByRole('list', { name: 'Betalingen' }))).toMatch(/^Énergie Groß.*€ 144,62YDS/)
  await user.click(panel.getByRole('button', { name: /^Goedkeuren/ }))
  const asked = await screen.findByRole('alertdialog', { name: /goedkeuren\?$/ })
  expect(euro(asked)).toMatch(
    /^€ 144,62 goedkeuren\?1 factuur aan 1 partner, te betalen op .*Let op: 1 eerste betaling, 1 nog niet bevestigd, 1 vervalt pas na 7 dagen/,
  )
  await user.click(within(asked).getByRole('button', { name: /goedkeuren$/ }))
  expect(await screen.findByText('Betaalbestand goedgekeurd')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Nu: Betaalbestand goedkeuren' })).toBeNull())
  const { body } = await world.call('GET', `/api/self-billing/payment-files/${id}/payments`, {
    as: await world.session(maker),
  })
  expect(body).toMatchObject({ state: 'open', approvedBy: { firstName: 'Bea' } })
})

test('a stand-in approves a payment file, sees no other payments, and rejects nothing', async () => {
  const id = await waitingFile()
  const named = {
    proposedBy: 'a',
    proposedAt: '2026-01-01T00:00:00Z',
    approvedBy: 'b',
    approvedAt: '2026-01-01T00:00:00Z',
  }
  const standIn = await world.person({ role: 'caller', standIn: named })
  const first = await open(paymentFileAddress(id), standIn)
  const shown = within(await findDialog('Betaalbestand'))
  expect(await shown.findByRole('button', { name: 'Goedkeuren' })).toBeTruthy()
  expect(shown.queryByRole('button', { name: /Afkeuren|Intrekken/ })).toBeNull()
  await first.user.keyboard('{Escape}')
  expect((await screen.findAllByRole('row', { name: /Wacht op goedkeuring/ })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByRole('link', { name: 'Betalingen' })).toBeTruthy()
  first.unmount()

  const { user } = await open('/mijn-dag', standIn)
  const panel = within(await screen.findByRole('complementary', { name: 'Nu: Betaalbestand goedkeuren' }))
  expect(await panel.findByText('Klopt er iets niet? Bel Anna Admin.')).toBeTruthy()
  expect(panel.queryByRole('button', { name: /^Afkeuren/ })).toBeNull()
  await user.click(panel.getByRole('button', { name: /^Goedkeuren/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /goedkeuren$/ }))
  expect(await screen.findByText('Betaalbestand goedgekeurd')).toBeTruthy()
})

test('a changed IBAN waits at its partner until another admin approves it; its author can withdraw it', async () => {
  const { id } = await call('POST', '/partners', buildPartnerForm({ name: 'Nieuw Advies' }))
  const enter = () => call('PATCH', `/partners/${id}`, { bankAccount: 'NL91ABNA0417164300' })
  const note = async () => within(await screen.findByRole('region', { name: 'Nieuwe rekening van Nieuw Advies' }))
  const form = `/self-billing?tab=partners&partner=${id}`
  await enter()
  const { user, unmount } = await open(form, maker)
  const own = await note()
  expect(own.getByText(/Wacht op goedkeuring van een andere beheerder/)).toBeTruthy()
  expect(own.queryByRole('button', { name: /^Goedkeuren/ })).toBeNull()
  await user.click(own.getByRole('button', { name: /^Intrekken/ }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Intrekken' }))
  // The open question hides the region, so its absence says nothing about the withdrawal.
  expect(await screen.findByText('Nieuwe rekening ingetrokken')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Nieuwe rekening/ })).toBeNull())
  unmount()

  await call('POST', '/partners', buildPartnerForm({ name: 'Zelfde Rekening', bankAccount: 'NL91ABNA0417164300' }))
  await enter()
  const second = await open(form, other)
  await second.user.click((await note()).getByRole('button', { name: /^Goedkeuren/ }))
  const asked = await screen.findByRole('alertdialog', { name: 'Rekening van Nieuw Advies goedkeuren?' })
  expect(asked.textContent).toContain('NL91 ABNA 0417 1643 00, niet meer naar NL91 RABO 0315 2736 37')
  expect(asked.textContent).toMatch(/Dit IBAN staat ook bij .*Zelfde Rekening. Kijk het na./)
  await second.user.click(within(asked).getByRole('button', { name: 'Rekening goedkeuren' }))
  expect(await screen.findByText('Rekening goedgekeurd')).toBeTruthy()
  const { body } = await world.call('GET', `/api/self-billing/partners/${id}`, { as: await world.session(other) })
  expect(body.bankAccount).toBe('NL91ABNA0417164300')
  await waitFor(() => expect(screen.queryByText('Nieuwe rekening wacht')).toBeNull())
})
