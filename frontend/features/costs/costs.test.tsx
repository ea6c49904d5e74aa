// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person
let agent: Person
let as: string

beforeAll(async () => {
  // The clock stands at Saturday 21 November.
  world = await startWorld()
  await world.team(7, 'Team Kosten')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  agent = await world.person({ teamId: 7, firstName: 'Sven', lastName: 'Smit' })
  as = await world.session(admin)
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

async function open(tab: string) {
  await logIn(world, admin)
  return openApp(`/costs?tab=${tab}`)
}

const post = async (path: string, body: object) => {
  const answer = await world.call('POST', path, { as, body })
  expect(answer.status).toBe(201)
  return answer.body
}
const categoryOf = async (name: string): Promise<string> => {
  const { body } = await world.call('GET', '/api/cost-categories?limit=500', { as })
  const found = (body as { id: string; name: string }[]).find((one) => one.name === name)
  return found?.id ?? (await post('/api/cost-categories', { name })).id
}
const costOf = async (body: object) =>
  post('/api/fixed-costs', { categoryId: await categoryOf('Huur'), effectiveFrom: '2026-01-01', ...body })
const press = (user: UserEvent, place: HTMLElement, name: string | RegExp) =>
  user.click(within(place).getByRole('button', { name }))
const field = (dialog: HTMLElement, label: string) => within(dialog).getByLabelText<HTMLInputElement>(label)
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement

async function choose(user: UserEvent, dialog: HTMLElement, label: string, name: string) {
  await user.click(within(dialog).getByRole('combobox', { name: new RegExp(label) }))
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

test('a new hourly rate ends the previous one; an overlap is shown at the field', async () => {
  const { user } = await open('tarieven')
  const row = await rowOf('Sven Smit')
  expect(row.textContent).toContain('Geen tarief')
  await user.click(screen.getByRole('button', { name: 'Tarief toevoegen' }))
  let dialog = await screen.findByRole('dialog', { name: 'Tarief toevoegen' })
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText('Kies een medewerker', { selector: 'p' })).toBeTruthy()
  expect(within(dialog).getByText('Uurloon moet positief zijn')).toBeTruthy()
  expect(within(dialog).getByText('Kies een datum')).toBeTruthy()
  await choose(user, dialog, 'Medewerker', 'Sven Smit')
  await user.type(field(dialog, 'Uurloon'), '17,50')
  await user.type(field(dialog, 'Vanaf'), '01-01-2026')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Tarief toegevoegd')).toBeTruthy()
  await waitFor(async () => expect((await rowOf('Sven Smit')).textContent).toContain('€\u00a017,5001-01-2026'))

  await user.click(await rowOf('Sven Smit'))
  const history = await screen.findByRole('dialog', { name: 'Tarieven van Sven Smit' })
  await press(user, history, 'Tarief toevoegen')
  dialog = await screen.findByRole('dialog', { name: 'Tarief toevoegen' })
  await user.type(field(dialog, 'Uurloon'), '18')
  await user.type(field(dialog, 'Vanaf'), '16-12-2026')
  const ends = await within(dialog).findByLabelText(/^Huidig tarief eindigt op 15-12-2026/)
  await user.click(ends)
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText(/heeft al een tarief/)).toBeTruthy()
  expect(field(dialog, 'Vanaf').getAttribute('aria-invalid')).toBe('true')
  await user.click(ends)
  await user.keyboard('{Control>}{Enter}{/Control}')
  const again = await screen.findByRole('dialog', { name: 'Tarieven van Sven Smit' })
  await waitFor(() =>
    expect(
      within(again)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Vanaf 16-12-2026 Gaat nog in€\u00a018,00', '01-01-2026 t/m 15-12-2026 Nu€\u00a017,50']),
  )
  await press(user, again, 'Tarief vanaf 16-12-2026 verwijderen')
  const question = await screen.findByRole('alertdialog', { name: /^Tarief €.18,00 verwijderen\?$/ })
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Tarief verwijderd')).toBeTruthy()
  await waitFor(() => expect(within(again).getAllByRole('listitem')).toHaveLength(1))
})

test('fixed costs are grouped by scope with sums; licences are one line that opens', async () => {
  await costOf({ monthlyAmount: 1850, description: 'Kantoor Roermond', effectiveFrom: '2025-01-01' })
  await costOf({ monthlyAmount: 295, description: 'Adressenbestand', teamId: 7 })
  await costOf({ monthlyAmount: 389, description: 'Lease Caddy', userId: agent.id, effectiveTo: '2026-08-31' })
  const { id } = await post('/api/users/create-local', {
    email: 'zzp@voorbeeld.nl',
    password: 'eerste-keer',
    firstName: 'Zara',
    lastName: 'Zelfstandig',
    role: 'caller',
    employmentType: 'zzp',
    teamId: 7,
  })
  await deliverOutbox(id)
  const { user } = await open('vaste-kosten')
  await screen.findByText('Kantoor Roermond')
  const headings = () =>
    [...document.querySelectorAll('.pv-list-heading')].map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '))
  await waitFor(() =>
    expect(headings()).toEqual([
      'Organisatie 1€ 1.850,00',
      'Teams 1€ 295,00',
      'Personen 1€ 19,99',
      'Beëindigd 1 · telt niet mee in november–',
    ]),
  )
  expect(screen.getByRole('tab', { name: /^Vaste kosten/ }).textContent).toBe('Vaste kosten3')
  expect(screen.getByText('3 regels in november 2026')).toBeTruthy()
  expect(await screen.findByText('Totaal per maand € 2.164,99')).toBeTruthy()
  expect(screen.getByText("1 zzp'er × € 19,99")).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Licenties uitklappen' }))
  expect(await screen.findByText('Zara Zelfstandig')).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Maand' }), 'Augustus 2026')
  await waitFor(() => expect(headings()).toContain('Personen 1€ 389,00'))
  expect(new URLSearchParams(location.search).get('month')).toBe('2026-08')
  await user.type(screen.getByRole('searchbox', { name: 'Zoek omschrijving' }), 'xyz{Enter}')
  expect(await screen.findByText('Geen vaste kosten gevonden')).toBeTruthy()
  const [reset] = screen.getAllByRole('button', { name: 'Filters wissen' })
  if (reset) await user.click(reset)
  expect(await screen.findByText('Kantoor Roermond')).toBeTruthy()
})

test('the form of a new fixed cost shows the new total; the list then contains the cost', async () => {
  const { user } = await open('vaste-kosten')
  await screen.findByText('Kantoor Roermond')
  await user.click(screen.getByRole('button', { name: 'Vaste kosten toevoegen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Vaste kosten toevoegen' })
  await user.click(within(dialog).getByRole('radio', { name: 'Persoon' }))
  await press(user, dialog, 'Opslaan')
  for (const text of ['Kies een categorie', 'Bedrag moet positief zijn', 'Kies een medewerker', 'Kies een datum']) {
    expect(await within(dialog).findByText(text, { selector: 'p' })).toBeTruthy()
  }
  await user.selectOptions(field(dialog, 'Categorie'), 'Huur')
  await user.type(field(dialog, 'Bedrag per maand'), '415')
  await choose(user, dialog, 'Persoon', 'Sven Smit')
  expect(await within(dialog).findByText('Telt in het rapport bij team Team Kosten.')).toBeTruthy()
  await user.type(field(dialog, 'Omschrijving'), 'Lease Kangoo')
  await user.type(field(dialog, 'Vanaf'), '01-12-2026')
  expect(await within(dialog).findByText('Vanaf december per maand')).toBeTruthy()
  expect(within(dialog).getByText('€ 2.164,99 + € 415,00 = € 2.579,99')).toBeTruthy()
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Vaste kosten toegevoegd')).toBeTruthy()
  expect((await rowOf('Lease Kangoo')).textContent).toContain('01-12-2026 · loopt door')
})

test('changing or deleting a fixed cost names the months that change', async () => {
  await costOf({ monthlyAmount: 100, description: 'Telefonie', effectiveFrom: '2026-09-01' })
  const { user } = await open('vaste-kosten')
  await rowOf('Telefonie')
  await user.click(screen.getByRole('button', { name: 'Telefonie bewerken' }))
  let dialog = await screen.findByRole('dialog', { name: 'Vaste kosten bewerken' })
  await user.clear(field(dialog, 'Bedrag per maand'))
  await user.type(field(dialog, 'Bedrag per maand'), '120')
  await user.clear(field(dialog, 'Vanaf'))
  await user.type(field(dialog, 'Vanaf'), '01-10-2026')
  await press(user, dialog, 'Bijwerken')
  const doubt = await screen.findByRole('alertdialog', { name: 'Klopt dit?' })
  expect(within(doubt).getByText('Telt niet meer mee in september 2026.')).toBeTruthy()
  expect(within(doubt).getByText('€ 100,00 wordt € 120,00 in oktober t/m november 2026.')).toBeTruthy()
  await press(user, doubt, 'Toch opslaan')
  expect(await screen.findByText('Vaste kosten bijgewerkt')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Telefonie bewerken' }))
  dialog = await screen.findByRole('dialog', { name: 'Vaste kosten bewerken' })
  await press(user, dialog, 'Beëindigen op 30-11-2026')
  await press(user, dialog, 'Bijwerken')
  await waitFor(async () => expect((await rowOf('Telefonie')).textContent).toContain('01-10-2026 t/m 30-11-2026'))

  await user.click(screen.getByRole('button', { name: 'Telefonie bewerken' }))
  dialog = await screen.findByRole('dialog', { name: 'Vaste kosten bewerken' })
  await press(user, dialog, 'Verwijderen')
  const question = await screen.findByRole('alertdialog', { name: 'Telefonie verwijderen?' })
  expect(question.textContent?.replace(/\u00a0/g, ' ')).toContain(
    'Verdwijnt uit 2 maanden: oktober t/m november 2026 (€ 240,00). Beëindigen bewaart die maanden.',
  )
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Vaste kosten verwijderd')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Telefonie')).toBeNull())
})

test('categories are added, renamed, deactivated while in use, and deleted', async () => {
  const { user } = await open('categorieen')
  await screen.findByText('Huur')
  await user.click(screen.getByRole('button', { name: 'Categorie toevoegen' }))
  let dialog = await screen.findByRole('dialog', { name: 'Categorie toevoegen' })
  await press(user, dialog, 'Opslaan')
  expect(await within(dialog).findByText('Naam is verplicht')).toBeTruthy()
  await user.type(field(dialog, 'Naam'), 'Kantine')
  await press(user, dialog, 'Opslaan')
  expect(await screen.findByText('Categorie toegevoegd')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Kantine bewerken' }))
  dialog = await screen.findByRole('dialog', { name: 'Categorie bewerken' })
  await user.type(field(dialog, 'Naam'), ' en koffie')
  await press(user, dialog, 'Bijwerken')
  expect(await screen.findByText('Categorie bijgewerkt')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Kantine en koffie verwijderen' }))
  let question = await screen.findByRole('alertdialog', { name: 'Kantine en koffie verwijderen?' })
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Categorie verwijderd')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Huur verwijderen' }))
  question = await screen.findByRole('alertdialog', { name: 'Huur deactiveren?' })
  await press(user, question, 'Deactiveren')
  expect(await screen.findByText('Categorie gedeactiveerd')).toBeTruthy()
  expect((await rowOf('Huur')).textContent).toContain('Gedeactiveerd')
  await user.click(screen.getByRole('button', { name: 'Huur verwijderen' }))
  question = await screen.findByRole('alertdialog', { name: 'Huur verwijderen?' })
  await press(user, question, 'Verwijderen')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(
    sent.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/api/cost-categories')),
  ).toHaveLength(2)
})

test('an import of hours shows its plan before it stores anything; refused rows show place and reason', async () => {
  await logIn(world, admin)
  const { user } = openApp('/costs')
  await screen.findByRole('grid')
  await user.click(screen.getByRole('button', { name: 'Importeren' }))
  const dialog = await screen.findByRole('dialog', { name: 'Uren importeren' })
  const csv = [
    'Medewerker;Datum;Soort werk;Uren;Omschrijving',
    `Anna Admin;16-11-2026;Sales;7,5;Beurs`,
    `Anna Admin;17-11-2026;Sales;25;`,
    `Niemand Niets;17-11-2026;Sales;2;`,
  ].join('\n')
  await user.upload(field(dialog, 'Bestand'), new File([csv], 'uren.csv', { type: 'text/csv' }))
  const preview = await screen.findByRole('dialog', { name: 'Import controleren' })
  expect(within(preview).getByRole('columnheader', { name: 'Soort werk' })).toBeTruthy()
  expect(within(preview).getByText('Beurs')).toBeTruthy()
  expect(sent.filter(({ path }) => path.startsWith('/api/time-entries/import?'))).toEqual([])
  await press(user, preview, '1 rij importeren')
  const result = await screen.findByRole('dialog', { name: 'Import klaar' })
  const [, ...rows] = within(within(result).getByRole('table', { name: 'Geweigerde rijen' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^3.*Maximaal 24 uur per dag/),
    expect.stringMatching(/^4.*Niemand heet/),
  ])
  await press(user, result, 'Klaar')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Sales, ma 16 nov' }).value).toBe('7,5'),
  )
})

test('the hours of a person in a month can be exported', async () => {
  const files: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  await logIn(world, admin)
  const { user } = openApp(`/costs?userId=${agent.id}`)
  await screen.findByRole('grid')
  await user.click(screen.getByRole('button', { name: 'Exporteren' }))
  await user.click(await screen.findByRole('button', { name: /CSV/ }))
  await waitFor(() => expect(files).toEqual(['uren-2026-11-21.csv']))
  const [asked] = sent.filter(({ path }) => path.startsWith('/api/time-entries/export'))
  expect(Object.fromEntries(new URLSearchParams(asked?.path.split('?')[1]))).toEqual({
    userId: agent.id,
    from: '2026-11-01',
    to: '2026-11-30',
    format: 'csv',
  })
})

test('a failed list can be retried', async () => {
  const mend = failRequests(/\/api\/fixed-costs\?/)
  const { user } = await open('vaste-kosten')
  const again = await findRetryButton()
  mend()
  await user.click(again)
  expect(await screen.findByText('Kantoor Roermond')).toBeTruthy()
})
