// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { typeTexts } from '../../testing/actions.ts'
import { connectBrowser, failRequests, findRetryButton, matchShown, sent } from '../../testing/browser.tsx'
import { findButton, findDialog, getTextbox } from '../../testing/queries.ts'
import { startSales } from '../../testing/sales.ts'

const { world, admin, leader, agent, caller, post, register, book, open } = await startSales()
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const nameOf = (field: HTMLElement) => (field as HTMLInputElement).labels?.[0]?.textContent

test('a sale is registered in three steps, each naming its missing fields', async () => {
  const { user } = await open(agent)
  await user.click(await findButton('Sale registreren'))
  const dialog = await findDialog('Sale registreren')
  const next = () => user.click(within(dialog).getByRole('button', { name: 'Volgende' }))
  await next()
  expect(await within(dialog).findByText('Klantnaam is verplicht')).toBeTruthy()
  expect(within(dialog).getByText('Kies particulier of zakelijk')).toBeTruthy()
  expect(within(dialog).queryByText('IBAN is verplicht')).toBeNull()
  await typeTexts(user, dialog, {
    Klantnaam: 'Slagerij Bos',
    Telefoonnummer: '0475 111222',
    Postcode: '6041 AB',
    Huisnummer: '3',
    Adres: 'Markt',
    Plaats: 'Roermond',
  })
  await user.click(within(dialog).getByRole('radio', { name: 'Zakelijk' }))
  await next()
  await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Leverancier' }), 'Vattenfall')
  await user.click(within(dialog).getByRole('radio', { name: '3 jaar' }))
  await user.type(getTextbox(dialog, 'Begindatum contract'), '01-12-2026')
  expect(getTextbox(dialog, 'Einddatum contract')).toHaveProperty('value', '30-11-2029')
  await next()
  const overview = within(await within(dialog).findByRole('region', { name: 'Overzicht' }))
  expect(overview.getByText('Slagerij Bos')).toBeTruthy()
  expect(overview.getByText(matchShown('01-12-2026 – 30-11-2029'))).toBeTruthy()
  await typeTexts(user, dialog, { IBAN: 'NL91ABNA0417164301', Rekeninghouder: 'P. Bos', 'SalesDock ID': 'SD-1001' })
  const send = within(dialog).getByRole('button', { name: 'Sale registreren' })
  await user.click(send)
  expect(await within(dialog).findByText('Voer een geldig IBAN nummer in.')).toBeTruthy()
  await user.clear(getTextbox(dialog, 'IBAN'))
  await user.type(getTextbox(dialog, 'IBAN'), 'NL91 ABNA 0417 1643 00')
  await user.click(send)
  await screen.findByText('Sale geregistreerd', { selector: '.pv-toast-title' })
  expect(await screen.findByRole('row', { name: /Slagerij Bos/ })).toBeTruthy()
  expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/sales')).toHaveLength(1)
})

test('only fields of the chosen energy are shown, and values of the other fields are cleared', async () => {
  const { id } = await post('/api/leads', { customerName: 'Gasklant', energyType: 'gas', consumption: '3500' })
  const { user } = await open(agent, `/leads?nieuwe-sale=1&sale-lead=${id}`)
  const dialog = await findDialog('Sale registreren')
  const labels = () =>
    within(dialog)
      .queryAllByRole('textbox', { name: /^EAN |verbruik/, hidden: true })
      .map(nameOf)
  expect(labels()).toEqual(['EAN gas', 'Gasverbruik (m³/jaar)'])
  await typeTexts(user, dialog, { 'EAN gas': '871687000000123456' })
  await user.click(within(dialog).getByRole('radio', { name: 'Stroom', hidden: true }))
  expect(labels()).toEqual(['EAN stroom', 'Stroomverbruik (kWh/jaar)'])
  await user.click(within(dialog).getByRole('radio', { name: 'Gas en stroom', hidden: true }))
  expect(labels()).toHaveLength(4)
  expect(getTextbox(dialog, 'EAN gas')).toHaveProperty('value', '')
})

test('Enter goes to the next field, and from the last field to the next step, without sending', async () => {
  const { user } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await findDialog('Sale registreren')
  await user.click(getTextbox(dialog, 'Klantnaam'))
  await user.keyboard('Slagerij Bos{Enter}')
  expect(document.activeElement).toBe(getTextbox(dialog, 'Bedrijfsnaam'))
  await user.keyboard('{Enter}0475 111222{Enter}{Enter}')
  expect(document.activeElement).toBe(within(dialog).getByRole('radio', { name: 'Particulier' }))
  await user.keyboard(' {Enter}6041 AB{Enter}3{Enter}Markt{Enter}Roermond{Enter}{Enter}{Enter}')
  expect(await within(dialog).findByRole('combobox', { name: 'Leverancier' })).toBeTruthy()
  expect(sent.filter(({ method, path }) => method === 'POST' && path === '/api/sales')).toEqual([])
})

test('a refusal of the server is at its field, in the step of that field', async () => {
  await register({ salesDockId: 'SD-2002', customerName: 'Eerste Klant', postalCode: '6001 AA' })
  const { id } = await register({ customerName: 'Tweede Klant', postalCode: '6002 BB', salesDockId: 'SD-2003' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await findButton('Bewerken'))
  const dialog = await findDialog('Sale bewerken')
  await user.click(within(dialog).getByRole('button', { name: 'Betaling en overzicht' }))
  await user.clear(getTextbox(dialog, 'SalesDock ID'))
  await user.type(getTextbox(dialog, 'SalesDock ID'), 'sd-2002')
  await user.click(within(dialog).getByRole('button', { name: 'Klant en adressen' }))
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Deze SalesDock ID bestaat al')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(getTextbox(dialog, 'SalesDock ID')))
})

test('an appointment with status sale offers to register the sale, with the known details filled in', async () => {
  const { id } = await book({ customerName: 'Camping Zon', status: 'scheduled', city: 'Weert', consumption: '3500' })
  const { user } = await open(agent, `/appointments?afspraak=${id}`)
  // The list behind the details has this button too.
  const shown = within(await findDialog('Afspraak Details'))
  await user.click(await shown.findByRole('button', { name: 'Status van Camping Zon: Gepland. Uitkomst' }))
  await user.click(within(await findDialog('Status van Camping Zon')).getByRole('button', { name: 'Sale' }))
  await screen.findByText('Afspraak bijgewerkt', { selector: '.pv-toast-title' })
  const details = await findDialog('Afspraak Details')
  expect(await within(details).findByText('Sale nog registreren')).toBeTruthy()
  // The details accept clicks again only a moment after the dialog of the status has closed. So the click is retried.
  await waitFor(() => user.click(within(details).getByRole('button', { name: 'Sale registreren' })))
  const dialog = await findDialog('Sale registreren')
  expect(within(dialog).getByText('Voor de afspraak met Camping Zon')).toBeTruthy()
  expect(getTextbox(dialog, 'Klantnaam')).toHaveProperty('value', 'Camping Zon')
  expect(getTextbox(dialog, 'Plaats')).toHaveProperty('value', 'Weert')
  await waitFor(() => expect(location.search).toContain(`sale-afspraak=${id}`))
})

test('a sale that may be the same is reported while typing, with a link', async () => {
  const known = await register({ customerName: 'Garage Kuiper', postalCode: '6071 XA', houseNumber: '8' })
  const { user } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await findDialog('Sale registreren')
  await typeTexts(user, dialog, { Klantnaam: 'garage kuiper', Postcode: '6071xa', Huisnummer: '8' })
  const link = await within(dialog).findByRole('link', { name: /^Sale van/ })
  expect(link.getAttribute('href')).toBe(`/sales/${known.id}`)
})

test('failed checks for equal sales and counts of unregistered ones are reported', async () => {
  await book({ customerName: 'Nog te doen' })
  let online = failRequests(/sales.check/)
  const { user, unmount } = await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await findDialog('Sale registreren')
  await typeTexts(user, dialog, { Klantnaam: 'garage kuiper', Postcode: '6071xa', Huisnummer: '8' })
  const said = 'Controle op dubbele sales mislukt.'
  expect(await within(dialog).findByText(said)).toBeTruthy()
  online()
  unmount()

  online = failRequests(/counts/)
  const again = await open(agent, '/transactions?from=2026-11-01&to=2026-11-30')
  const failed = await findRetryButton()
  online()
  await again.user.click(failed)
  expect(await screen.findByRole('link', { name: /^\d+ nog te registreren$/ })).toBeTruthy()
})

test('the input is restored when the form opens again', async () => {
  const first = await open(agent, '/transactions?nieuwe-sale=1')
  await typeTexts(first.user, await findDialog('Sale registreren'), { Klantnaam: 'Half Af' })
  first.unmount()
  await open(agent, '/transactions?nieuwe-sale=1')
  const dialog = await findDialog('Sale registreren')
  expect(await within(dialog).findByText(/^Niet opgeslagen invoer/)).toBeTruthy()
  expect(getTextbox(dialog, 'Klantnaam')).toHaveProperty('value', 'Half Af')
})

test('after a change by somebody else, the changes are shown and the input stays', async () => {
  const { id, version } = await register({ customerName: 'Tuincentrum Groen' })
  const { user } = await open(admin, `/sales/${id}`)
  await user.click(await findButton('Bewerken'))
  const dialog = await findDialog('Sale bewerken')
  await user.type(getTextbox(dialog, 'Bedrijfsnaam'), 'Groen BV')
  const headers = { 'if-match': `"${version}"` }
  await world.call('PATCH', `/api/sales/${id}`, { as: await world.session(leader), body: { city: 'Weert' }, headers })
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  expect(await within(dialog).findByText('Plaats: Weert')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Mijn wijzigingen behouden' }))
  expect(getTextbox(dialog, 'Bedrijfsnaam')).toHaveProperty('value', 'Groen BV')
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await screen.findByText('Sale bijgewerkt', { selector: '.pv-toast-title' })
  expect(await screen.findByText(/Groen BV/, { selector: 'h2' })).toBeTruthy()
})

test('a caller cannot register a sale', async () => {
  await open(caller, '/transactions?nieuwe-sale=1')
  await screen.findByRole('table', { name: 'Sales' })
  expect(screen.queryByRole('button', { name: 'Sale registreren' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the form of a new sale shows the commission: an agent sees only the own amount, an admin all', async () => {
  for (const [role, defaultRate] of [
    ['agent', 95],
    ['caller', 25],
  ]) {
    await post('/api/commission-rates', { role, defaultRate, validFrom: '2026-11-20' }, admin)
  }
  const lead = await post('/api/leads', { customerName: 'Hotel Lead', customerPhone: '0475 223344' })
  const { unmount } = await open(agent, `/leads?nieuwe-sale=1&sale-lead=${lead.id}`)
  const dialog = await findDialog('Sale registreren')
  const earns = async () => (await within(dialog).findByText(/^Levert op/)).textContent?.replaceAll('\u00a0', ' ')
  expect(await earns()).toBe('Levert op: € 95,00')
  unmount()

  const { id } = await book({ customerName: 'Bakkerij Twee' })
  await open(admin, `/appointments?nieuwe-sale=1&sale-afspraak=${id}`)
  const other = await findDialog('Sale registreren')
  expect((await within(other).findByText(/^Levert op/)).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Levert op: € 120,00 Agent € 95,00 · Beller € 25,00',
  )
})
