// @vitest-environment jsdom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../shared/contract/parts/imports.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { asFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, failRequests, logIn, openApp, sent } from '../../testing/browser.tsx'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person

// Each test has its own board, so that it can run alone.
beforeEach(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  // Files with these headers were confirmed before, so they are imported without a question.
  const { Layouts, layoutId } = await import('../../../functions/spreadsheets/imports/layouts.ts')
  const { printOf } = await import('../../../functions/spreadsheets/recognition/layout-print.ts')
  const id = layoutId('contract', printOf(header.split(';')))
  await Layouts.put({ id, fields: [], monthFirst: false, isRecognised: true }).go()
})
afterEach(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

const header = 'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot'
const line = (id: string, name: string, until: string) =>
  `${id};${name};Markt;1;6041 AB;Roermond;Eneco;01-12-2023;3 jaar;${until}`
const csv = (name: string, ...lines: string[]) => new File([[header, ...lines].join('\r\n')], name)

/** Puts five contracts on the board, each with another urgency. */
async function fill() {
  const ends = {
    ...{ 'Ver weg': '2028-12-01', 'Al voorbij': '2026-11-20', Bijna: '2026-12-21' },
    ...{ 'Dit kwartaal': '2027-02-21', 'Dit halfjaar': '2027-05-21' },
  }
  const place = { address: 'Markt', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond', supplier: 'Eneco' }
  for (const [customerName, expiryDate] of Object.entries(ends)) {
    await storeContract({ ...place, customerName, expiryDate, durationValue: 36, durationUnit: 'months' })
  }
}

async function open(path = '/expiring-contracts') {
  await logIn(world, admin)
  const app = openApp(path)
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  return app
}

async function upload(user: Awaited<ReturnType<typeof open>>['user'], file: File) {
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  await user.upload(within(dialog).getByLabelText('Bestand'), file)
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  return dialog
}

/** Confirms a file with a new layout as previewed. */
const confirm = async (user: Awaited<ReturnType<typeof open>>['user']) =>
  user.click(await screen.findByRole('button', { name: /^\d+ rij(en)? importeren$/ }))

const card = (name: RegExp) => screen.findByRole('button', { name })
const cell = async (text: string) => within(await screen.findByRole('table')).findByText(text)
const figures = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('definition')
    .map((figure) => figure.textContent)

/** Timeout that allows for a run, whose progress is checked once a second. */
const PATIENT = { timeout: 5_000 }
/** Delivers the next step of the run that the address names, as the stream does. */
const delivered = () => deliverOutbox(new URLSearchParams(location.search).get('run') ?? '')
const bar = () => within(screen.getByRole('region', { name: 'Acties voor de selectie' }))

test('the board is empty at first, and offers to fill it', async () => {
  await open()
  expect(await screen.findByText('Geen contracten gevonden')).toBeTruthy()
  expect(await card(/^Nieuw\s*0$/)).toBeTruthy()
})

test('an uploaded file puts its contracts on the board by expiry date, with their urgency', async () => {
  const { user } = await open()
  await upload(
    user,
    csv(
      'aflopend.csv',
      line('S-1', 'Ver weg', '01-12-2028'),
      line('S-2', 'Al voorbij', '20-11-2026'),
      line('S-3', 'Bijna', '21-12-2026'),
      line('S-4', 'Dit kwartaal', '21-02-2027'),
      line('S-5', 'Dit halfjaar', '21-05-2027'),
    ),
  )
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(figures(result)).toEqual(['5', '5', '0', '0', '0'])
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))

  await cell('Al voorbij')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  const read = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((one) => one.textContent),
  )
  // Expired contracts come below those that can still be won.
  expect(read.map(([, customer, , , expires, urgency]) => [customer, expires, urgency])).toEqual([
    ['Bijna', '21-12-2026', 'Binnen 1 maand'],
    ['Dit kwartaal', '21-02-2027', 'Binnen 3 maanden'],
    ['Dit halfjaar', '21-05-2027', 'Binnen 6 maanden'],
    ['Ver weg', '01-12-2028', '25 maanden'],
    ['Al voorbij', '20-11-2026', 'Verlopen'],
  ])
  expect(read[0]?.slice(2, 4)).toEqual(['–', 'Eneco'])
  expect(read[0]?.slice(6)).toEqual(['Niemand', '–', '–', '01-12-2023', '36 maanden', 'Markt 1, 6041 AB Roermond'])
  expect(await card(/^Nieuw\s*5$/)).toBeTruthy()
  expect(await card(/^Getekend\s*0$/)).toBeTruthy()
})

test('a contract shows all its details', async () => {
  await fill()
  const { user } = await open()
  await user.click(await cell('Bijna'))
  const dialog = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(within(dialog).getByText('Markt 1, 6041 AB Roermond')).toBeTruthy()
  expect(within(dialog).getByText('21-12-2026')).toBeTruthy()
  expect(within(dialog).getByText('36 maanden')).toBeTruthy()
})

test('a contract shows every column of its sheet, and its IBAN on request', async () => {
  const { user } = await open()
  const rows = [
    'Sale ID;Klantnaam;Plaats;Geldig tot;IBAN;KVK nummer;Zakelijk;Kleur',
    'IB-1;Drukkerij Inkt;Weert;01-12-2027;NL91ABNA0417164300;12345678;ja;blauw',
  ]
  await upload(user, new File([rows.join('\r\n')], 'iban.csv'))
  await confirm(user)
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Upload voltooid' })).getByRole('button', { name: 'Klaar' }),
  )
  await user.click(await cell('Drukkerij Inkt'))
  const dialog = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(await within(dialog).findByText('KvK-nummer')).toBeTruthy()
  await user.click(await within(dialog).findByText('Alle kolommen (8)'))
  expect(within(dialog).getByText('blauw')).toBeTruthy()
  expect(within(dialog).queryByText(/NL91/)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'IBAN tonen' }))
  expect(await within(dialog).findByText('NL91 ABNA 0417 1643 00')).toBeTruthy()
})

test('the board is filtered and sorted, with both in the address', async () => {
  await fill()
  await storeContract({ customerName: 'Drukkerij Inkt', metadata: { isBusiness: true } })
  const { user } = await open('/expiring-contracts?agentId=none&sort=-customer')
  await cell('Ver weg')
  const names = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
  expect(names()).toEqual(['Ver weg', 'Drukkerij Inkt', 'Dit kwartaal', 'Dit halfjaar', 'Bijna', 'Al voorbij'])
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.selectOptions(within(sheet).getByLabelText('Markt'), 'Zakelijk')
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await cell('Drukkerij Inkt')
  expect(location.search).toBe('?agentId=none&sort=-customer&market=zakelijk')
  // The cards count all contracts, so they show no number while the list is filtered.
  expect(screen.getByRole('button', { name: /^Nieuw\s*\d+$/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await cell('Ver weg')
  expect(await screen.findByRole('button', { name: /^Nieuw\s*6$/ })).toBeTruthy()
  expect(location.search).toBe('?sort=-customer')
})

test('the board hides and does not count do-not-call numbers, unless one filters on them or searches', async () => {
  await fill()
  await storeContract({ customerName: 'Drukkerij Inkt', customerPhone: '0475 222333' })
  const lead = { customerName: 'Inkt', customerPhone: '0475222333', doNotCall: true }
  const as = await world.session(admin)
  expect((await world.call('POST', '/api/leads', { as, body: lead })).status).toBe(201)
  const { user } = await open()
  await cell('Ver weg')
  expect(await card(/^Nieuw\s*5$/)).toBeTruthy()
  expect(screen.queryByText('Drukkerij Inkt')).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'inkt')
  await cell('Drukkerij Inkt')
  expect(await card(/^Nieuw\s*1$/)).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await cell('Ver weg')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  expect((within(sheet).getByLabelText('Bellen') as HTMLSelectElement).value).toBe('false')
  await user.selectOptions(within(sheet).getByLabelText('Bellen'), 'Niet bellen')
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await cell('Drukkerij Inkt')
  expect(await card(/^Nieuw\s*1$/)).toBeTruthy()
})

test('the board is filtered by any supplier of its contracts', async () => {
  await fill()
  await storeContract({ customerName: 'Drukkerij Inkt', supplier: 'Budget Energie' })
  const { user } = await open()
  await cell('Ver weg')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.click(within(sheet).getByRole('combobox', { name: 'Leverancier' }))
  expect(await screen.findByRole('option', { name: 'Eneco' })).toBeTruthy()
  await user.click(screen.getByRole('option', { name: 'Budget Energie' }))
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await cell('Drukkerij Inkt')
  expect(location.search).toBe('?provider=Budget+Energie')
})

test('the chosen status is in the address', async () => {
  await fill()
  const { user } = await open('/expiring-contracts?status=getekend')
  expect(await screen.findByText('Er zijn geen contracten met de status Getekend.')).toBeTruthy()
  await user.click(await card(/^Nieuw/))
  await cell('Bijna')
  expect(location.search).toBe('?status=nieuw')
})

test('a selection gets a status and a note, and its history shows by whom', async () => {
  await fill()
  const { user } = await open('/expiring-contracts?urgency=verlopen')
  await cell('Al voorbij')
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }))
  await cell('Ver weg')
  for (const name of ['Al voorbij', 'Ver weg']) {
    const row = (await cell(name)).closest('tr') as HTMLElement
    await user.click(within(row).getByRole('checkbox'))
  }
  await user.click(bar().getByRole('button', { name: 'Status' }))
  const choices = await screen.findByRole('dialog', { name: 'Status van de selectie' })
  await user.click(within(choices).getByRole('button', { name: 'Geen interesse' }))
  const sure = await screen.findByRole('alertdialog', { name: 'Status van 2 contracten wijzigen?' })
  expect(within(sure).getByText('2 contracten: 2 Nieuw → Geen interesse')).toBeTruthy()
  const mend = failRequests(/contracts\/changes/)
  await user.click(within(sure).getByRole('button', { name: 'Wijzigen' }))
  expect(await screen.findByText('Update mislukt')).toBeTruthy()
  mend()
  await user.type(within(sure).getByLabelText('Notities'), 'Belt zelf')
  await user.click(within(sure).getByRole('button', { name: 'Wijzigen' }))
  const run = within(await screen.findByRole('region', { name: 'Verwerking' }))
  await delivered()
  expect(await run.findByText('2 gewijzigd', {}, PATIENT)).toBeTruthy()
  expect(await card(/^Geen interesse\s*2$/)).toBeTruthy()
  expect(await card(/^Nieuw\s*3$/)).toBeTruthy()

  await user.click(await card(/^Geen interesse/))
  await user.click(await cell('Ver weg'))
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByText('Geschiedenis'))
  expect(await within(details).findByText('Verkoopstatus: Nieuw → Geen interesse')).toBeTruthy()
  expect(within(details).getByText('Notities: leeg → Belt zelf')).toBeTruthy()
  await user.click(within(details).getByRole('button', { name: 'Status wijzigen' }))
  const one = await screen.findByRole('dialog', { name: 'Status wijzigen' })
  await user.selectOptions(within(one).getByLabelText(/^Nieuwe status/), 'Nieuw')
  await user.click(within(one).getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Contract bijgewerkt')).toBeTruthy()
  expect(await card(/^Nieuw\s*4$/)).toBeTruthy()
})

test('a note written by a colleague meanwhile is not overwritten, and the input stays', async () => {
  await fill()
  const { user } = await open()
  await user.click(await cell('Bijna'))
  await user.click(await screen.findByRole('button', { name: 'Status wijzigen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Status wijzigen' })
  const as = await world.session(admin)
  const get = async (path: string) => (await world.call('GET', `/api/contracts/${path}`, { as })).body
  const { id } = (await get('sales-status/nieuw?q=Bijna'))[0]
  await world.call('PATCH', `/api/contracts/${id}`, { as, body: { notes: 'Van een collega' } })

  await user.type(within(dialog).getByLabelText('Notities'), 'Van mij')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await within(dialog).findByText('Notities: Van een collega')).toBeTruthy()
  expect(within(dialog).getByLabelText('Notities')).toHaveProperty('value', 'Van mij')
  expect((await get(id)).notes).toBe('Van een collega')
  await user.click(within(dialog).getByRole('button', { name: 'Nieuwste gegevens laden' }))
  await user.selectOptions(within(dialog).getByLabelText(/^Nieuwe status/), 'Gecanceld')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Contract bijgewerkt')).toBeTruthy()
  expect(await get(id)).toMatchObject({ salesStatus: 'gecanceld', notes: 'Van een collega' })
})

test('a contract becomes a lead of its assignee, and an appointment is planned for it', async () => {
  const bo = await world.person({ role: 'agent', firstName: 'Bo', lastName: 'Bakker', hasLeadsAccess: true, teamId: 1 })
  await fill()
  const { user } = await open()
  await user.click(await cell('Ver weg'))
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByRole('button', { name: 'Maak lead' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Lead maken' })
  expect(within(dialog).getByRole('button', { name: 'Toewijzen' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('combobox', { name: /^Agent/ }))
  await user.click(await screen.findByRole('option', { name: /Bo Bakker/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Toewijzen' }))
  expect(await screen.findByText('Contract toegewezen')).toBeTruthy()
  // The board shows the assigned agent with the state of the lead.
  await waitFor(async () => expect((await cell('Ver weg')).closest('tr')?.textContent).toContain('Bo BakkerNieuw'))

  await user.click(await cell('Ver weg'))
  const after = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(await within(after).findByText('Bo Bakker')).toBeTruthy()
  expect(within(after).getByRole('link', { name: 'Nieuw' }).getAttribute('href')).toMatch(/^\/leads\?lead=/)
  await user.click(within(after).getByRole('button', { name: 'Plan afspraak' }))
  const form = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(form).getByText('Voor het contract van Ver weg')).toBeTruthy()
  expect(within(form).getByLabelText(/^Klantnaam/)).toHaveProperty('value', 'Ver weg')
  expect(within(form).getByLabelText(/^Huidige leverancier/)).toHaveProperty('value', 'Eneco')
  expect(bo.id).toBeTruthy()
})

test('a sale of a contract starts with the details of the contract', async () => {
  const seller = await world.person({ role: 'agent', firstName: 'Vera', lastName: 'Koper', teamId: 1 })
  const told = { isBusiness: false, eanElectricity: '871687000000123456', electricityUsage: 2400, gasUsage: 900 }
  const place = { address: 'Kade', houseNumber: '7', postalCode: '5911 AB', city: 'Venlo' }
  const { id } = await storeContract({
    ...{ customerName: 'Vol Bekend', customerPhone: '0475 445566', expiryDate: '2027-02-02', metadata: told },
    ...{ ...place, assignedTo: seller.id, assignedTeamId: 1 },
  })
  const { user } = await open(`/expiring-contracts?contract=${id}`)
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByRole('button', { name: 'Sale registreren' }))
  const form = await screen.findByRole('dialog', { name: 'Sale registreren' })
  expect(within(form).getByRole('radio', { name: 'Particulier' })).toHaveProperty('checked', true)
  expect(within(form).getByLabelText('EAN stroom')).toHaveProperty('value', told.eanElectricity)
  await user.click(within(form).getByRole('button', { name: 'Volgende' }))
  expect(await within(form).findByLabelText(/^Stroomverbruik/)).toHaveProperty('value', '2400')
  expect(within(form).getByLabelText(/^Gasverbruik/)).toHaveProperty('value', '900')
  expect(await within(form).findByText('Vera Koper')).toBeTruthy()
})

test('ten refused rows are listed, and the others are counted', async () => {
  const { user } = await open()
  const wrong = Array.from({ length: 213 }, (_, index) => line(`F-${index}`, `Fout ${index}`, '31-02-2027'))
  await upload(user, csv('fouten.csv', line('S-6', 'Wel goed', '01-12-2026'), ...wrong))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(figures(result)).toEqual(['214', '1', '0', '0', '213'])
  const problems = within(result)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  // Each text is listed once, followed by the number beyond the 200 that are kept.
  expect(problems[0]).toMatch(/^Geldig tot: '31-02-2027' is geen geldige datum \(200 rijen\)/)
  expect(problems.slice(1)).toEqual(['en 13 meer'])
  expect(within(result).getByText('Geweigerd', { selector: '.pv-badge' })).toBeTruthy()
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  await user.click(within(result).getByRole('button', { name: 'Foute rijen downloaden' }))
  expect(await screen.findByText('Foute-rijen geëxporteerd')).toBeTruthy()
  expect(files).toHaveLength(1)
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  await user.click(await screen.findByRole('button', { name: /fouten.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'fouten.csv' })
  expect(within(details).getByText('en 13 meer')).toBeTruthy()
})

test('a file that is no spreadsheet is refused with a reason, and stays among the uploads', async () => {
  const { user } = await open()
  const dialog = await upload(user, new File(['%PDF-1.7 geen spreadsheet'], 'brief.csv'))
  expect(await screen.findByText('Upload mislukt')).toBeTruthy()
  expect(within(dialog).getByRole('alert').textContent).toMatch(/'brief.csv' is geen spreadsheet/)
  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))

  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  const uploads = await screen.findByRole('list', { name: 'Recente uploads' })
  const failed = await within(uploads).findByRole('button', { name: /brief.csv/ })
  expect(failed.textContent).toContain('Mislukt')
  expect(failed.textContent).toContain('Sophie de Jong')
})

test('content that was not read is reported after the upload, and later with it', async () => {
  const { user } = await open()
  const rows = ['Sale ID;Klantnaam;Geldig tot;Kleur', 'L-1;Bloemist Blauw;01-12-2026;blauw', 'Totaal;;;1']
  await upload(user, new File([rows.join('\r\n')], 'kleuren.csv'))
  await confirm(user)
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(result).getByText('Kolom Kleur: de kop is niet herkend')).toBeTruthy()
  expect(within(result).getByText('Rij 3: is een totaalregel')).toBeTruthy()
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  await user.click(await screen.findByRole('button', { name: /kleuren.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'kleuren.csv' })
  expect(within(details).getByText('Kolom Kleur: de kop is niet herkend')).toBeTruthy()
})

test('a file above 4 MB goes to the bucket, and is followed until its event has imported it', async () => {
  const { user } = await open()
  const wide = Array.from({ length: 5 }, (_, index) => line(`W-${index}`, 'x'.repeat(900_000), '01-12-2027'))
  const dialog = await upload(user, csv('groot.csv', line('W-9', 'Groothandel', '01-12-2027'), ...wide))
  expect(await within(dialog).findByText('Wacht op verwerking')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path.replace(/^http.*:\d+/, ''))).toEqual([
    '/api/contracts/uploads',
    '/uploads',
  ])

  const { handler } = await import('../../../events/contract-import.ts')
  await asFunction('contract-import', () =>
    handler({
      Records: [{ messageId: 'm', body: JSON.stringify(world.created.at(-1)) }],
    } as unknown as SQSEvent),
  )
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(figures(result)).toEqual(['6', '1', '0', '0', '5'])
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await cell('Groothandel')
})

test('several files are sent one after the other, and each shows its result', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  expect(await within(dialog).findByText('Kies eerst een bestand')).toBeTruthy()
  const small = csv('een.csv', line('M-1', 'Meubelmaker', '01-12-2027'))
  const large = Object.defineProperty(csv('twee.csv'), 'size', { value: MAX_UPLOAD_BYTES + 1 })
  await user.upload(within(dialog).getByLabelText('Bestand'), [small, large, csv('drie.csv'), csv('vier.csv')])
  await user.click(within(dialog).getByRole('button', { name: 'drie.csv weglaten' }))
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))

  const files = within(within(dialog).getByRole('list', { name: 'Bestanden' }))
  expect(await files.findByText('1 rij, 1 nieuw')).toBeTruthy()
  expect(await files.findByText('Dit bestand bevat alleen kolomkoppen en geen contracten.')).toBeTruthy()
  expect(
    files.getByText('Dit bestand is 52,4 MB; het maximum is 50 MB. Splits het in kleinere bestanden.'),
  ).toBeTruthy()
  expect(sent.filter(({ path }) => path.split('?')[0] === '/api/contracts/upload')).toHaveLength(2)
  await user.click(within(dialog).getByRole('button', { name: 'Klaar' }))
  await cell('Meubelmaker')
})

test('a removed file is not sent, and no file after the dialog is closed', async () => {
  const { user } = await open()
  const { call } = world
  let held = Promise.withResolvers<void>()
  let answered = 0
  vi.spyOn(world, 'call').mockImplementation(async (...asked) => {
    if (asked[1].split('?')[0] !== '/api/contracts/upload') return call(...asked)
    await held.promise
    const answer = await call(...asked)
    answered += 1
    return answer
  })
  const uploads = () => sent.filter(({ path }) => path.split('?')[0] === '/api/contracts/upload')
  const choose = async (...names: string[]) => {
    await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
    const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
    await user.upload(
      within(dialog).getByLabelText('Bestand'),
      names.map((name) => csv(`${name}.csv`, line('Z-1', 'Zeilmaker', '01-12-2027'))),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
    return dialog
  }
  const dialog = await choose('a', 'b', 'c')
  await waitFor(() => expect(uploads()).toHaveLength(1))
  await user.click(within(dialog).getByRole('button', { name: 'b.csv weglaten' }))
  held.resolve()
  await waitFor(() => expect(within(dialog).getAllByText(/^1 rij/)).toHaveLength(2))
  expect(uploads()).toHaveLength(2)
  await user.click(within(dialog).getByRole('button', { name: 'Klaar' }))

  held = Promise.withResolvers<void>()
  const next = await choose('d', 'e')
  await waitFor(() => expect(uploads()).toHaveLength(3))
  await user.click(within(next).getByRole('button', { name: 'Annuleren' }))
  held.resolve()
  await waitFor(() => expect(answered).toBe(3))
  await cell('Zeilmaker')
  expect(uploads()).toHaveLength(3)
})

test('progress of a file is shown while the API imports it, of the user’s own upload only', async () => {
  const { Uploads } = await import('../../../functions/spreadsheets/imports/entity.ts')
  const made = (id: string, uploadedBy: string, totalRows: number, uploadedAt: string) =>
    Uploads.put({
      ...{ id, uploadedBy, uploadedAt, list: 'uploads' as const, filename: 'loopt.csv' },
      ...{ state: 'wordt verwerkt' as const, details: [] },
      stats: { totalRows, created: totalRows, updated: 0, skipped: 0, errors: 0 },
    }).go()
  const { user } = await open()
  const { call } = world
  const held = Promise.withResolvers<void>()
  vi.spyOn(world, 'call').mockImplementation(async (...asked) => {
    if (asked[1].split('?')[0] === '/api/contracts/upload') await held.promise
    return call(...asked)
  })
  const dialog = await upload(user, csv('loopt.csv', line('Z-1', 'Zeilmaker', '01-12-2027')))
  expect(await within(dialog).findByText('Wordt verwerkt')).toBeTruthy()
  await made('loopt', admin.id, 1_250, '2026-11-21T10:00:00.000Z')
  await made('loopt-ook', 'een-ander', 7, '2026-11-21T10:00:01.000Z')
  expect(await within(dialog).findByText('1.250 rijen, 1.250 nieuw')).toBeTruthy()
  held.resolve()
  await screen.findByRole('dialog', { name: 'Upload voltooid' })
})

test('a dropped file of another type is refused by name', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  const place = within(dialog).getByText(/Sleep bestanden hierheen/)
  fireEvent.drop(place, { dataTransfer: { files: [new File(['x'], 'foto.png')] } })
  expect(
    within(dialog).getByText('foto.png kan niet worden verwerkt. Kies een .xlsx, .xls, .csv, .tsv, .txt.'),
  ).toBeTruthy()
})

test('an upload whose call timed out at a gateway is followed, and not reported as failed', async () => {
  const Sending = globalThis.XMLHttpRequest
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Sending {
      override send(form: FormData): void {
        const answered = this.onload as () => void
        const given = { status: 503, responseText: JSON.stringify({ message: 'Service Unavailable' }) }
        this.onload = () => answered.call(Object.assign(this, given))
        super.send(form)
      }
    },
  )
  const { user } = await open()
  await upload(user, csv('traag.csv', line('G-1', 'Trage bakker', '01-12-2026')))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(figures(result)).toEqual(['1', '1', '0', '0', '0'])
  expect(screen.queryByText('Het bestand kon niet worden verwerkt.')).toBeNull()
})

test('an import by an event is followed until it is done', async () => {
  const { Uploads } = await import('../../../functions/spreadsheets/imports/entity.ts')
  const row = {
    id: 'elsewhere',
    filename: 'via-bucket.csv',
    uploadedBy: 'system:uploads',
    uploadedAt: '2026-11-21T10:00:00.000Z',
    list: 'uploads' as const,
    state: 'wordt verwerkt' as const,
    stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
    details: [],
  }
  await Uploads.put({ ...row, waits: true }).go()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  const shown = await screen.findByRole('button', { name: /via-bucket.csv/ })
  expect(shown.textContent).toContain('In de wachtrij')
  await Uploads.put(row).go()
  await waitFor(() => expect(shown.textContent).toContain('Wordt verwerkt'), { timeout: 5000 })
  await Uploads.put({ ...row, state: 'klaar', stats: { ...row.stats, totalRows: 3, created: 3 } }).go()
  await waitFor(() => expect(shown.textContent).toContain('3 rijen, 3 nieuw'))
  expect(shown.textContent).toContain('Klaar')
})

test('an upload is undone after a question, and the kept records are listed with links', async () => {
  const { user } = await open('/expiring-contracts?q=terug')
  const lines = ['Een', 'Twee', 'Drie'].map((name) => line(`T-${name}`, `${name} terug`, '01-12-2026'))
  const wrong = lines.map((one) => one.replace('6041 AB', '99'))
  await upload(user, csv('per ongeluk.csv', ...wrong))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(result).getByText(/^Postcode: '99' .* \(3 rijen\)$/)).toBeTruthy()
  expect(within(result).getByText(/Rijen 2, 3, 4/)).toBeTruthy()
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await user.click(await cell('Twee terug'))
  await user.click(await screen.findByRole('button', { name: 'Status wijzigen' }))
  const status = await screen.findByRole('dialog', { name: 'Status wijzigen' })
  await user.selectOptions(within(status).getByLabelText(/^Nieuwe status/), 'Geen interesse')
  await user.type(within(status).getByLabelText('Notities'), 'Gebeld')
  await user.click(within(status).getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  await user.click(await screen.findByRole('button', { name: /per ongeluk.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'per ongeluk.csv' })
  await user.click(within(details).getByRole('button', { name: 'Terugdraaien' }))
  const question = await screen.findByRole('alertdialog', { name: 'per ongeluk.csv terugdraaien?' })
  expect(question.textContent).toContain('3 contracten worden verwijderd.')
  await user.click(within(question).getByRole('button', { name: 'Terugdraaien' }))
  expect(await within(details).findByText('0 verwijderd, 0 hersteld, 0 gebleven.')).toBeTruthy()
  expect(within(details).queryByRole('button', { name: 'Terugdraaien' })).toBeNull()

  const { handler } = await import('../../../events/contract-import.ts')
  await asFunction('contract-import', () =>
    handler({ Records: [{ messageId: 'm', body: JSON.stringify(world.created.at(-1)) }] } as unknown as SQSEvent),
  )
  expect(await within(details).findByText('2 verwijderd, 0 hersteld, 1 gebleven.')).toBeTruthy()
  expect(within(details).getByText('Deels teruggedraaid')).toBeTruthy()
  expect(within(details).getByRole('list', { name: 'Gebleven' }).textContent).toBe(
    'Twee terug: er is daarna aan gewerkt',
  )
  await user.click(within(details).getByRole('link', { name: 'Twee terug' }))
  const contract = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(contract.textContent).toContain('Gebeld')
})

test('the board is refreshed after an undo that ended before it was seen in progress', async () => {
  const { user } = await open()
  await upload(user, csv('snel.csv', line('S-1', 'Snel weg', '01-12-2026')))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  expect(await cell('Snel weg')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  await user.click(await screen.findByRole('button', { name: /snel.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'snel.csv' })

  const { handler } = await import('../../../events/contract-import.ts')
  const through = globalThis.fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await through(...request)
    if (String(request[0]).endsWith('/undo')) {
      const body = JSON.stringify(world.created.at(-1))
      await asFunction('contract-import', () => handler({ Records: [{ messageId: 'm', body }] } as unknown as SQSEvent))
    }
    return answer
  })
  await user.click(within(details).getByRole('button', { name: 'Terugdraaien' }))
  const question = await screen.findByRole('alertdialog', { name: 'snel.csv terugdraaien?' })
  await user.click(within(question).getByRole('button', { name: 'Terugdraaien' }))
  expect(await within(details).findByText('1 verwijderd, 0 hersteld, 0 gebleven.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Snel weg')).toBeNull())
})

test('the newest five uploads are shown, and the others on request, each with its actions', async () => {
  const { Uploads } = await import('../../../functions/spreadsheets/imports/entity.ts')
  const stats = { totalRows: 4, created: 3, updated: 1, skipped: 0, errors: 0 }
  const made = { list: 'uploads' as const, uploadedBy: admin.id, state: 'klaar' as const, details: [], stats }
  for (const day of [2, 3, 4, 5, 6, 7]) {
    const uploadedAt = `2026-11-0${day}T10:00:00.000Z`
    await Uploads.put({ ...made, id: `day-${day}`, filename: `${day} november.csv`, uploadedAt }).go()
  }
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  const recent = await screen.findByRole('list', { name: 'Recente uploads' })
  expect(await within(recent).findAllByRole('listitem')).toHaveLength(5)
  expect(within(recent).queryByText('2 november.csv')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Alle uploads' }))
  const all = await screen.findByRole('list', { name: 'Alle uploads' })
  await user.click(await within(all).findByRole('button', { name: /2 november.csv/ }))
  const details = await screen.findByRole('dialog', { name: '2 november.csv' })
  expect(figures(details)).toEqual(['4', '3', '1', '0', '0'])
  expect(within(details).getByRole('button', { name: 'Terugdraaien' })).toBeTruthy()
})

test('the board is filtered by any upload, found by name whatever its age, and named from the address', async () => {
  const { Uploads } = await import('../../../functions/spreadsheets/imports/entity.ts')
  const made = {
    list: 'uploads' as const,
    uploadedBy: admin.id,
    state: 'klaar' as const,
    details: [],
    stats: { totalRows: 1, created: 1, updated: 0, skipped: 0, errors: 0 },
  }
  const later = Array.from({ length: 2_100 }, (_, n) => ({ id: `between-${n}`, filename: `lijst ${n}.csv` }))
  await Uploads.put(later.map((one) => ({ ...made, ...one, uploadedAt: '2026-10-02T10:00:00.000Z' }))).go({
    concurrent: 8,
  })
  await Uploads.put({ ...made, id: 'oud', filename: 'Één jaar oud.csv', uploadedAt: '2025-11-21T10:00:00.000Z' }).go()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.click(within(sheet).getByRole('combobox', { name: 'Upload' }))
  await user.type(await screen.findByPlaceholderText('Zoek een bestand'), 'een jaar')
  await user.click(await screen.findByRole('option', { name: /^Één jaar oud.csv/ }))
  await waitFor(() => expect(location.search).toBe('?uploadId=oud'))

  const filtersOf = async (uploadId: string) => {
    cleanup()
    const again = await open(`/expiring-contracts?uploadId=${uploadId}`)
    await again.user.click(await screen.findByRole('button', { name: 'Filters (1)' }))
    return again.user
  }
  const chosen = () => screen.getByRole('combobox', { name: 'Upload' })
  const online = failRequests(/uploads\/oud/)
  const again = await filtersOf('oud')
  await again.click(chosen())
  expect(await screen.findByText('Laden is niet gelukt')).toBeTruthy()
  expect(chosen().textContent).toBe('Gekozen upload')
  online()
  await again.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(chosen().textContent).toBe('Één jaar oud.csv'))
  await filtersOf('weg')
  await waitFor(() => expect(chosen().textContent).toBe('Onbekende upload'))
})

test('an upload that stopped halfway is continued from its details', async () => {
  const { Uploads } = await import('../../../functions/spreadsheets/imports/entity.ts')
  const { newUploadKey, uploadIdOf } = await import('../../../functions/spreadsheets/imports/upload-key.ts')
  const key = newUploadKey('contracts', 'halverwege.csv')
  await world.s3.put('uploads', key, Buffer.from('Klant;Geldig tot'), 'text/csv')
  const stats = { totalRows: 4, created: 3, updated: 1, skipped: 0, errors: 0 }
  const made = {
    list: 'uploads' as const,
    uploadedBy: admin.id,
    uploadedAt: new Date().toISOString(),
    details: [],
    stats,
    key,
  }
  const stopped = { state: 'mislukt', error: 'Gestopt', givenUp: 'wordt verwerkt' } as const
  await Uploads.put({ id: uploadIdOf(key), filename: 'halverwege.csv', ...made, ...stopped }).go()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Recente uploads' }))
  await user.click(await screen.findByRole('button', { name: /halverwege.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'halverwege.csv' })
  await user.click(await within(details).findByRole('button', { name: 'Opnieuw proberen' }))
  expect(await within(details).findByText('Wordt verwerkt')).toBeTruthy()
  expect(within(details).queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
})

test('the cards count all contracts, however few are loaded', async () => {
  const { user } = await open()
  const lines = Array.from({ length: 101 }, (_, index) => line(`V-${index}`, `Vol ${index}`, '01-08-2027'))
  await upload(user, csv('vol.csv', ...lines))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Upload voltooid' })).getByRole('button', { name: 'Klaar' }),
  )
  expect(await card(/^Nieuw\s*101$/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Meer laden' })).toBeTruthy()

  const [, first] = within(await screen.findByRole('table')).getAllByRole('row')
  await user.click(within(first as HTMLElement).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Alle 101 selecteren' }))
  expect(await screen.findByText('101 geselecteerd')).toBeTruthy()
  await user.click(bar().getByRole('button', { name: 'Status' }))
  const choices = await screen.findByRole('dialog', { name: 'Status van de selectie' })
  await user.click(within(choices).getByRole('button', { name: 'Gecanceld' }))
  expect(await screen.findByRole('alertdialog', { name: 'Status van 101 contracten wijzigen?' })).toBeTruthy()
  expect(screen.getByText('101 contracten: 101 Nieuw → Gecanceld')).toBeTruthy()
})

test('a selection is distributed over a team, with the numbers per person, and can be undone', async () => {
  await world.team(3, 'Team Deel')
  for (const firstName of ['Ad', 'Ben']) {
    await world.person({ role: 'agent', firstName, lastName: 'Deel', hasLeadsAccess: true, teamId: 3 })
  }
  await fill()
  const { user } = await open()
  await cell('Ver weg')
  await user.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await user.click(bar().getByRole('button', { name: 'Toewijzen' }))
  const question = await screen.findByRole('alertdialog', { name: /contracten toewijzen$/ })
  await user.click(within(question).getByRole('radio', { name: 'Verdelen over een team' }))
  await user.click(within(question).getByRole('combobox', { name: /^Team/ }))
  await user.click(await screen.findByRole('option', { name: /Team Deel/ }))
  const rows = async () =>
    within(await within(question).findByRole('table', { name: 'Open leads voor en na het verdelen' }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  expect(await rows()).toEqual(['AgentOpen leadsKrijgtDaarna', 'Ad Deel033', 'Ben Deel022'])
  expect(within(question).getByText('5 contracten: 5 van niemand → 2 agents')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Verdelen' }))
  const run = within(await screen.findByRole('region', { name: 'Verwerking' }))
  expect(run.getByRole('status').textContent).toBe('0 van 5 contracten · verdeeld over 2 agents')
  await delivered()
  expect(await run.findByText('5 gewijzigd', {}, PATIENT)).toBeTruthy()
  await waitFor(async () => expect((await cell('Ver weg')).closest('tr')?.textContent).toContain('DeelNieuw'))
  await user.click(run.getByRole('button', { name: 'Ongedaan maken' }))
  await screen.findByText(/· ongedaan maken$/)
  await delivered()
  expect(await screen.findByText('5 teruggezet', {}, PATIENT)).toBeTruthy()
  await waitFor(async () => expect((await cell('Ver weg')).closest('tr')?.textContent).not.toContain('Deel'))
})

test('the cards follow the filters', async () => {
  await fill()
  const { user } = await open('/expiring-contracts?urgency=verlopen')
  expect(await card(/^Nieuw\s*1$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }))
  expect(await card(/^Nieuw\s*5$/)).toBeTruthy()
})

test('retention period and reminders are shown and changed', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Contractinstellingen' }))
  const months = await screen.findByLabelText('Bewaartermijn')
  expect((months as HTMLInputElement).value).toBe('24')
  await user.clear(months)
  await user.type(months, '36')
  await user.click(screen.getByRole('switch', { name: /^Herinneringen/ }))
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Contractinstellingen opgeslagen')).toBeTruthy()
  const { body } = await world.call('GET', '/api/contracts/settings', { as: await world.session(admin) })
  expect(body).toEqual({ version: 1, contractRetentionMonths: 36, sendReminders: false })
})

test('is only for admins', async () => {
  await logIn(world, await world.person({ role: 'teamleader' }))
  openApp('/expiring-contracts')
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
  expect(sent.some(({ path }) => path.includes('/api/contracts'))).toBe(false)
})
