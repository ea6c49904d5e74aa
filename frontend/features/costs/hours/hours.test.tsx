// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
let admin: Person
let agent: Person
let count = 0

beforeAll(async () => {
  // The clock stands at Saturday of week 47.
  world = await startWorld()
  await world.team(7, 'Team Uren')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Opens the hours of a new person. */
async function openNew(path = '/costs') {
  agent = await world.person({ teamId: 7, firstName: 'Uma', lastName: `Uren ${++count}` })
  return openAs(agent, path)
}

async function openAs(person: Person, path = '/costs') {
  await logIn(world, person)
  const app = openApp(path)
  await screen.findByRole('grid')
  return app
}

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const row = (name: string) => screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr')
const cellsOf = (name: string) => [...(row(name)?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
const saved = () => screen.findByText(/Opgeslagen om 10:00/)

async function entriesOf(person: Person, from = '2026-11-16', to = '2026-11-22') {
  const path = `/api/time-entries?from=${from}&to=${to}&userId=${person.id}&limit=500`
  const { body } = await world.call('GET', path, { as: await world.session(admin) })
  const texts = (body as { date: string; projectType: string; hours: number }[]).map(
    ({ date, projectType, hours }) => `${date.slice(8)} ${projectType} ${hours}`,
  )
  return texts.sort()
}

async function give(person: Person, cells: object[]) {
  const as = await world.session(admin)
  const { status, body } = await world.call('PUT', '/api/time-entries', { as, body: { userId: person.id, cells } })
  expect([status, body.refused]).toEqual([200, []])
}

const paste = (input: HTMLElement, text: string) =>
  fireEvent(input, createEvent.paste(input, { clipboardData: { getData: () => text } }))

test('a week is entered by keyboard as in a spreadsheet', async () => {
  const { user } = await openNew()
  expect(screen.getByRole('grid', { name: 'Uren van week 47' })).toBeTruthy()
  await user.click(cell('Algemeen, ma 16 nov'))
  await user.keyboard('1{Enter}7,5{Enter}')
  expect(document.activeElement).toBe(cell('Administratie, ma 16 nov'))
  await user.keyboard('0:30{Tab}')
  expect(document.activeElement).toBe(cell('Administratie, di 17 nov'))
  await user.keyboard('1.5{ArrowUp}')
  expect(document.activeElement).toBe(cell('Sales, di 17 nov'))
  await user.keyboard('6{ArrowRight}')
  expect(document.activeElement).toBe(cell('Sales, wo 18 nov'))
  expect(await saved()).toBeTruthy()
  await waitFor(() => expect(cellsOf('Totaal uren')).toEqual(['9,0', '7,5', '–', '–', '–', '–', '–', '16,5']))
  await waitFor(async () =>
    expect(await entriesOf(agent)).toEqual([
      '16 admin 0.5',
      '16 general 1',
      '16 sales 7.5',
      '17 admin 1.5',
      '17 sales 6',
    ]),
  )
  expect(cell('Sales, ma 16 nov').value).toBe('7,5')
  // The table of the month follows the saved hours, and shows no amounts.
  const month = screen.getByRole('table', { name: 'Uren van november 2026' })
  await waitFor(() => expect(within(month).getByRole('row', { name: /^Week 47/ }).textContent).toContain('16,5'))
  expect(within(month).queryByText('Kosten')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Medewerker' })).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('a wrong cell keeps its text with the reason; the others are saved', async () => {
  const { user } = await openNew()
  await user.click(cell('Algemeen, do 19 nov'))
  await user.keyboard('2{Enter}25{Tab}6,5{Enter}')
  const wrong = cell('Sales, do 19 nov')
  expect(wrong.value).toBe('25')
  expect(wrong.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Maximaal 24 uur per dag',
  )
  expect(cellsOf('Totaal uren')).toEqual(['–', '–', '–', '2,025 telt niet mee', '6,5', '–', '–', '8,5'])
  expect(await screen.findByText('1 cel niet opgeslagen: Sales, do 19 nov.')).toBeTruthy()
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['19 general 2', '20 sales 6.5']))
  await user.click(wrong)
  await user.keyboard('5{Enter}')
  await waitFor(async () => expect(await entriesOf(agent)).toContain('19 sales 5'))
  expect(wrong.getAttribute('aria-invalid')).toBe('false')
  await waitFor(() => expect(screen.queryByText(/niet opgeslagen/)).toBeNull())
})

test('hours that exceed 24 in a day are refused in their own cell', async () => {
  const { user } = await openNew()
  await user.click(cell('Algemeen, ma 16 nov'))
  await user.keyboard('20{Enter}')
  await saved()
  await user.keyboard('8{Enter}')
  const wrong = cell('Sales, ma 16 nov')
  await waitFor(() => expect(wrong.getAttribute('aria-invalid')).toBe('true'))
  expect(wrong.value).toBe('8')
  expect(await entriesOf(agent)).toEqual(['16 general 20'])
})

test('Esc restores the saved text, Delete clears, F2 edits within the text', async () => {
  const { user } = await openNew()
  await give(agent, [{ date: '2026-11-16', projectType: 'sales', hours: 7.5 }])
  await user.click(screen.getByRole('button', { name: 'Vorige week' }))
  await screen.findByRole('grid', { name: 'Uren van week 46' })
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  await waitFor(() => expect(cell('Sales, ma 16 nov').value).toBe('7,5'))
  const input = cell('Sales, ma 16 nov')
  await user.click(input)
  await user.keyboard('12')
  expect(input.value).toBe('12')
  await user.keyboard('{Escape}')
  expect(input.value).toBe('7,5')
  await user.keyboard('{F2}{ArrowLeft}2')
  expect(input.value).toBe('7,25')
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['16 sales 7.25']))
  await user.click(input)
  await user.keyboard('{Delete}')
  await waitFor(async () => expect(await entriesOf(agent)).toEqual([]))
})

test('a block from Excel is pasted from a cell on, and can be undone', async () => {
  const { user } = await openNew()
  await user.click(cell('Algemeen, vr 20 nov'))
  await user.keyboard('3{Enter}')
  await saved()
  await user.click(cell('Algemeen, do 19 nov'))
  paste(cell('Algemeen, do 19 nov'), '1,0\t0,5\t1\t2\t9\r\n5,5\t25\t-\t0\t9\r\n')
  expect(await screen.findByText('8 cellen geplakt')).toBeTruthy()
  expect(screen.getByText('2 vielen buiten de week.')).toBeTruthy()
  await waitFor(async () =>
    expect(await entriesOf(agent)).toEqual([
      '19 general 1',
      '19 sales 5.5',
      '20 general 0.5',
      '21 general 1',
      '22 general 2',
    ]),
  )
  expect(cell('Sales, vr 20 nov').value).toBe('25')
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['20 general 3']))
})

test('Ctrl Z outside a field undoes a paste, until it is undone', async () => {
  const { user } = await openNew()
  paste(cell('Algemeen, do 19 nov'), '1\t2\r\n')
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['19 general 1', '20 general 2']))
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await entriesOf(agent)).toEqual([]))
  expect(await screen.findByText('Uren teruggezet')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Niets om ongedaan te maken')).toBeTruthy()
})

test('Shift+F2 describes the hours of a cell', async () => {
  const { user } = await openNew()
  await user.click(cell('Sales, ma 16 nov'))
  await user.keyboard('7{Enter}')
  await saved()
  await user.keyboard('{ArrowUp}{Shift>}{F2}{/Shift}')
  const dialog = await screen.findByRole('dialog', { name: 'Omschrijving' })
  await user.type(within(dialog).getByLabelText('Omschrijving'), 'Beurs in Venlo{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const described = cell('Sales, ma 16 nov').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Beurs in Venlo')
  // Changed hours keep the description.
  await user.click(cell('Sales, ma 16 nov'))
  await user.keyboard('6{Enter}')
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['16 sales 6']))
  const as = await world.session(agent)
  const { body } = await world.call('GET', '/api/time-entries?from=2026-11-16&to=2026-11-22', { as })
  expect(body[0].description).toBe('Beurs in Venlo')
  expect(body[0].hourlyRate ?? null).toBeNull()
})

test('a description saved while its hours are being sent does not bring back the former hours', async () => {
  await openNew()
  await give(agent, [{ date: '2026-11-16', projectType: 'sales', hours: 4 }])
  cleanup()
  const { user } = await openAs(agent)
  const online = globalThis.fetch
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const reply = await online(input, init)
    if (init?.method === 'PUT') await held
    return reply
  })
  const hours = cell('Sales, ma 16 nov')
  await waitFor(() => expect(hours.value).toBe('4,0'))
  await user.click(hours)
  await user.keyboard('7{Enter}{ArrowUp}{Shift>}{F2}{/Shift}')
  const dialog = await screen.findByRole('dialog', { name: 'Omschrijving' })
  await user.type(within(dialog).getByLabelText('Omschrijving'), 'Beurs{Control>}{Enter}{/Control}')
  answer()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await entriesOf(agent)).toEqual(['16 sales 7'])
  expect(hours.value).toBe('7,0')
})

test('the previous week is copied; replacing hours asks first', async () => {
  agent = await world.person({ teamId: 7, firstName: 'Kim', lastName: 'Kopie' })
  await give(agent, [
    { date: '2026-11-09', projectType: 'sales', hours: 6 },
    { date: '2026-11-10', projectType: 'general', hours: 1.5 },
    { date: '2026-11-16', projectType: 'sales', hours: 4 },
  ])
  const { user } = await openAs(agent)
  await user.click(screen.getByRole('button', { name: 'Week 46 kopiëren' }))
  const question = await screen.findByRole('alertdialog', { name: 'Uren van week 47 vervangen?' })
  expect(question.textContent).toContain('1 cel met uren krijgt de uren van week 46.')
  await user.click(within(question).getByRole('button', { name: 'Vervangen' }))
  expect(await screen.findByText('Week 46 gekopieerd: 2 cellen')).toBeTruthy()
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['16 sales 6', '17 general 1.5']))
  await user.click(screen.getByRole('button', { name: 'Vorige week' }))
  await screen.findByRole('grid', { name: 'Uren van week 46' })
  await user.click(screen.getByRole('button', { name: 'Week 45 kopiëren' }))
  expect(await screen.findByText('Week 45 heeft geen uren')).toBeTruthy()
})

test('without a connection cells stay as typed until they are sent again', async () => {
  const { user } = await openNew()
  const mend = failRequests(/\/api\/time-entries$/)
  await user.click(cell('Sales, ma 16 nov'))
  await user.keyboard('7{Enter}')
  const alert = await screen.findByText(/^1 cel niet opgeslagen\./)
  expect(cell('Sales, ma 16 nov').value).toBe('7')
  mend()
  await user.click(await findRetryButton())
  expect(await saved()).toBeTruthy()
  expect(alert.isConnected).toBe(false)
  expect(await entriesOf(agent)).toEqual(['16 sales 7'])
})

test('leaving unsaved cells asks; staying keeps them, and a reload restores them', async () => {
  const { user, unmount } = await openNew()
  await user.click(cell('Sales, ma 16 nov'))
  await user.keyboard('25{Enter}')
  const [link] = screen.getAllByRole('link', { name: 'Dashboard' })
  if (link) await user.click(link)
  let question = await screen.findByRole('alertdialog', { name: '1 cel weggooien?' })
  await user.click(within(question).getByRole('button', { name: 'Verder bewerken' }))
  expect(location.pathname).toBe('/costs')
  expect(cell('Sales, ma 16 nov').value).toBe('25')
  unmount()
  openApp('/costs')
  await screen.findByRole('grid')
  expect(cell('Sales, ma 16 nov').value).toBe('25')
  await user.click(screen.getByRole('button', { name: 'Vorige week' }))
  question = await screen.findByRole('alertdialog', { name: '1 cel weggooien?' })
  await user.click(within(question).getByRole('button', { name: 'Weggooien' }))
  expect(await screen.findByRole('grid', { name: 'Uren van week 46' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  await screen.findByRole('grid', { name: 'Uren van week 47' })
  expect(cell('Sales, ma 16 nov').value).toBe('')
})

test('an admin enters hours of somebody else and sees their costs and rate', async () => {
  const person = await world.person({ teamId: 7, firstName: 'Tess', lastName: 'Tarief' })
  const as = await world.session(admin)
  for (const [hourlyRate, effectiveFrom] of [
    [17.5, '2026-01-01'],
    [18, '2026-11-16'],
  ]) {
    const body = { userId: person.id, hourlyRate, effectiveFrom, endsPrevious: true }
    expect((await world.call('POST', '/api/user-rates', { as, body })).status).toBe(201)
  }
  const { user } = await openAs(admin, `/costs?userId=${person.id}`)
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Medewerker' }).textContent).toContain('Tess Tarief'))
  await user.click(cell('Sales, ma 16 nov'))
  await user.keyboard('7,5{Enter}')
  await saved()
  await waitFor(() => expect(cellsOf('Kosten')[0]).toBe('€\u00a0135,00'))
  expect(row('Kosten')?.textContent).toContain('€\u00a018,00 per uur')
  expect(
    screen.getByText('Tarief sinds 16-11-2026: € 18,00. Daarvoor € 17,50. Eerdere uren houden hun tarief.'),
  ).toBeTruthy()
  expect(await entriesOf(person)).toEqual(['16 sales 7.5'])
  expect(await entriesOf(admin)).toEqual([])
})

test('a team leader enters only own hours, and sees neither rates nor costs', async () => {
  await openAs(await world.person({ role: 'teamleader', teamId: 7 }), '/costs?tab=vaste-kosten')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Medewerker' })).toBeNull()
  expect(screen.queryByText('Kosten')).toBeNull()
})

test('failed hours can be retried', async () => {
  const mend = failRequests(/\/api\/time-entries\?/)
  agent = await world.person({ teamId: 7 })
  await logIn(world, agent)
  const { user } = openApp('/costs')
  const again = await screen.findByRole('button', { name: 'Opnieuw proberen' })
  mend()
  await user.click(again)
  expect(await screen.findByRole('grid')).toBeTruthy()
})

test('a phone shows one day at a time, and swiping goes to another day', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  agent = await world.person({ teamId: 7 })
  await give(agent, [{ date: '2026-11-20', projectType: 'sales', hours: 6 }])
  await logIn(world, agent)
  const { user } = openApp('/costs')
  const day = await screen.findByRole('region', { name: 'zaterdag 21 november 2026' })
  const field = within(day).getByLabelText<HTMLInputElement>('Sales')
  await user.type(field, '2,5{Enter}')
  expect(document.activeElement).toBe(within(day).getByLabelText('Administratie'))
  await waitFor(async () => expect(await entriesOf(agent)).toEqual(['20 sales 6', '21 sales 2.5']))
  expect(day.textContent).toContain('2,5 uur')
  fireEvent.touchStart(day, { touches: [{ clientX: 100, clientY: 10 }] })
  fireEvent.touchEnd(day, { changedTouches: [{ clientX: 250, clientY: 20 }] })
  const before = await screen.findByRole('region', { name: 'vrijdag 20 november 2026' })
  expect(within(before).getByLabelText<HTMLInputElement>('Sales').value).toBe('6,0')
  await user.click(screen.getByRole('button', { name: 'Vorige dag' }))
  expect(await screen.findByRole('region', { name: 'donderdag 19 november 2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^ma 16/ }))
  await user.click(screen.getByRole('button', { name: 'Vorige dag' }))
  expect(await screen.findByRole('region', { name: 'zondag 15 november 2026' })).toBeTruthy()
  expect(sent.some(({ path }) => path.includes('from=2026-11-09'))).toBe(true)
})
