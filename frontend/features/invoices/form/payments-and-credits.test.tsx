// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '../../../../shared/time.ts'
import { storePartner } from '../../../../testing/invoices.ts'
import type { Person, World } from '../../../../testing/world.ts'
import { press } from '../../../testing/actions.ts'
import { sent } from '../../../testing/browser.tsx'
import { connectInvoices, findInvoiceCard, startInvoices } from '../../../testing/invoices.ts'
import { findDialog, getTextbox, withPlainSpaces } from '../../../testing/queries.ts'

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

/** Chooses an action in the menu of the open page. */
async function pressInMenu(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

const findStatus = () => screen.findByRole('region', { name: 'Status' })

/** Waits until the lines and sums of the open page show a text. */
const waitForSums = (text: string) =>
  waitFor(async () =>
    expect(withPlainSpaces((await findInvoiceCard('Factuurregels')).textContent ?? '')).toContain(text),
  )

/** Waits until the badge of the open page shows a text. */
const waitForBadge = (text: string) => screen.findByText(text, { selector: '.pv-badge' })

/** Issues the credit note of the open page by its button. */
async function issueNote(user: UserEvent) {
  await press(user, document.body, 'Versturen')
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen en doorgaan')
}

test('an invoice is paid in parts, and an amount credited afterwards is repaid', async () => {
  const { id, invoiceNumber } = await sentInvoice({
    lines: [
      { description: 'Commissie', quantity: 4, unitPrice: 100, vatRate: 21 },
      { description: 'Bonus', quantity: 1, unitPrice: 50, vatRate: 21 },
    ],
  })
  const { user } = await open(`/self-billing/invoice/${id}`)
  await waitForSums('Totaal incl. btw€ 544,50')
  expect(screen.queryByText('Vandaag te betalen')).toBeNull()
  await pressInMenu(user, 'Terug naar Concept')
  const forward = await screen.findByRole('button', { name: 'Naar In behandeling' })
  // The steps name themselves; only what they do not tell about this invoice is a sentence.
  expect(screen.queryByText(/ligt vast|wacht op betaling|kan nog worden gewijzigd/)).toBeNull()
  await user.click(forward)
  await user.click(await screen.findByRole('button', { name: 'Markeer als Betaald' }))
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoiceNumber} betaald?` })
  const asks = (text: string) => waitFor(() => expect(withPlainSpaces(question.textContent ?? '')).toContain(text))
  await asks('Wij betalen € 544,50 aan Bos Energieadvies (NL91 RABO 0315 2736 37).')
  const amount = getTextbox(question, /^Bedrag/)
  await user.type(amount, '600')
  await asks('Er staat nog € 544,50 open')
  await user.clear(amount)
  await user.type(amount, '100')
  await asks('Wij betalen € 100,00 aan Bos Energieadvies (NL91 RABO 0315 2736 37).€ 444,50 blijft open.')
  const day = getTextbox(question, 'Betaald op')
  expect(day).toHaveProperty('value', '21-11-2026')
  for (const [wrong, problem] of [
    ['19-11-2026', 'Kies 20-11-2026 of later'],
    ['22-11-2026', 'De betaaldatum ligt in de toekomst'],
  ] as const) {
    await user.clear(day)
    await user.type(day, wrong)
    await asks(problem)
    await press(user, question, 'Markeer als Betaald')
  }
  expect(sent.filter(({ method, body }) => method === 'PATCH' && body?.includes('betaald'))).toEqual([])
  await user.clear(day)
  await user.type(day, '20-11-2026')
  await press(user, question, 'Markeer als Betaald')
  await waitForSums('Betaald€ -100,00Vandaag te betalen€ 444,50')
  expect(screen.getByText('Deels betaald')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  expect(await screen.findByRole('menuitem', { name: 'Interne gegevens' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Terug naar Concept' })).toBeNull()
  await user.keyboard('{Escape}')
  await press(user, document.body, 'Markeer als Betaald')
  await press(user, await screen.findByRole('alertdialog'), 'Markeer als Betaald')
  expect(await waitForBadge('Betaald op 21 nov')).toBeTruthy()
  await waitForSums('Betaald€ -544,50')
  expect(screen.queryByRole('menuitem', { name: 'Bewerken' })).toBeNull()

  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  expect(await screen.findByRole('menuitem', { name: 'E-factuur (UBL)' })).toBeTruthy()
  await user.click(await screen.findByRole('menuitem', { name: 'Crediteren' }))
  const dialog = await findDialog('Creditfactuur maken')
  const commission = getTextbox(dialog, 'Te crediteren: Commissie')
  await user.clear(commission)
  await user.type(commission, '5')
  await press(user, dialog, 'Creditfactuur maken')
  expect(await within(dialog).findByText('Hoogstens 4')).toBeTruthy()
  await user.clear(commission)
  await user.type(commission, '1')
  expect(withPlainSpaces(dialog.textContent ?? '')).toContain(
    'Wordt gecrediteerd, incl. btw€ 121,00Terug te betalen door partner: € 121,00. Gaat af van de volgende betaling.',
  )
  await press(user, dialog, 'Creditfactuur maken')
  expect(await screen.findByRole('heading', { name: /^YDC-\d{4}-0001/ })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  expect(await screen.findByRole('menuitem', { name: 'Creditfactuur annuleren' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await issueNote(user)
  // The invoice was paid, so the partner owes us the amount.
  expect(await waitForBadge('Te verrekenen')).toBeTruthy()
  await press(user, document.body, 'Markeer als Terugbetaald')
  const repaid = await screen.findByRole('alertdialog', { name: /^Creditfactuur YDC-\S+ terugbetaald\?$/ })
  expect(withPlainSpaces(repaid.textContent ?? '')).toContain('Bos Energieadvies betaalt € 121,00 aan ons terug.')
  await press(user, repaid, 'Markeer als Terugbetaald')
  expect(await waitForBadge('Terugbetaald op 21 nov')).toBeTruthy()
  await waitForSums('Terugbetaald€ 121,00')
  await user.click(await screen.findByRole('link', { name: invoiceNumber }))
  expect(await within(await findInvoiceCard('Creditfacturen')).findByRole('link', { name: /^YDC/ })).toBeTruthy()
  const history = await findInvoiceCard('Geschiedenis')
  expect(await within(history).findByText('Creditfactuur gemaakt')).toBeTruthy()
  expect(within(history).getByText('Creditfactuur uitgereikt')).toBeTruthy()
  expect(withPlainSpaces(history.textContent ?? '')).toContain('Open: € 544,50 → € 444,50')
  expect(history.textContent).toContain('Status: In behandeling → Betaald')
  expect(history.textContent).not.toContain('Factuurregels')
})

test('the history shows that only the day of supply of a line changed', async () => {
  const line = { description: 'Commissie', quantity: 1, unitPrice: 100, vatRate: 21 }
  const { id } = await made({ lines: [{ ...line, supplyDate: '2026-11-02' }] })
  await call('PATCH', `/invoices/${id}`, { lines: [{ ...line, supplyDate: '2026-11-03' }] })
  await open(`/self-billing/invoice/${id}`)
  const history = await findInvoiceCard('Geschiedenis')
  await waitFor(() => expect(history.textContent).toContain('Factuurregels'))
})

test('the 48-hour discount applies to a full payment, and is reversed with it', async () => {
  const discounted = { has48HourDiscount: true, invoiceDate: '2026-11-20' }
  const line = { description: 'Commissie', quantity: 1, unitPrice: 847.5, vatRate: 21 }
  const { id, invoiceNumber } = await sentInvoice({ ...discounted, lines: [line] })
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Markeer als Betaald' }))
  const question = await screen.findByRole('alertdialog')
  const asks = (text: string) => waitFor(() => expect(withPlainSpaces(question.textContent ?? '')).toContain(text))
  await asks('Wij betalen € 944,98 aan Bos Energieadvies')
  await asks('De korting van € 80,50 gaat eraf.')
  await user.type(getTextbox(question, /^Bedrag/), '900')
  await asks('€ 125,48 blijft open.')
  expect(question.textContent).not.toContain('gaat eraf')
  await user.clear(getTextbox(question, /^Bedrag/))
  await press(user, question, 'Markeer als Betaald')
  await waitForSums('Betaald€ -944,98Korting€ -80,50')
  expect(screen.queryByText('Vandaag te betalen')).toBeNull()
  await pressInMenu(user, 'Terug naar In behandeling')
  const back = await screen.findByRole('alertdialog', { name: `Betaling van ${invoiceNumber} terugdraaien?` })
  expect(withPlainSpaces(back.textContent ?? '')).toContain(
    'De betaling van € 944,98 aan Bos Energieadvies op 21-11-2026 vervalt, met de korting van € 80,50. Het bedrag staat daarna weer open.',
  )
  await press(user, back, 'Betaling terugdraaien')
  await waitFor(async () =>
    expect((await findStatus()).textContent).toContain('De betaling van 21-11-2026 is teruggedraaid.'),
  )
  expect(screen.queryByText('Korting')).toBeNull()
})

test('lines below 0 are credited once all others are, and the issued credit note settles the invoice', async () => {
  const line = {
    description: 'Commissie',
    quantity: 2,
    unitPrice: 10000,
    vatRate: 21,
    totalPrice: 20000,
    vatAmount: 4200,
    vatScheme: 'normaal',
  }
  const lower = {
    description: 'Terug',
    quantity: -1,
    unitPrice: 5000,
    vatRate: 21,
    totalPrice: -5000,
    vatAmount: -1050,
    vatScheme: 'normaal',
  }
  const { id, invoiceNumber } = await sentInvoice(
    {},
    { lines: [line, lower], amount: 15000, vatAmount: 3150, totalAmount: 18150 },
  )
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Crediteren' }))
  const dialog = await findDialog('Creditfactuur maken')
  const total = within(dialog).getByRole('status')
  expect(withPlainSpaces(total.textContent ?? '')).toBe('€ 0,00')
  await press(user, dialog, 'Alles crediteren')
  await waitFor(() => expect(withPlainSpaces(total.textContent ?? '')).toBe('€ 181,50'))
  await user.clear(getTextbox(dialog, 'Te crediteren: Commissie'))
  await user.type(getTextbox(dialog, 'Te crediteren: Commissie'), '1')
  await waitFor(() => expect(withPlainSpaces(total.textContent ?? '')).toBe('€ 121,00'))
  await user.clear(getTextbox(dialog, 'Te crediteren: Commissie'))
  await user.type(getTextbox(dialog, 'Te crediteren: Commissie'), '2')
  await press(user, dialog, 'Creditfactuur maken')
  const noteNumber = /YDC-\d{4}-\d{4}/.exec((await screen.findByRole('heading', { name: /^YDC-/ })).textContent ?? '')
  await user.click(screen.getByRole('link', { name: invoiceNumber }))
  expect(await within(await findStatus()).findByText(new RegExp(`Nog niet uitgereikt: ${noteNumber}`))).toBeTruthy()
  await user.click(within(await findInvoiceCard('Creditfacturen')).getByRole('link', { name: String(noteNumber) }))
  await screen.findByRole('heading', { name: /^YDC-/ })
  await issueNote(user)
  expect(await waitForBadge('Verrekend op 21 nov')).toBeTruthy()
  expect(within(await findStatus()).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('link', { name: invoiceNumber }))
  await waitForSums(`Verrekend met ${noteNumber}€ -181,50`)
  expect(within(await findStatus()).queryByRole('button')).toBeNull()
  expect(await waitForBadge('Verrekend op 21 nov')).toBeTruthy()
})

test('an invoice is settled with open credit notes of its partner when those cover it', async () => {
  await storePartner('noot')
  const lines = (unitPrice: number) => ({ lines: [{ description: 'Advies', quantity: 1, unitPrice, vatRate: 0 }] })
  const noteOf = async (unitPrice: number, invoiceDate: string) => {
    const { id } = await sentInvoice(lines(unitPrice), {}, 'noot')
    await call('PATCH', `/invoices/${id}/status`, { status: 'betaald' })
    return call('POST', `/invoices/${id}/credit-notes`, { invoiceDate })
  }
  const [one, two] = [await noteOf(60, '2026-11-20'), await noteOf(50, '2026-11-21')]
  const { Invoices } = await import('../../../../functions/invoices/invoices/entity.ts')
  const issued = ({ id, totalAmount }: { id: string; totalAmount: number }) =>
    Invoices.patch({ id })
      .set({ status: 'in_behandeling', shelf: 'in_behandeling', sentAt: now(), open: totalAmount * 100 })
      .go()
  await issued(one)
  const { id, invoiceNumber } = await sentInvoice(lines(100), {}, 'noot')
  const first = await open(`/self-billing/invoice/${id}`)
  const notice = await within(await findStatus()).findByText(/^Met het volgende betaalbestand te verrekenen:/)
  expect(withPlainSpaces(notice.textContent ?? '')).toContain(`${one.invoiceNumber} (€ 60,00).`)
  expect(screen.queryByRole('button', { name: 'Verrekenen met creditfacturen' })).toBeNull()
  first.unmount()

  await issued(two)
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Verrekenen met creditfacturen' }))
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoiceNumber} verrekenen?` })
  expect(withPlainSpaces(question.textContent ?? '')).toContain(
    `Wij betalen niets. Verrekend wordt: ${one.invoiceNumber} (€ 60,00), ${two.invoiceNumber} (€ 40,00).`,
  )
  await press(user, question, 'Verrekenen met creditfacturen')
  expect(await waitForBadge('Verrekend op 21 nov')).toBeTruthy()
  await waitForSums('Verrekend€ -100,00')
  expect(screen.queryByRole('button', { name: 'Verrekenen met creditfacturen' })).toBeNull()
  const { body } = await world.call('GET', `/api/self-billing/invoices/${two.id}`, { as: await world.session(admin) })
  expect(body).toMatchObject({ status: 'in_behandeling', openAmount: -10 })
})
