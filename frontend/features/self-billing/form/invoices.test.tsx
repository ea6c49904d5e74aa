// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { now } from '../../../../shared/time.ts'
import { buildIssuedInvoice } from '../../../../testing/issued.ts'
import { invoiceForm, settingsForm, storePartner } from '../../../../testing/self-billing.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, failRequests, logIn, openApp, retry, sent } from '../../../testing/browser.tsx'
import { box, dialogOf } from '../../../testing/queries.ts'
import { connectUploads } from '../../../testing/uploads.ts'

let world: World
let admin: Person
let agent: Person
const partner = 'bos'

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  await call('PUT', '/settings', settingsForm())
  await storePartner(partner)
  await call('PATCH', `/partners/${partner}`, { assignedAgentId: agent.id })
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

beforeEach(() => {
  vi.stubGlobal('matchMedia', undefined)
  localStorage.setItem('invoices-as-cards', 'true')
})

async function call(method: string, path: string, body: object) {
  const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(admin), body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}
const made = (form: object = {}, of = partner) => call('POST', '/invoices', invoiceForm(of, form))

/** Creates a sent invoice without documents, because their generator does not accept the byte arrays of jsdom. */
async function sentInvoice(form: object = {}, more: object = {}, of = partner) {
  const invoice = await made(form, of)
  const { Invoices } = await import('../../../../functions/self-billing/invoices/entity.ts')
  const { addIndexKeys } = await import('../../../../functions/self-billing/invoices/rules.ts')
  const { data } = await Invoices.get({ id: invoice.id }).go()
  const issued = { ...data, status: 'in_behandeling', sentAt: new Date().toISOString(), ...more }
  await Invoices.put(addIndexKeys({ ...issued, open: (issued as typeof data)?.totalAmount } as never)).go()
  return invoice
}

async function open(path: string, person = admin) {
  await logIn(world, person)
  return openApp(path)
}

const press = (user: UserEvent, within_: HTMLElement, name: string | RegExp) =>
  user.click(within(within_).getByRole('button', { name }))
const card = async (name: string | RegExp) => {
  const title = await screen.findByRole('heading', { name })
  return title.closest('section') as HTMLElement
}
/** Issues the credit note of the open page by its button. */
async function issueNote(user: UserEvent) {
  const status = await card('Status')
  await press(user, status, 'Naar In behandeling')
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen en doorgaan')
  return status
}
const euro = (text: string) => text.replaceAll('\u00a0', ' ')
const totals = (dialog: HTMLElement) => euro(within(dialog).getByRole('region', { name: 'Totalen' }).textContent ?? '')

test('an invoice is written by keyboard alone, with totals, and its draft outlives the page', async () => {
  const { user, unmount } = await open('/self-billing')
  expect(await screen.findByText('Nog geen facturen aangemaakt')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await dialogOf('Nieuwe factuur')
  await press(user, dialog, 'Opslaan')
  expect(
    await within(dialog).findByText('Vul alle verplichte velden in: Partner, Factuur datum en Vervaldatum.'),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('combobox', { name: /Partner/ }))
  await user.click(await screen.findByRole('option', { name: /Bos Energieadvies/ }))
  await press(user, dialog, 'Opslaan')
  // The error is in another tab.
  expect(await within(dialog).findByText('Voeg minimaal één factuurlijn toe met een bedrag groter dan 0.')).toBeTruthy()

  await user.click(box(dialog, 'Regel 1: omschrijving'))
  await user.keyboard('Commissie')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'Regel 1: aantal')))
  await user.keyboard('3{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'Regel 1: prijs')))
  await user.keyboard('33,33{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'Regel 2: omschrijving')))
  expect(totals(dialog)).toContain('Totaal incl. BTW€ 120,99')
  await user.paste('Vakliteratuur\t1\t12,50\t9%\r\nLeges\t1\t€ 10,00\t0%\r\n')
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'Regel 3: omschrijving')))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(document.activeElement).toBe(box(dialog, 'Regel 2: omschrijving')))
  expect(totals(dialog)).toContain('Totaal excl. BTW€ 122,49')
  expect(totals(dialog)).toContain('BTW 9 % over € 12,50€ 1,13')

  await user.click(within(dialog).getByRole('switch', { name: /^48-uur Betalingskorting/ }))
  expect(totals(dialog)).toContain('Te betalen binnen 48 uur€ 133,27')
  unmount()

  const again = openApp(location.pathname + location.search)
  const restored = await dialogOf('Nieuwe factuur')
  expect(await within(restored).findByText(/Niet opgeslagen invoer/)).toBeTruthy()
  await again.user.click(within(restored).getByRole('tab', { name: /Bijlagen/ }))
  await again.user.upload(
    within(restored).getByLabelText('Bijlage toevoegen'),
    new File(['dag;uren\r\nma;8'], 'uren.csv', { type: 'text/csv' }),
  )
  await within(restored).findByRole('button', { name: 'uren.csv verwijderen' })
  await press(again.user, restored, 'Opslaan')
  expect(await screen.findByText('Factuur aangemaakt')).toBeTruthy()
  const shown = await card(/^YDS-\d{4}-0001$/)
  for (const text of ['Bos Energieadvies', '3 regels', 'Concept']) {
    expect(within(shown).getByText(text)).toBeTruthy()
  }
  expect(euro(shown.textContent ?? '')).toContain('€ 144,62')
  expect(sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/invoices'))).toHaveLength(1)
  await waitFor(() =>
    expect(euro(screen.getByText(/nog te betalen/).textContent ?? '')).toBe(
      'Concept € 144,62 + betaald € 0,00 + nog te betalen € 0,00',
    ),
  )
})

/** Replaces the date in a field. */
async function typeDay(user: UserEvent, dialog: HTMLElement, name: string, day: string): Promise<void> {
  const field = box(dialog, name)
  await user.clear(field)
  await user.click(field)
  await user.paste(day)
  await user.tab()
}

test('VAT rates follow the day of each line when the scheme of the partner changes', async () => {
  await storePartner('wisselend')
  const { Partners } = await import('../../../../functions/self-billing/partner-entity.ts')
  const vatSchemes = [{ scheme: 'kor' as const }, { from: '2026-11-10', scheme: 'normaal' as const }]
  await Partners.patch({ id: 'wisselend' }).set({ name: 'Wisselend Advies', vatSchemes }).go()
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await dialogOf('Nieuwe factuur')
  await user.click(within(dialog).getByRole('combobox', { name: /Partner/ }))
  await user.click(await screen.findByRole('option', { name: /Wisselend Advies/ }))
  await typeDay(user, dialog, 'Factuurdatum', '20-11-2026')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(box(dialog, 'Regel 1: omschrijving'))
  await user.paste('Later\t1\t100\t21%\nEerder\t1\t50\t21%')
  const rates = () =>
    within(dialog)
      .getAllByRole<HTMLSelectElement>('combobox', { name: /: BTW/ })
      .map(({ value }) => value)
  await waitFor(() => expect(rates()).toEqual(['21', '21']))
  await typeDay(user, dialog, 'Regel 2: geleverd op', '05-11-2026')
  await waitFor(() => expect(rates()).toEqual(['21', '0']))
  const totals = within(dialog).getByRole('region', { name: 'Totalen' })
  expect(euro(totals.textContent ?? '')).toContain('BTW 0 % (Kleineondernemersregeling) over € 50,00')
  await typeDay(user, dialog, 'Regel 2: geleverd op', '31-10-2026')
  await press(user, dialog, 'Opslaan')
  expect(
    await within(dialog).findByText('Regel 2: 31-10-2026 valt buiten de levering van 01-11-2026 t/m 30-11-2026'),
  ).toBeTruthy()
  await typeDay(user, dialog, 'Regel 2: geleverd op', '12-11-2026')
  await waitFor(() => expect(rates()).toEqual(['21', '21']))
  await typeDay(user, dialog, 'Regel 2: geleverd op', '05-11-2026')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Factuur aangemaakt')).toBeTruthy()
  unmount()
})

test('VAT rates follow the chosen partner: one without VAT, and one with VAT again', async () => {
  await storePartner('klein')
  const { Partners } = await import('../../../../functions/self-billing/partner-entity.ts')
  await Partners.patch({ id: 'klein' })
    .set({ name: 'Klein Advies', vatSchemes: [{ scheme: 'kor' }] })
    .go()
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await dialogOf('Nieuwe factuur')
  const rates = () =>
    within(dialog)
      .getAllByRole<HTMLSelectElement>('combobox', { name: /BTW/ })
      .map(({ value }) => value)
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /BTW/ }), '9 %')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(box(dialog, 'Regel 1: omschrijving'))
  await user.paste('Commissie\t1\t100\t21%\nBoek\t1\t20\t9%\nLeges\t1\t10\t0%')
  for (const [name, expected, ofLines] of [
    ['Bos Energieadvies', '9', ['21', '9', '0']],
    ['Klein Advies', '0', ['0', '0', '0']],
    ['Bos Energieadvies', '9', ['21', '9', '0']],
  ] as const) {
    await user.click(within(dialog).getByRole('tab', { name: /Basis/ }))
    await user.click(within(dialog).getByRole('combobox', { name: /Partner/ }))
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await waitFor(() => expect(rates()).toEqual([expected]))
    await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
    await waitFor(() => expect(rates()).toEqual(ofLines))
  }
  unmount()
  await Partners.delete({ id: 'klein' }).go()
})

test('too large numbers count as nothing, with an error at their field', async () => {
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await dialogOf('Nieuwe factuur')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(box(dialog, 'Regel 1: omschrijving'))
  await user.paste('Groot verbruik\t500000\t90000\t21%\nKlein verbruik\t1\t10\t21%')
  expect(await within(dialog).findByText('Hoogstens 10.000')).toBeTruthy()
  expect(totals(dialog)).toContain('Totaal incl. BTW€ 12,10')
  await user.clear(box(dialog, 'Regel 1: aantal'))
  await user.type(box(dialog, 'Regel 1: aantal'), '200')
  await user.tab()
  expect(await within(dialog).findByText('Een factuur is hoogstens € 10.000.000,00')).toBeTruthy()
  expect(within(dialog).queryByText('Hoogstens 10.000')).toBeNull()
  await user.clear(box(dialog, 'Regel 1: aantal'))
  await user.type(box(dialog, 'Regel 1: aantal'), '2')
  await user.tab()
  await waitFor(() => expect(within(dialog).queryByText(/^Een factuur is hoogstens/)).toBeNull())
  expect(totals(dialog)).toContain('Totaal incl. BTW€ 217.812,10')
  unmount()
})

test('an invoice is paid in parts, and an amount credited afterwards is repaid', async () => {
  const { id, invoiceNumber } = await sentInvoice({
    lines: [
      { description: 'Commissie', quantity: 4, unitPrice: 100, vatRate: 21 },
      { description: 'Bonus', quantity: 1, unitPrice: 50, vatRate: 21 },
    ],
  })
  const { user } = await open(`/self-billing/invoice/${id}`)
  const status = await card('Status')
  const says = (text: string) => waitFor(() => expect(euro(status.textContent ?? '')).toContain(text))
  await says('€ 544,50 open')
  await press(user, status, 'Terug naar Concept')
  const forward = await within(status).findByRole('button', { name: 'Naar In behandeling' })
  expect(status.textContent).toContain('De factuur is uitgereikt en ligt vast.')
  expect(screen.queryByText(/in behandeling sinds|kan nog worden gewijzigd/)).toBeNull()
  await user.click(forward)
  expect(await within(status).findByRole('button', { name: 'Terug naar Concept' })).toBeTruthy()

  await press(user, status, 'Markeer als Betaald')
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoiceNumber} betaald?` })
  const asks = (text: string) => waitFor(() => expect(euro(question.textContent ?? '')).toContain(text))
  await asks('Wij betalen € 544,50 aan Bos Energieadvies (NL91 RABO 0315 2736 37).')
  const amount = box(question, /^Bedrag/)
  await user.type(amount, '600')
  await asks('Er staat nog € 544,50 open')
  await user.clear(amount)
  await user.type(amount, '100')
  await asks('Wij betalen € 100,00 aan Bos Energieadvies (NL91 RABO 0315 2736 37).€ 444,50 blijft open.')
  const day = box(question, 'Betaald op')
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
  await says('€ 100,00 betaald, € 444,50 open')
  expect(screen.getByText('Deels betaald')).toBeTruthy()
  expect(within(status).queryByRole('button', { name: 'Terug naar Concept' })).toBeNull()
  await press(user, status, 'Markeer als Betaald')
  await press(user, await screen.findByRole('alertdialog'), 'Markeer als Betaald')
  expect(await within(status).findByText('Betaald op 21-11-2026.')).toBeTruthy()
  await says('€ 544,50 betaald, € 0,00 open')
  expect(screen.queryByRole('button', { name: 'Bewerken' })).toBeNull()
  expect(screen.getByRole('link', { name: `UBL van ${invoiceNumber}` })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Crediteren' }))
  const dialog = await dialogOf('Creditfactuur maken')
  const commission = box(dialog, 'Te crediteren: Commissie')
  await user.clear(commission)
  await user.type(commission, '5')
  await press(user, dialog, 'Creditfactuur maken')
  expect(await within(dialog).findByText('Hoogstens 4')).toBeTruthy()
  await user.clear(commission)
  await user.type(commission, '1')
  await user.clear(box(dialog, 'Te crediteren: Bonus'))
  await user.type(box(dialog, 'Te crediteren: Bonus'), '0')
  expect(euro(dialog.textContent ?? '')).toContain('Wordt gecrediteerd, incl. BTW€ 121,00')
  await press(user, dialog, 'Creditfactuur maken')
  expect(await screen.findByRole('heading', { name: /^YDC-\d{4}-0001/ })).toBeTruthy()
  const concept = await card('Status')
  expect(concept.textContent).toContain('De creditfactuur is nog niet uitgereikt.')
  expect(within(concept).getByRole('button', { name: 'Creditfactuur annuleren' })).toBeTruthy()
  const note = await issueNote(user)
  // The invoice was paid, so the partner owes us the amount.
  await waitFor(() => expect(euro(note.textContent ?? '')).toContain('€ 121,00 open'))
  expect(screen.getAllByText('Te verrekenen').length).toBeGreaterThan(0)
  await press(user, note, 'Markeer als Terugbetaald')
  const repaid = await screen.findByRole('alertdialog', { name: /^Creditfactuur YDC-\S+ terugbetaald\?$/ })
  expect(euro(repaid.textContent ?? '')).toContain('Bos Energieadvies betaalt € 121,00 aan ons terug.')
  await press(user, repaid, 'Markeer als Terugbetaald')
  expect(await within(note).findByText('Terugbetaald op 21-11-2026.')).toBeTruthy()
  expect(euro(note.textContent ?? '')).toContain('€ 121,00 terugbetaald, € 0,00 open')
  await user.click(await screen.findByRole('link', { name: invoiceNumber }))
  expect(await within(await card('Creditfacturen')).findByRole('link', { name: /^YDC/ })).toBeTruthy()
  const history = await card('Geschiedenis')
  expect(await within(history).findByText('Creditfactuur gemaakt')).toBeTruthy()
  expect(within(history).getByText('Creditfactuur uitgereikt')).toBeTruthy()
  expect(euro(history.textContent ?? '')).toContain('Open: € 544,50 → € 444,50')
  expect(history.textContent).toContain('Status: In behandeling → Betaald')
  expect(history.textContent).not.toContain('Factuurregels')
})

test('the 48-hour discount applies to a full payment, and is reversed with it', async () => {
  const discounted = { has48HourDiscount: true, invoiceDate: '2026-11-20' }
  const line = { description: 'Commissie', quantity: 1, unitPrice: 847.5, vatRate: 21 }
  const { id, invoiceNumber } = await sentInvoice({ ...discounted, lines: [line] })
  const { user } = await open(`/self-billing/invoice/${id}`)
  const status = await card('Status')
  await press(user, status, 'Markeer als Betaald')
  const question = await screen.findByRole('alertdialog')
  const asks = (text: string) => waitFor(() => expect(euro(question.textContent ?? '')).toContain(text))
  await asks('Wij betalen € 944,98 aan Bos Energieadvies')
  await asks('De 48-uurskorting van € 80,50 gaat eraf.')
  await user.type(box(question, /^Bedrag/), '900')
  await asks('€ 125,48 blijft open.')
  expect(question.textContent).not.toContain('gaat eraf')
  await user.clear(box(question, /^Bedrag/))
  await press(user, question, 'Markeer als Betaald')
  await waitFor(() =>
    expect(euro(status.textContent ?? '')).toContain('€ 944,98 betaald, € 80,50 korting, € 0,00 open'),
  )
  const lines = await card('Factuurregels')
  expect(euro(lines.textContent ?? '')).toContain('48-uurskorting€ -80,50Vandaag te betalen€ 0,00')
  await press(user, status, 'Terug naar In behandeling')
  const back = await screen.findByRole('alertdialog', { name: `Betaling van ${invoiceNumber} terugdraaien?` })
  expect(euro(back.textContent ?? '')).toContain(
    'De betaling van 21-11-2026 vervalt, met de korting van € 80,50. Het bedrag staat daarna weer open.',
  )
  await press(user, back, 'Betaling terugdraaien')
  await waitFor(() => expect(euro(status.textContent ?? '')).toContain('€ 1.025,48 open'))
  expect(status.textContent).toContain('De betaling van 21-11-2026 is teruggedraaid.')
})

test('negative lines among commissions are credited with the last other line, which settles the invoice', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Crediteren' }))
  const dialog = await dialogOf('Creditfactuur maken')
  const total = within(dialog).getByRole('status')
  expect(euro(total.textContent ?? '')).toBe('€ 181,50')
  await user.clear(box(dialog, 'Te crediteren: Commissie'))
  await user.type(box(dialog, 'Te crediteren: Commissie'), '1')
  await waitFor(() => expect(euro(total.textContent ?? '')).toBe('€ 121,00'))
  await user.clear(box(dialog, 'Te crediteren: Commissie'))
  await user.type(box(dialog, 'Te crediteren: Commissie'), '2')
  await press(user, dialog, 'Creditfactuur maken')
  const noteNumber = /YDC-\d{4}-\d{4}/.exec((await screen.findByRole('heading', { name: /^YDC-/ })).textContent ?? '')
  await user.click(screen.getByRole('link', { name: invoiceNumber }))
  expect(await within(await card('Status')).findByText(new RegExp(`Nog niet uitgereikt: ${noteNumber}`))).toBeTruthy()
  await user.click(within(await card('Creditfacturen')).getByRole('link', { name: String(noteNumber) }))
  await screen.findByRole('heading', { name: /^YDC-/ })
  const note = await issueNote(user)
  expect(await within(note).findByText('Verrekend op 21-11-2026.')).toBeTruthy()
  expect(within(note).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('link', { name: invoiceNumber }))
  await waitFor(async () =>
    expect(euro((await card('Status')).textContent ?? '')).toContain(
      `€ 181,50 verrekend met ${noteNumber}, € 0,00 open`,
    ),
  )
  expect(within(await card('Status')).queryByRole('button')).toBeNull()
  expect(screen.getByText('Verrekend op 21 nov', { selector: '.pv-badge' })).toBeTruthy()
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
  const { Invoices } = await import('../../../../functions/self-billing/invoices/entity.ts')
  const issued = ({ id, totalAmount }: { id: string; totalAmount: number }) =>
    Invoices.patch({ id })
      .set({ status: 'in_behandeling', shelf: 'in_behandeling', sentAt: now(), open: totalAmount * 100 })
      .go()
  await issued(one)
  const { id, invoiceNumber } = await sentInvoice(lines(100), {}, 'noot')
  const first = await open(`/self-billing/invoice/${id}`)
  const told = await within(await card('Status')).findByText(/^Met het volgende betaalbestand te verrekenen:/)
  expect(euro(told.textContent ?? '')).toContain(`${one.invoiceNumber} (€ 60,00).`)
  expect(screen.queryByRole('button', { name: 'Verrekenen met creditfacturen' })).toBeNull()
  first.unmount()

  await issued(two)
  const { user } = await open(`/self-billing/invoice/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Verrekenen met creditfacturen' }))
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoiceNumber} verrekenen?` })
  expect(euro(question.textContent ?? '')).toContain(
    `Wij betalen niets. Verrekend wordt: ${one.invoiceNumber} (€ 60,00), ${two.invoiceNumber} (€ 40,00).`,
  )
  await press(user, question, 'Verrekenen met creditfacturen')
  const status = await card('Status')
  expect(await within(status).findByText('Verrekend op 21-11-2026.')).toBeTruthy()
  expect(euro(status.textContent ?? '')).toContain('€ 100,00 verrekend, € 0,00 open')
  expect(screen.queryByRole('button', { name: 'Verrekenen met creditfacturen' })).toBeNull()
  const { body } = await world.call('GET', `/api/self-billing/invoices/${two.id}`, { as: await world.session(admin) })
  expect(body).toMatchObject({ status: 'in_behandeling', openAmount: -10 })
})

test('each workflow page shows one status and its next steps; an agent sees only own partners', async () => {
  const invoice = await sentInvoice({ description: 'Om te betalen' })
  const { user, unmount } = await open('/self-billing/workflow-betaald')
  expect(await screen.findByRole('heading', { name: 'Betaalde Facturen' })).toBeTruthy()
  expect(
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { current: 'page' }).textContent,
  ).toBe('Betaald')
  await user.click(
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { name: 'In Behandeling' }),
  )
  expect(await screen.findByRole('button', { name: 'Exporteren' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Markeer als Betaald: ${invoice.invoiceNumber}` }))
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoice.invoiceNumber} betaald?` })
  await waitFor(() =>
    expect(euro(question.textContent ?? '')).toContain(
      'Wij betalen € 1.210,00 aan Bos Energieadvies (NL91 RABO 0315 2736 37).',
    ),
  )
  await press(user, question, 'Markeer als Betaald')
  expect(await screen.findByText('Status bijgewerkt')).toBeTruthy()
  expect(screen.getByText(`${invoice.invoiceNumber}: Betaald`)).toBeTruthy()
  unmount()

  const own = await open('/invoices', agent)
  const shown = await card(invoice.invoiceNumber)
  expect(within(shown).getAllByRole('button')).toEqual([within(shown).getByRole('button', { name: /^PDF/ })])
  expect(within(shown).getByText('1 regel')).toBeTruthy()
  await own.user.click(within(shown).getByRole('link', { name: 'Details & Status' }))
  const party = await card('Partner')
  expect(party.textContent).toContain('NL••')
  expect(within(await card('Status')).queryByRole('button')).toBeNull()
  own.unmount()
  await open('/self-billing/invoice/bestaat-niet', agent)
  expect(await screen.findByText('Factuur niet gevonden')).toBeTruthy()
  expect(screen.getByText('De opgevraagde factuur bestaat niet of is verwijderd.')).toBeTruthy()
})

test('the invoice tabs report failed counts and retry', async () => {
  await made()
  const online = failRequests(/counts/)
  const { user } = await open('/self-billing')
  expect((await screen.findByRole('alert')).textContent).toContain('De aantallen konden niet worden geladen')
  online()
  await user.click(await retry())
  expect(await screen.findByRole('button', { name: /^Concept [1-9]/ })).toBeTruthy()
})

test('a concept is sent with a mail, and a refused invoice cannot be paid', async () => {
  const { id, invoiceNumber } = await made({ description: 'Te mailen' })
  const { user, unmount } = await open('/self-billing/workflow-concept')
  await user.click(await screen.findByRole('button', { name: `Naar In behandeling: ${invoiceNumber}` }))
  const question = await screen.findByRole('alertdialog', { name: 'E-mail versturen verplicht' })
  await press(user, question, 'E-mail versturen en doorgaan')
  expect(await screen.findByText('Status bijgewerkt')).toBeTruthy()
  unmount()

  const page = await open(`/self-billing/invoice/${id}`)
  const mails = await card('E-mails')
  expect(await within(mails).findByText('Mail aan de partner')).toBeTruthy()
  // The invoice has no assigned agent, but its partner has; the mail to the accounting is sent by hand.
  expect(screen.getByText('Sem Postma (van de partner)')).toBeTruthy()
  expect(within(mails).queryByRole('button', { name: /partner .*versturen$|medewerker versturen$/ })).toBeNull()
  await press(page.user, mails, 'Mail aan de boekhouding versturen')
  expect(await screen.findByText('E-mail wordt verzonden')).toBeTruthy()
  await waitFor(() => expect(within(mails).queryByRole('button', { name: /boekhouding versturen$/ })).toBeNull())
  expect(within(mails).getByText('Mail aan de boekhouding')).toBeTruthy()
  expect(await within(await card('Akkoord van de partner')).findByText('Nog niet bevestigd')).toBeTruthy()
  expect(screen.queryByText('Niet gemaild')).toBeNull()
  // The open page shows the result of a mail.
  const { Outbox } = await import('../../../../functions/platform/data/outbox.ts')
  await Outbox.patch({ id: `${id}-partner-mail` })
    .set({ state: 'failed' })
    .go()
  expect(await screen.findByText('Niet gemaild', {}, { timeout: 10_000 })).toBeTruthy()
  expect(within(mails).getByText('Mislukt')).toBeTruthy()
  expect(within(mails).getByText('Email verzending mislukt')).toBeTruthy()
  // After a resend, the failed mail cannot be sent again.
  await press(page.user, mails, 'Mail aan de partner opnieuw versturen')
  expect(await screen.findByText('E-mail wordt opnieuw verzonden')).toBeTruthy()
  await waitFor(() => expect(within(mails).getAllByText('Mail aan de partner')).toHaveLength(2))
  expect(within(mails).getByText('Mislukt')).toBeTruthy()
  expect(within(mails).queryByRole('button', { name: /partner opnieuw versturen$/ })).toBeNull()
  page.unmount()

  // A mail that was skipped as unnecessary can still be requested.
  await Outbox.patch({ id: `${id}-agent-mail` })
    .set({ state: 'skipped' })
    .go()
  const { linkTo } = await import('../../../../functions/self-billing/acceptance/acceptance-link.ts')
  const token = new URL(await linkTo({ id, invoiceNumber: '' }, 0, '2026-12-07' as never)).pathname.split('/').at(-1)
  const body = { answer: 'refused', reason: 'Twee regels ontbreken' }
  expect((await world.call('POST', `/api/invoice-acceptance/${token}`, { body })).status).toBe(204)
  const refused = await open(`/self-billing/invoice/${id}`)
  expect(await within(await card('Akkoord van de partner')).findByText('Twee regels ontbreken')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mail aan de toegewezen medewerker opnieuw versturen' })).toBeTruthy()
  const status = await card('Status')
  expect(within(status).queryByRole('button', { name: 'Markeer als Betaald' })).toBeNull()
  expect(within(status).getByRole('button', { name: 'Terug naar Concept' })).toBeTruthy()
  expect(within(status).getByText(/De partner heeft de factuur geweigerd: betalen kan niet\./)).toBeTruthy()
  expect(screen.getByText('Betalen kan niet. Crediteer deze factuur geheel en maak een nieuwe.')).toBeTruthy()
  await refused.user.click(screen.getByRole('button', { name: 'Crediteren' }))
  const dialog = await dialogOf('Creditfactuur maken')
  expect(within(dialog).queryByText(/Crediteer deze factuur geheel/)).toBeNull()
  const [quantity] = within(dialog).getAllByRole('textbox', { name: /^Te crediteren/ })
  await refused.user.clear(quantity as HTMLElement)
  expect(await within(dialog).findByText(/wat er van over is, wordt niet betaald. Crediteer deze/)).toBeTruthy()
})

test('an admin revokes the links of earlier mails, after a question', async () => {
  const { supplier, customer } = buildIssuedInvoice()
  const { id, invoiceNumber } = await sentInvoice({}, { acceptanceDays: 14, supplier, customer })
  const { linkTo } = await import('../../../../functions/self-billing/acceptance/acceptance-link.ts')
  const token = new URL(await linkTo({ id, invoiceNumber }, 0, '2026-12-07' as never)).pathname.split('/').at(-1)
  const opened = async () => (await world.call('GET', `/api/invoice-acceptance/${token}`)).status
  const { user } = await open(`/self-billing/invoice/${id}`)
  const partner = await card('Akkoord van de partner')
  await press(user, partner, 'Links intrekken')
  const asking = await screen.findByRole('alertdialog', { name: `Links naar ${invoiceNumber} intrekken?` })
  expect(await opened()).toBe(200)
  await press(user, asking, 'Links intrekken')
  await waitFor(async () => expect(await opened()).toBe(404))
  expect(await within(await card('Geschiedenis')).findByText('Links ingetrokken')).toBeTruthy()
})

test('a mail that was sent meanwhile is not sent again from an outdated page', async () => {
  const { id } = await sentInvoice()
  const { user } = await open(`/self-billing/invoice/${id}`)
  const mails = await card('E-mails')
  const button = await within(mails).findByRole('button', { name: 'Mail aan de boekhouding versturen' })
  await call('POST', '/send-invoice-email', { invoiceId: id, kind: 'accounting-mail' })
  const { Outbox } = await import('../../../../functions/platform/data/outbox.ts')
  await Outbox.patch({ id: `${id}-accounting-mail` })
    .set({ state: 'sent' })
    .go()
  await user.click(button)
  expect(await screen.findByText('Deze mail is al verstuurd.')).toBeTruthy()
  expect(within(mails).queryByRole('button', { name: /boekhouding/ })).toBeNull()
  expect(within(mails).getByText(/^verzonden om /)).toBeTruthy()
})

test('a mail that could not be requested from its list shows an error', async () => {
  const { id } = await sentInvoice()
  const { user } = await open(`/self-billing/invoice/${id}`)
  failRequests(/send-invoice-email$/)
  await user.click(await screen.findByRole('button', { name: 'Mail aan de boekhouding versturen' }))
  expect(await screen.findByText('Email verzending mislukt')).toBeTruthy()
})

test('a failed mail and a failed PDF show an error', async () => {
  const lapsed = { invoiceDate: '2026-11-10', has48HourDiscount: true }
  const { id, invoiceNumber } = await made({ description: 'Kapot', ...lapsed })
  const { user } = await open(`/self-billing/invoice/${id}`)
  // Shown before anybody tries, with the message of the refusal.
  const [told] = within(await card('Status')).getAllByText(/^Het 48-uur aanbod is verlopen/)
  await press(user, await card('Status'), 'Naar In behandeling')
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen en doorgaan')
  await waitFor(() => expect(screen.getAllByText(told?.textContent ?? '')).toHaveLength(2))
  await user.keyboard('{Escape}')
  const online = fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    /send-invoice-email|pdf$/.test(input) ? Promise.reject(new TypeError('offline')) : online(input, init),
  )
  await user.click(await screen.findByRole('button', { name: `E-mail versturen: ${invoiceNumber}` }))
  await press(user, await screen.findByRole('alertdialog'), 'E-mail versturen')
  expect(await screen.findByText('Email verzending mislukt')).toBeTruthy()
  const opened = screen.getByRole('link', { name: `PDF openen: ${invoiceNumber}` })
  expect([opened.getAttribute('target'), opened.getAttribute('href')]).toEqual([
    '_blank',
    `/api/self-billing/invoices/${id}/pdf`,
  ])
  await user.click(screen.getByRole('button', { name: `PDF downloaden: ${invoiceNumber}` }))
  expect(await screen.findByText('De PDF kon niet worden gedownload')).toBeTruthy()
})
