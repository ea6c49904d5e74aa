// @vitest-environment jsdom

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import type { Person, World } from '../../../testing/world.ts'
import { chooseMore } from '../../testing/actions.ts'
import { connectBrowser, failRequests, holdRequests, logIn, openApp, sent } from '../../testing/browser.tsx'
import {
  buildCsvFile,
  buildCsvLine,
  findStatusCard,
  findTextInTable,
  openBoard,
  pressImport,
  startBoard,
  storeBoardContracts,
  uploadFile,
} from '../../testing/contract-board.ts'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person

// Each test has its own board, so that it can run alone.
beforeEach(async () => {
  const board = await startBoard()
  world = board.world
  admin = board.admin
})
afterEach(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

const open = (path?: string) => openBoard(world, admin, path)

/** Timeout that allows for a run, whose progress is checked once a second. */
const PATIENT = { timeout: 5_000 }
/** Delivers the next step of the run that the address names, as the stream does. */
const delivered = () => deliverOutbox(new URLSearchParams(location.search).get('run') ?? '')
const bar = () => within(screen.getByRole('region', { name: 'Acties voor de selectie' }))

test('an empty board offers the upload instead of filters, which can be shown', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Filters tonen' }))
  expect(screen.getByText('Geen contracten gevonden')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Uploaden' })).toHaveLength(1)
  expect(await findStatusCard(/^Nieuw\s*0$/)).toBeTruthy()
})

test('a contract shows all its details', async () => {
  await storeBoardContracts()
  const { user } = await open()
  await user.click(await findTextInTable('Bijna'))
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
  await uploadFile(user, new File([rows.join('\r\n')], 'iban.csv'))
  await pressImport(user)
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Upload voltooid' })).getByRole('button', { name: 'Klaar' }),
  )
  await user.click(await findTextInTable('Drukkerij Inkt'))
  const dialog = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(await within(dialog).findByText('KvK-nummer')).toBeTruthy()
  await user.click(await within(dialog).findByText('Alle kolommen (8)'))
  expect(within(dialog).getByText('blauw')).toBeTruthy()
  expect(within(dialog).queryByText(/NL91/)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'IBAN tonen' }))
  expect(await within(dialog).findByText('NL91 ABNA 0417 1643 00')).toBeTruthy()
})

test('a selection gets a status and a note, which the history of a contract shows', async () => {
  await storeBoardContracts()
  const { user } = await open('/expiring-contracts?urgency=verlopen')
  await findTextInTable('Al voorbij')
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }))
  await findTextInTable('Ver weg')
  for (const name of ['Al voorbij', 'Ver weg']) {
    const row = (await findTextInTable(name)).closest('tr') as HTMLElement
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
  expect(await findStatusCard(/^Geen interesse\s*2$/)).toBeTruthy()
  expect(await findStatusCard(/^Nieuw\s*3$/)).toBeTruthy()

  await user.click(await findStatusCard(/^Geen interesse/))
  await user.click(await findTextInTable('Ver weg'))
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByText('Geschiedenis'))
  expect(await within(details).findByText('Verkoopstatus: Nieuw → Geen interesse')).toBeTruthy()
  expect(within(details).getByText('Notities: leeg → Belt zelf')).toBeTruthy()
  await user.click(within(details).getByRole('button', { name: 'Status wijzigen' }))
  const one = await screen.findByRole('dialog', { name: 'Status wijzigen' })
  await user.selectOptions(within(one).getByLabelText(/^Nieuwe status/), 'Nieuw')
  await user.click(within(one).getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Contract bijgewerkt')).toBeTruthy()
  expect(await findStatusCard(/^Nieuw\s*4$/)).toBeTruthy()
})

test('a note written by a colleague meanwhile is not overwritten, and the input stays', async () => {
  await storeBoardContracts()
  const { user } = await open()
  await user.click(await findTextInTable('Bijna'))
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

test('a contract becomes a lead of its assignee, and Plan afspraak starts with its details', async () => {
  const bo = await world.person({ role: 'agent', firstName: 'Bo', lastName: 'Bakker', hasLeadsAccess: true, teamId: 1 })
  await storeBoardContracts()
  const { user } = await open()
  await user.click(await findTextInTable('Ver weg'))
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByRole('button', { name: 'Maak lead' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Lead maken' })
  expect(within(dialog).getByRole('button', { name: 'Toewijzen' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('combobox', { name: /^Agent/ }))
  await user.click(await screen.findByRole('option', { name: /Bo Bakker/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Toewijzen' }))
  expect(await screen.findByText('Contract toegewezen')).toBeTruthy()
  // The board shows the assigned agent with the state of the lead.
  await waitFor(async () =>
    expect((await findTextInTable('Ver weg')).closest('tr')?.textContent).toContain('Bo BakkerNieuw'),
  )

  await user.click(await findTextInTable('Ver weg'))
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
  const metadata = { isBusiness: false, eanElectricity: '871687000000123456', electricityUsage: 2400, gasUsage: 900 }
  const place = { address: 'Kade', houseNumber: '7', postalCode: '5911 AB', city: 'Venlo' }
  const { id } = await storeContract({
    ...{ customerName: 'Vol Bekend', customerPhone: '0475 445566', expiryDate: '2027-02-02', metadata },
    ...{ ...place, assignedTo: seller.id, assignedTeamId: 1 },
  })
  const { user } = await open(`/expiring-contracts?contract=${id}`)
  const details = await screen.findByRole('dialog', { name: 'Contract Details' })
  await user.click(within(details).getByRole('button', { name: 'Sale registreren' }))
  const form = await screen.findByRole('dialog', { name: 'Sale registreren' })
  expect(within(form).getByRole('radio', { name: 'Particulier' })).toHaveProperty('checked', true)
  expect(within(form).getByLabelText('EAN stroom')).toHaveProperty('value', metadata.eanElectricity)
  await user.click(within(form).getByRole('button', { name: 'Volgende' }))
  expect(await within(form).findByLabelText(/^Stroomverbruik/)).toHaveProperty('value', '2400')
  expect(within(form).getByLabelText(/^Gasverbruik/)).toHaveProperty('value', '900')
  expect(await within(form).findByText('Vera Koper')).toBeTruthy()
})

test('the upload filter finds an upload of any age by name, and names the upload in the page address', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Filters tonen' }))
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
  expect(await screen.findByText('Laden is niet gelukt.')).toBeTruthy()
  expect(chosen().textContent).toBe('Gekozen upload')
  online()
  await again.click(await screen.findByRole('button', { name: 'Opnieuw proberen' }))
  await waitFor(() => expect(chosen().textContent).toBe('Één jaar oud.csv'))
  await filtersOf('weg')
  await waitFor(() => expect(chosen().textContent).toBe('Onbekende upload'))
})

test('the cards count all contracts, and all can be selected, however few are loaded', async () => {
  const { user } = await open()
  const lines = Array.from({ length: 101 }, (_, index) => buildCsvLine(`V-${index}`, `Vol ${index}`, '01-08-2027'))
  await uploadFile(user, buildCsvFile('vol.csv', ...lines))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Upload voltooid' })).getByRole('button', { name: 'Klaar' }),
  )
  expect(await findStatusCard(/^Nieuw\s*101$/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Meer laden' })).toBeTruthy()

  const [, first] = within(await screen.findByRole('table')).getAllByRole('row')
  await user.click(within(first as HTMLElement).getByRole('checkbox'))
  const release = holdRequests(/limit=500/)
  await user.click(await screen.findByRole('button', { name: 'Alle 101 selecteren' }))
  // Until all are there, nothing can be done with the few that are.
  expect(bar().queryByRole('button', { name: 'Status' })).toBeNull()
  release()
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
  await storeBoardContracts()
  const { user } = await open()
  await findTextInTable('Ver weg')
  await user.click(screen.getByRole('checkbox', { name: 'Selecteer alle rijen' }))
  await user.click(bar().getByRole('button', { name: 'Toewijzen' }))
  const question = await screen.findByRole('alertdialog', { name: /contracten toewijzen$/ })
  await user.click(within(question).getByRole('radio', { name: 'Verdelen over een team' }))
  await user.click(within(question).getByRole('combobox', { name: /^Team/ }))
  await user.click(await screen.findByRole('option', { name: /Team Deel/ }))
  const countOf = (name: string) => within(question).findByRole('textbox', { name: `Aantal voor ${name}` })
  expect(await countOf('Ad Deel')).toHaveProperty('value', '3')
  expect(within(question).getByText(/^Klaar op \d+ \w+/)).toBeTruthy()
  await user.click(within(question).getByRole('checkbox', { name: 'Ad Deel' }))
  expect(await countOf('Ben Deel')).toHaveProperty('value', '5')
  await user.click(within(question).getByRole('checkbox', { name: 'Ad Deel' }))
  // A typed number leaves the rest to the others; numbers that do not add up cannot be divided.
  await user.clear(await countOf('Ad Deel'))
  await user.type(await countOf('Ad Deel'), '1')
  expect(await countOf('Ben Deel')).toHaveProperty('value', '4')
  await user.clear(await countOf('Ben Deel'))
  await user.type(await countOf('Ben Deel'), '2')
  expect(within(question).getByRole('alert').textContent).toBe('Nog 2 te verdelen.')
  expect(within(question).getByRole('button', { name: 'Verdelen' })).toHaveProperty('disabled', true)
  await user.clear(await countOf('Ben Deel'))
  await user.type(await countOf('Ben Deel'), '4')
  expect(within(question).getByText('5 contracten: 5 van niemand → 2 agents')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Verdelen' }))
  const run = within(await screen.findByRole('region', { name: 'Verwerking' }))
  expect(run.getByRole('status').textContent).toBe('0 van 5 contracten · verdeeld over 2 agents')
  await delivered()
  expect(await run.findByText('5 gewijzigd', {}, PATIENT)).toBeTruthy()
  await waitFor(async () =>
    expect((await findTextInTable('Ver weg')).closest('tr')?.textContent).toContain('DeelNieuw'),
  )
  await user.click(run.getByRole('button', { name: 'Ongedaan maken' }))
  await screen.findByText(/· ongedaan maken$/)
  await delivered()
  expect(await screen.findByText('5 teruggezet', {}, PATIENT)).toBeTruthy()
  await waitFor(async () => expect((await findTextInTable('Ver weg')).closest('tr')?.textContent).not.toContain('Deel'))
})

test('retention period and reminders are shown and changed', async () => {
  const { user } = await open()
  await chooseMore(user, 'Contractinstellingen')
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

test('the board is only for admins', async () => {
  await logIn(world, await world.person({ role: 'teamleader' }))
  openApp('/expiring-contracts')
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
  expect(sent.some(({ path }) => path.includes('/api/contracts'))).toBe(false)
})
