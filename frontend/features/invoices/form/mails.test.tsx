// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildIssuedInvoice } from '../../../../testing/issued.ts'
import type { Person, World } from '../../../../testing/world.ts'
import { press } from '../../../testing/actions.ts'
import { failRequests, sent } from '../../../testing/browser.tsx'
import { connectInvoices, findInvoiceCard, startInvoices } from '../../../testing/invoices.ts'
import { findDialog, withPlainSpaces } from '../../../testing/queries.ts'

let world: World
let admin: Person

beforeAll(async () => {
  const started = await startInvoices()
  world = started.world
  admin = started.admin
})
afterAll(() => world.stop())

const { call, made, sentInvoice, open } = connectInvoices(
  () => world,
  () => admin,
)

test('a concept is sent with a mail, and a refused invoice cannot be paid', async () => {
  const { id, invoiceNumber } = await made({ description: 'Te mailen' })
  const { user, unmount } = await open('/self-billing/workflow-concept')
  await user.click(await screen.findByRole('button', { name: `Naar In behandeling: ${invoiceNumber}` }))
  const question = await screen.findByRole('alertdialog', { name: 'E-mail versturen verplicht' })
  await press(user, question, 'E-mail versturen en doorgaan')
  expect(await screen.findByText('Status bijgewerkt')).toBeTruthy()
  unmount()

  const page = await open(`/self-billing/invoice/${id}`)
  const mails = await findInvoiceCard('E-mails')
  expect(await within(mails).findByText('Mail aan de partner')).toBeTruthy()
  // The invoice is assigned to nobody, so the page names the agent of its partner. Partner and agent were already
  // mailed, so only the mail to the accounting has a button.
  expect(screen.getByText('Sem Postma (van de partner)')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: 'Meer' }))
  const [first, ...others] = await screen.findAllByRole('menuitem', { name: /^Mail .*versturen$/ })
  expect([first?.textContent, others]).toEqual(['Mail aan de boekhouding versturen', []])
  await page.user.click(first as HTMLElement)
  const asked = await screen.findByRole('alertdialog', { name: 'Mail aan de boekhouding versturen?' })
  expect(withPlainSpaces(asked.textContent ?? '')).toContain(
    `Factuur ${invoiceNumber} van € 1.210,00 gaat per e-mail naar de boekhouding.`,
  )
  expect(sent.filter(({ path }) => path.endsWith('/send-invoice-email'))).toEqual([])
  await press(page.user, asked, 'E-mail versturen')
  expect(await screen.findByText('E-mail wordt verstuurd')).toBeTruthy()
  expect(await within(mails).findByText('Mail aan de boekhouding')).toBeTruthy()
  expect(screen.getByText(/^Wacht op antwoord/)).toBeTruthy()
  expect(screen.queryByText('Niet gemaild')).toBeNull()
  // When the mail provider refuses a mail, the open page shows that without a reload.
  const { Outbox } = await import('../../../../functions/platform/data/outbox.ts')
  await Outbox.patch({ id: `${id}-partner-mail` })
    .set({ state: 'failed' })
    .go()
  expect(await screen.findByText('Niet gemaild', {}, { timeout: 10_000 })).toBeTruthy()
  expect(within(mails).getByText('Mislukt')).toBeTruthy()
  expect(within(mails).getByText('Email verzending mislukt')).toBeTruthy()
  // While the new mail to the partner is being sent, neither it nor the failed one has a button to send it again.
  await press(page.user, mails, 'Mail aan de partner opnieuw versturen')
  expect(await screen.findByText('E-mail wordt opnieuw verzonden')).toBeTruthy()
  await waitFor(() => expect(within(mails).getAllByText('Mail aan de partner')).toHaveLength(2))
  expect(within(mails).getByText('Mislukt')).toBeTruthy()
  expect(within(mails).queryByRole('button', { name: /partner opnieuw versturen$/ })).toBeNull()
  page.unmount()

  // A mail to the agent that was skipped as unnecessary still has a button to send it.
  await Outbox.patch({ id: `${id}-agent-mail` })
    .set({ state: 'skipped' })
    .go()
  const { createAcceptanceLink } = await import('../../../../functions/invoices/acceptance/acceptance-link.ts')
  const token = new URL(await createAcceptanceLink({ id, invoiceNumber: '' }, 0, '2026-12-07' as never)).pathname
    .split('/')
    .at(-1)
  const disputedLines = [{ lineOrder: 1, remark: 'Was € 250' }]
  const body = { answer: 'refused', reason: 'Twee regels ontbreken', disputedLines }
  expect((await world.call('POST', `/api/invoice-acceptance/${token}`, { body })).status).toBe(204)
  const refused = await open(`/self-billing/invoice/${id}`)
  expect(await screen.findByText('Twee regels ontbreken')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Crediteren en nieuw concept' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mail aan de toegewezen medewerker opnieuw versturen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Markeer als Betaald' })).toBeNull()
  expect(screen.getByText('Betaling geblokkeerd. Crediteer deze factuur geheel en maak een nieuwe.')).toBeTruthy()
  await refused.user.click(await screen.findByRole('button', { name: 'Meer' }))
  expect(await screen.findByRole('menuitem', { name: 'Terug naar Concept' })).toBeTruthy()
  await refused.user.click(await screen.findByRole('menuitem', { name: 'Crediteren' }))
  const dialog = await findDialog('Creditfactuur maken')
  expect(within(dialog).queryByText(/Crediteer deze factuur geheel/)).toBeNull()
  const [quantity] = within(dialog).getAllByRole('textbox', { name: /^Te crediteren/ })
  await refused.user.clear(quantity as HTMLElement)
  expect(await within(dialog).findByText(/Het restant wordt niet betaald. Crediteer deze/)).toBeTruthy()
  refused.unmount()

  // One dialog credits it in full and makes a concept with the corrected line, which opens.
  const anew = await open(`/self-billing/invoice/${id}`)
  const wrong = await findInvoiceCard('Factuurregels')
  expect(within(wrong).getByText('Klopt niet volgens de partner: Was € 250')).toBeTruthy()
  await press(anew.user, wrong, 'Regel corrigeren: regel 1')
  const as = await world.session(admin)
  const read = async (of = '') => (await world.call('GET', `/api/self-billing/invoices/${of}`, { as })).body
  const { lines, totalAmount, partnerName } = await read(id)
  const replacing = await findDialog('Crediteren en nieuw concept')
  const total = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(totalAmount)
  const told = `${invoiceNumber} van ${total} aan ${partnerName} wordt geheel gecrediteerd.`
  expect(replacing.textContent?.replaceAll('\u00a0', ' ')).toContain(told.replaceAll('\u00a0', ' '))
  expect(within(replacing).getByText('Klopt niet volgens de partner: Was € 250')).toBeTruthy()
  const quantityField = within(replacing).getByRole('textbox', { name: 'Aantal van regel 1' })
  await anew.user.clear(quantityField)
  await anew.user.type(quantityField, '0')
  await press(anew.user, replacing, 'Crediteren en nieuw concept')
  expect(await within(replacing).findByText(/^Voeg minimaal één factuurlijn toe/)).toBeTruthy()
  await anew.user.clear(quantityField)
  await anew.user.type(quantityField, '1')
  const price = within(replacing).getByRole('textbox', { name: 'Prijs van regel 1' })
  await anew.user.clear(price)
  await anew.user.type(price, '250')
  await press(anew.user, replacing, 'Crediteren en nieuw concept')
  expect(await screen.findByText(/^Verstuur ook creditfactuur /)).toBeTruthy()
  const [before, concept] = [await read(id), await read(location.pathname.split('/').at(-1))]
  expect([before.credited, concept.status, concept.description]).toEqual(['whole', 'concept', 'Te mailen'])
  expect(lines[0].unitPrice).not.toBe(250)
  expect([concept.lines[0].quantity, concept.lines[0].unitPrice]).toEqual([1, 250])
  expect([concept.lines.length, concept.supplyTo]).toEqual([lines.length, before.supplyTo])
})

test('an admin revokes the links in earlier mails after confirming', async () => {
  const { supplier, customer } = buildIssuedInvoice()
  const { id, invoiceNumber } = await sentInvoice({}, { acceptanceDays: 14, supplier, customer })
  const { createAcceptanceLink } = await import('../../../../functions/invoices/acceptance/acceptance-link.ts')
  const token = new URL(await createAcceptanceLink({ id, invoiceNumber }, 0, '2026-12-07' as never)).pathname
    .split('/')
    .at(-1)
  const opened = async () => (await world.call('GET', `/api/invoice-acceptance/${token}`)).status
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Links intrekken' }))
  const asking = await screen.findByRole('alertdialog', { name: `Links naar ${invoiceNumber} intrekken?` })
  expect(await opened()).toBe(200)
  await press(user, asking, 'Links intrekken')
  await waitFor(async () => expect(await opened()).toBe(404))
  expect(await within(await findInvoiceCard('Geschiedenis')).findByText('Links ingetrokken')).toBeTruthy()
})

test('a mail that was sent meanwhile is not sent again from an outdated page', async () => {
  const { id } = await sentInvoice()
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  const item = await screen.findByRole('menuitem', { name: 'Mail aan de boekhouding versturen' })
  await call('POST', '/send-invoice-email', { invoiceId: id, kind: 'accounting-mail' })
  const { Outbox } = await import('../../../../functions/platform/data/outbox.ts')
  await Outbox.patch({ id: `${id}-accounting-mail` })
    .set({ state: 'sent' })
    .go()
  await user.click(item)
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen')
  expect(await screen.findByText('Deze mail is al verstuurd')).toBeTruthy()
  expect(await within(await findInvoiceCard('E-mails')).findByText(/^verzonden /)).toBeTruthy()
})

test('a mail that cannot be sent from the list of mails shows an error', async () => {
  const { id } = await sentInvoice()
  const { user } = await open(`/self-billing/invoice/${id}`)
  failRequests(/send-invoice-email$/)
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mail aan de boekhouding versturen' }))
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen')
  expect(await screen.findByText('Email verzending mislukt')).toBeTruthy()
})

test('a failed mail and a failed PDF show an error', async () => {
  const lapsed = { invoiceDate: '2026-11-10', has48HourDiscount: true }
  const { id } = await made({ description: 'Kapot', ...lapsed })
  const { user } = await open(`/self-billing/invoice/${id}`)
  // Before anybody tries to send, the page already shows the message with which the server refuses.
  const [notice] = within(await screen.findByRole('region', { name: 'Status' })).getAllByText(
    /^Het 48-uursaanbod is verlopen/,
  )
  await press(user, document.body, 'Versturen')
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen en doorgaan')
  await waitFor(() => expect(screen.getAllByText(notice?.textContent ?? '')).toHaveLength(2))
  await user.keyboard('{Escape}')
  const online = fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    /send-invoice-email|pdf$/.test(input) ? Promise.reject(new TypeError('offline')) : online(input, init),
  )
  const pdf = screen.getByRole('link', { name: /^PDF openen: YDS-/ })
  expect(pdf.getAttribute('href')).toBe(`/api/self-billing/invoices/${id}/pdf`)
  await user.click(screen.getByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'PDF downloaden' }))
  expect(await screen.findByText('De PDF kon niet worden gedownload')).toBeTruthy()
})
