// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buildSettingsForm } from '../../../../testing/invoices.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { chooseMore } from '../../../testing/actions.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'
import { getTextbox } from '../../../testing/queries.ts'
import { connectUploads } from '../../../testing/uploads.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function open(path = '/self-billing?tab=partners') {
  await logIn(world, admin)
  const app = openApp(path)
  // A dialog that the address opens hides the heading from screen readers.
  await screen.findByRole('heading', { name: 'Self-billing', hidden: true })
  return app
}

const press = (user: UserEvent, dialog: HTMLElement, name: string) =>
  user.click(within(dialog).getByRole('button', { name }))
async function fill(user: UserEvent, dialog: HTMLElement, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    await user.click(getTextbox(dialog, label))
    await user.clear(getTextbox(dialog, label))
    await user.paste(text)
  }
}
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const created = async (form: object) => {
  const body = {
    name: 'Adviesbureau Noord',
    email: 'noord@advies.example',
    address: 'Kade 2',
    postalCode: '2153 KB',
    city: 'Nieuw-Vennep',
    kvkNumber: '12345678',
    vatNumber: 'NL123456782B90',
    bankAccount: 'NL91ABNA0417164300',
    ...form,
  }
  return (await world.call('POST', '/api/self-billing/partners', { as: await world.session(admin), body })).body
}

test('a partner is added with all checks of the spec at the fields, and its agreement as a PDF', async () => {
  const { user } = await open()
  expect(await screen.findByText('Nog geen partners toegevoegd')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nieuwe partner' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe partner' })
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText('Verplichte velden')).toBeTruthy()
  expect(within(dialog).getByText('Vul alle verplichte velden in voordat je verder gaat.')).toBeTruthy()
  expect(document.activeElement).toBe(getTextbox(dialog, 'Bedrijfsnaam'))

  await fill(user, dialog, {
    Bedrijfsnaam: 'Énergie Łukasz BV',
    'E-mail': 'factuur@lukasz.example',
    Adres: 'Markt 1',
    Postcode: '6041 AB',
    Plaats: 'Roermond',
    'KvK-nummer': '1234567',
    'Btw-nummer': '123',
    IBAN: 'NL92ABNA0417164300',
  })
  await press(user, dialog, 'Opslaan')
  for (const text of [
    'Ongeldig KvK-nummer',
    'KvK-nummer moet 8 cijfers bevatten.',
    'Btw-nummer moet format NL123456789B01 hebben.',
    'Voer een geldig IBAN nummer in.',
  ]) {
    expect(await within(dialog).findByText(text)).toBeTruthy()
  }
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])

  await fill(user, dialog, {
    'KvK-nummer': '1234 5678',
    'Btw-nummer': 'nl123456789b01',
    IBAN: 'nl91 abna 0417 1643 00',
    'Getekend op': '01-11-2026',
  })
  expect(within(dialog).getByText(/De controlecijfers van dit btw-nummer kloppen niet/)).toBeTruthy()
  await user.upload(
    within(dialog).getByLabelText('Overeenkomst (PDF)'),
    new File(['geen pdf'], 'overeenkomst.pdf', { type: 'application/pdf' }),
  )
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText('Dit bestand is geen PDF')).toBeTruthy()
  await user.upload(
    within(dialog).getByLabelText('Overeenkomst (PDF)'),
    new File(['%PDF-1.7'], 'overeenkomst.pdf', { type: 'application/pdf' }),
  )
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Partner aangemaakt')).toBeTruthy()
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent?.replace(/\s/g, ' '))
  await waitFor(() => expect(cells()).toEqual(['Énergie Łukasz BV', '–', '–', '€ 0,00']))
  // The partner was created although its file was refused, so the next attempt creates no second one.
  expect(sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/partners'))).toHaveLength(1)
  expect(screen.getByText('1 partner')).toBeTruthy()
})

test('a search finds partners; an edit shows what somebody else saved meanwhile; deleting asks first', async () => {
  const { id } = await created({})
  const { user } = await open('/self-billing?tab=partners&q=noord')
  const shown = await row('Adviesbureau Noord')
  expect(within(shown).getByText('Geen overeenkomst')).toBeTruthy()
  await user.click(shown)
  const dialog = await screen.findByRole('dialog', { name: 'Partner bewerken' })
  await fill(user, dialog, { Plaats: 'Venlo' })
  await world.call('PATCH', `/api/self-billing/partners/${id}`, {
    as: await world.session(admin),
    body: { contactPerson: 'Jo Smit' },
    headers: { 'if-match': '"1"' },
  })
  await press(user, dialog, 'Bijwerken')
  expect(await within(dialog).findByText('Contactpersoon: Jo Smit')).toBeTruthy()
  await press(user, dialog, 'Mijn wijzigingen behouden')
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Partner bijgewerkt')).toBeTruthy()
  expect(await within(await row('Adviesbureau Noord')).findByText('Jo Smit')).toBeTruthy()

  await user.click(await row('Adviesbureau Noord'))
  const again = await screen.findByRole('dialog', { name: 'Partner bewerken' })
  expect(getTextbox(again, 'Contactpersoon')).toHaveProperty('value', 'Jo Smit')
  await press(user, again, 'Verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Adviesbureau Noord verwijderen?' })
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Partner verwijderd')).toBeTruthy()
  expect(await screen.findByText('Geen partners gevonden voor je zoekopdracht')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await waitFor(() => expect(location.search).toBe('?tab=partners'))
})

test('the VAT scheme of a partner changes on a day, and that change can be removed', async () => {
  const { id } = await created({ name: 'Regeling Advies' })
  const { user } = await open('/self-billing?tab=partners&q=regeling')
  const edit = async () => {
    await user.click(await row('Regeling Advies'))
    return screen.findByRole('dialog', { name: 'Partner bewerken' })
  }
  const dialog = await edit()
  expect(within(dialog).getByRole('combobox', { name: 'Btw-regeling' })).toHaveProperty('value', 'normaal')
  await press(user, dialog, 'Regeling vanaf een datum')
  await press(user, dialog, 'Bijwerken')
  expect(await within(dialog).findByText('Kies vanaf welke dag de regeling geldt')).toBeTruthy()
  const from = within(dialog).getByRole('textbox', { name: 'Vanaf (regeling 2)' })
  await user.click(from)
  await user.paste('01-01-2199')
  await user.tab()
  expect(within(dialog).getByText(/^Vandaag geldt Normaal\./)).toBeTruthy()
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Partner bijgewerkt')).toBeTruthy()
  const stored = async () => {
    const as = await world.session(admin)
    return (await world.call('GET', `/api/self-billing/partners/${id}`, { as })).body.vatSchemes
  }
  expect(await stored()).toEqual([
    { from: null, scheme: 'normaal' },
    { from: '2199-01-01', scheme: 'kor' },
  ])
  const again = await edit()
  const later = within(again).getByRole('combobox', { name: 'Btw-regeling vanaf 01-01-2199' })
  expect(later).toHaveProperty('value', 'kor')
  await press(user, again, 'Regeling 2 verwijderen')
  await press(user, again, 'Bijwerken')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await stored()).toEqual([{ from: null, scheme: 'normaal' }])
})

test('the settings are saved; the next number can only increase', async () => {
  const { user } = await open('/self-billing?instellingen=1')
  const dialog = await screen.findByRole('dialog', { name: 'Instellingen self-billing' })
  const given = buildSettingsForm()
  await fill(user, dialog, {
    Bedrijfsnaam: given.companyName,
    'KvK-nummer': given.kvkNumber,
    Adres: given.address,
    Postcode: given.postalCode,
    Plaats: given.city,
    'Btw-nummer': given.vatNumber,
    IBAN: given.bankAccount,
    'Volgend nummer': '120',
  })
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Instellingen bijgewerkt')).toBeTruthy()

  await chooseMore(user, 'Instellingen')
  const again = await screen.findByRole('dialog', { name: 'Instellingen self-billing' })
  expect(within(again).getByText('Laatst gewijzigd door Anna Admin')).toBeTruthy()
  await fill(user, again, { 'Volgend nummer': '119' })
  await press(user, again, 'Bijwerken')
  expect(await within(again).findByText('Het volgende nummer kan niet lager zijn dan 120')).toBeTruthy()

  // When somebody else saves first, the input stays and their changes are shown.
  const as = await world.session(admin)
  const settings = '/api/self-billing/settings'
  const { version } = (await world.call('GET', settings, { as })).body
  const headers = { 'if-match': `"${version}"` }
  const reply = await world.call('PUT', settings, { as, body: buildSettingsForm({ city: 'Venlo' }), headers })
  expect(reply.status, reply.text).toBe(200)
  await fill(user, again, { 'Volgend nummer': '130', Bedrijfsnaam: 'Partnerview Nederland BV' })
  await press(user, again, 'Bijwerken')
  expect(await within(again).findByText('Plaats: Venlo')).toBeTruthy()
  await press(user, again, 'Mijn wijzigingen behouden')
  await press(user, again, 'Bijwerken')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await world.call('GET', settings, { as })).body).toMatchObject({
    ...{ companyName: 'Partnerview Nederland BV', city: 'Venlo', nextInvoiceNumber: 130 },
  })

  // Another prefix has its own numbering.
  await chooseMore(user, 'Instellingen')
  const last = await screen.findByRole('dialog', { name: 'Instellingen self-billing' })
  await fill(user, last, { 'Volgend nummer': '140', Prefix: 'noord' })
  expect(within(last).getByText('Een nieuwe prefix begint bij 0001. Een eerdere prefix telt verder.')).toBeTruthy()
  expect(within(last).queryByRole('textbox', { name: /^Volgend nummer/ })).toBeNull()
  // Another VAT rate has a first day.
  await press(user, last, 'Tarief vanaf een datum')
  await press(user, last, 'Bijwerken')
  expect(await within(last).findByText('Kies vanaf welke dag het tarief geldt')).toBeTruthy()
  fireEvent.change(within(last).getByLabelText(/^Vanaf \(tarief 2\)/), { target: { value: '2199-01-01' } })
  await user.selectOptions(within(last).getByRole('combobox', { name: 'Tarief vanaf 01-01-2199' }), '9 %')
  await press(user, last, 'Bijwerken')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const changed = (await world.call('GET', settings, { as })).body
  const defaultVatRates = [
    { from: null, rate: 21 },
    { from: '2199-01-01', rate: 9 },
  ]
  expect(changed).toMatchObject({ invoicePrefix: 'NOORD', nextInvoiceNumber: 1, defaultVatRate: 21, defaultVatRates })
})

test('numbers of another partner cause a warning, and can be saved', async () => {
  await created({
    name: 'Tweede BV',
    kvkNumber: '11112222',
    vatNumber: 'NL111111111B01',
    bankAccount: 'NL20INGB0001234567',
  })
  const { id } = await created({ name: 'Derde BV' })
  const { user } = await open('/self-billing?tab=partners&q=derde')
  await user.click(await row('Derde BV'))
  const dialog = await screen.findByRole('dialog', { name: 'Partner bewerken' })
  await fill(user, dialog, { 'KvK-nummer': '1111 2222', IBAN: 'nl20 ingb 0001 2345 67' })
  expect(await within(dialog).findByText('Tweede BV heeft dit KvK-nummer ook. Kijk het na.')).toBeTruthy()
  expect(within(dialog).getByText('Tweede BV heeft dit IBAN ook. Kijk het na.')).toBeTruthy()
  expect(within(dialog).queryByText(/^Derde BV heeft/)).toBeNull()
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Partner bijgewerkt')).toBeTruthy()
  const { body } = await world.call('GET', `/api/self-billing/partners/${id}`, { as: await world.session(admin) })
  expect(body.kvkNumber).toBe('11112222')
})

test('the form of a partner under the KOR shows its turnover of the year', async () => {
  await created({ name: 'Klein Advies', vatSchemes: [{ scheme: 'kor' }] })
  const { user } = await open()
  const text = /^KOR 20\d\d: €\s0,00 van €\s20\.000,00$/
  await user.click(await row('Klein Advies'))
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByText(text)).toBeTruthy())
})
