// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePartner } from '../../../../testing/invoices.ts'
import type { Person, World } from '../../../../testing/world.ts'
import { press } from '../../../testing/actions.ts'
import { failRequests, findRetryButton, matchShown, openApp, sent } from '../../../testing/browser.tsx'
import { connectInvoices, findInvoiceCard, startInvoices } from '../../../testing/invoices.ts'
import { findDialog, getTextbox, withPlainSpaces } from '../../../testing/queries.ts'

let world: World
let admin: Person
let agent: Person

beforeAll(async () => {
  const started = await startInvoices()
  world = started.world
  admin = started.admin
  agent = started.agent
})
afterAll(() => world.stop())

const { made, sentInvoice, open } = connectInvoices(
  () => world,
  () => admin,
)

const totals = (dialog: HTMLElement) =>
  withPlainSpaces(within(dialog).getByRole('region', { name: 'Totalen' }).textContent ?? '')

test('invoice lines are written by keyboard alone, with totals; the draft stays after leaving the page', async () => {
  const { user, unmount } = await open('/self-billing')
  expect(await screen.findByText('Nog geen facturen aangemaakt')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await findDialog('Nieuwe factuur')
  await press(user, dialog, 'Opslaan')
  expect(
    await within(dialog).findByText('Vul alle verplichte velden in: Partner, Factuur datum en Vervaldatum.'),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('combobox', { name: /Partner/ }))
  await user.click(await screen.findByRole('option', { name: /Bos Energieadvies/ }))
  await press(user, dialog, 'Opslaan')
  // The wrong lines are in another tab of the form, which opens by itself.
  expect(await within(dialog).findByText('Voeg minimaal één factuurlijn toe met een bedrag groter dan 0.')).toBeTruthy()

  await user.click(getTextbox(dialog, 'Regel 1: omschrijving'))
  await user.keyboard('Commissie')
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'Regel 1: aantal')))
  await user.keyboard('3{ArrowRight}')
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'Regel 1: prijs')))
  await user.keyboard('33,33{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'Regel 2: omschrijving')))
  expect(totals(dialog)).toContain('Totaal incl. btw€ 120,99')
  await user.paste('Vakliteratuur\t1\t12,50\t9%\r\nLeges\t1\t€ 10,00\t0%\r\n')
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'Regel 3: omschrijving')))
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'Regel 2: omschrijving')))
  expect(totals(dialog)).toContain('Totaal excl. btw€ 122,49')
  expect(totals(dialog)).toContain('Btw 9 % over € 12,50€ 1,13')

  // Lines after the 15th of the month after their supply are said, and a period of more than a calendar month.
  const setSupply = async (from: string) => {
    await user.click(within(dialog).getByRole('tab', { name: /Basis Info/ }))
    fireEvent.change(within(dialog).getByLabelText(/^Geleverd van/), { target: { value: from } })
    await user.click(within(dialog).getByRole('tab', { name: /Factuurregels/ }))
  }
  await setSupply('2026-01-15')
  expect(totals(dialog)).toContain('Regel 1, 2 en 3 zijn later dan de 15e na de leveringsmaand.')
  await setSupply('')
  expect(totals(dialog)).not.toContain('leveringsmaand')

  await user.click(within(dialog).getByRole('switch', { name: /^48-uurskorting/ }))
  expect(totals(dialog)).toContain('Te betalen binnen 48 uur€ 133,27')
  unmount()

  const again = openApp(location.pathname + location.search)
  const restored = await findDialog('Nieuwe factuur')
  expect(await within(restored).findByText(/Niet opgeslagen invoer/)).toBeTruthy()
  await again.user.click(within(restored).getByRole('tab', { name: /Bijlagen/ }))
  await again.user.upload(
    within(restored).getByLabelText('Bijlage toevoegen'),
    new File(['dag;uren\r\nma;8'], 'uren.csv', { type: 'text/csv' }),
  )
  await within(restored).findByRole('button', { name: 'uren.csv verwijderen' })
  await press(again.user, restored, 'Opslaan')
  expect(await screen.findByText('Factuur aangemaakt')).toBeTruthy()
  const shown = await findInvoiceCard(/^YDS-\d{4}-0001$/)
  for (const text of ['Bos Energieadvies', '3 regels', 'Concept']) {
    expect(within(shown).getByText(text)).toBeTruthy()
  }
  expect(withPlainSpaces(shown.textContent ?? '')).toContain('€ 144,62')
  expect(sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/invoices'))).toHaveLength(1)
  await waitFor(() =>
    expect(withPlainSpaces(screen.getByText(/^Excl\./).textContent ?? '')).toMatch(/= incl. € 144,62$/),
  )
  expect(screen.queryByText(/nog te betalen/)).toBeNull()
})

/** Replaces the date in a field. */
async function typeDay(user: UserEvent, dialog: HTMLElement, name: string, day: string): Promise<void> {
  const field = getTextbox(dialog, name)
  await user.clear(field)
  await user.click(field)
  await user.paste(day)
  await user.tab()
}

test('VAT rates follow the day of each line when the scheme of the partner changes', async () => {
  await storePartner('wisselend')
  const { Partners } = await import('../../../../functions/invoices/partner-entity.ts')
  const vatSchemes = [{ scheme: 'kor' as const }, { from: '2026-11-10', scheme: 'normaal' as const }]
  await Partners.patch({ id: 'wisselend' }).set({ name: 'Wisselend Advies', vatSchemes }).go()
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await findDialog('Nieuwe factuur')
  await user.click(within(dialog).getByRole('combobox', { name: /Partner/ }))
  await user.click(await screen.findByRole('option', { name: /Wisselend Advies/ }))
  await typeDay(user, dialog, 'Factuurdatum', '20-11-2026')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(getTextbox(dialog, 'Regel 1: omschrijving'))
  await user.paste('Later\t1\t100\t21%\nEerder\t1\t50\t21%')
  const rates = () =>
    within(dialog)
      .getAllByRole<HTMLSelectElement>('combobox', { name: /: btw/ })
      .map(({ value }) => value)
  await waitFor(() => expect(rates()).toEqual(['21', '21']))
  await typeDay(user, dialog, 'Regel 2: geleverd op', '05-11-2026')
  await waitFor(() => expect(rates()).toEqual(['21', '0']))
  const totals = within(dialog).getByRole('region', { name: 'Totalen' })
  expect(withPlainSpaces(totals.textContent ?? '')).toContain('Btw 0 % (Kleineondernemersregeling) over € 50,00')
  await typeDay(user, dialog, 'Regel 2: geleverd op', '31-10-2026')
  await press(user, dialog, 'Opslaan')
  expect(
    await within(dialog).findByText(
      matchShown('Regel 2: 31-10-2026 valt buiten de levering van 01-11-2026 t/m 30-11-2026'),
    ),
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
  const { Partners } = await import('../../../../functions/invoices/partner-entity.ts')
  await Partners.patch({ id: 'klein' })
    .set({ name: 'Klein Advies', vatSchemes: [{ scheme: 'kor' }] })
    .go()
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await findDialog('Nieuwe factuur')
  const rates = () =>
    within(dialog)
      .getAllByRole<HTMLSelectElement>('combobox', { name: /btw/i })
      .map(({ value }) => value)
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /btw/i }), '9 %')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(getTextbox(dialog, 'Regel 1: omschrijving'))
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

test('too large numbers count as 0, with an error at their field', async () => {
  const { user, unmount } = await open('/self-billing')
  await user.click(await screen.findByRole('button', { name: 'Nieuwe factuur' }))
  const dialog = await findDialog('Nieuwe factuur')
  await user.click(within(dialog).getByRole('tab', { name: /regels/ }))
  await user.click(getTextbox(dialog, 'Regel 1: omschrijving'))
  await user.paste('Groot verbruik\t500000\t90000\t21%\nKlein verbruik\t1\t10\t21%')
  expect(await within(dialog).findByText('Hoogstens 10.000')).toBeTruthy()
  expect(totals(dialog)).toContain('Totaal incl. btw€ 12,10')
  await user.clear(getTextbox(dialog, 'Regel 1: aantal'))
  await user.type(getTextbox(dialog, 'Regel 1: aantal'), '200')
  await user.tab()
  expect(await within(dialog).findByText('Een factuur is hoogstens € 10.000.000,00')).toBeTruthy()
  expect(within(dialog).queryByText('Hoogstens 10.000')).toBeNull()
  await user.clear(getTextbox(dialog, 'Regel 1: aantal'))
  await user.type(getTextbox(dialog, 'Regel 1: aantal'), '2')
  await user.tab()
  await waitFor(() => expect(within(dialog).queryByText(/^Een factuur is hoogstens/)).toBeNull())
  expect(totals(dialog)).toContain('Totaal incl. btw€ 217.812,10')
  unmount()
})

test('a workflow page shows one status and its next steps; an agent can only read assigned invoices', async () => {
  const invoice = await sentInvoice({ description: 'Om te betalen' })
  const { unmount: unmountPaid } = await open('/self-billing/workflow-betaald')
  expect(await screen.findByRole('heading', { name: 'Betaalde Facturen' })).toBeTruthy()
  expect(
    within(screen.getByRole('navigation', { name: 'Hoofdmenu' })).getByRole('link', { current: 'page' }).textContent,
  ).toBe('Facturen')
  unmountPaid()
  const { user, unmount } = await open('/self-billing/workflow-in-behandeling')
  expect(await screen.findByRole('button', { name: 'Exporteren' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Markeer als Betaald: ${invoice.invoiceNumber}` }))
  const question = await screen.findByRole('alertdialog', { name: `Factuur ${invoice.invoiceNumber} betaald?` })
  await waitFor(() =>
    expect(withPlainSpaces(question.textContent ?? '')).toContain(
      'Wij betalen € 1.210,00 aan Bos Energieadvies (NL91 RABO 0315 2736 37).',
    ),
  )
  await press(user, question, 'Markeer als Betaald')
  expect(await screen.findByText('Status bijgewerkt')).toBeTruthy()
  expect(screen.getByText(`${invoice.invoiceNumber}: Betaald`)).toBeTruthy()
  unmount()

  const own = await open('/invoices', agent)
  const shown = await findInvoiceCard(invoice.invoiceNumber)
  expect(within(shown).queryAllByRole('button')).toEqual([])
  expect(within(shown).getByRole('link', { name: /^PDF/ })).toBeTruthy()
  expect(within(shown).getByText('1 regel')).toBeTruthy()
  await own.user.click(within(shown).getByRole('link', { name: 'Details & Status' }))
  const facts = await findInvoiceCard('Gegevens')
  expect(facts.textContent).toContain('NL••')
  expect(within(await screen.findByRole('region', { name: 'Status' })).queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Markeer als Betaald' })).toBeNull()
  await own.user.click(screen.getByRole('button', { name: 'Meer' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['PDF downloaden', 'E-factuur (UBL)'])
  own.unmount()
  await open('/self-billing/invoice/bestaat-niet', agent)
  expect(await screen.findByText('Factuur niet gevonden')).toBeTruthy()
  expect(screen.getByText('De opgevraagde factuur bestaat niet of is verwijderd.')).toBeTruthy()
})

test('the status tabs report counts that failed to load, and load them again', async () => {
  await made()
  const online = failRequests(/counts/)
  const { user } = await open('/self-billing')
  expect((await screen.findByRole('alert')).textContent).toContain('De aantallen konden niet worden geladen')
  online()
  await user.click(await findRetryButton())
  expect(await screen.findByRole('button', { name: /^Concept [1-9]/ })).toBeTruthy()
})
