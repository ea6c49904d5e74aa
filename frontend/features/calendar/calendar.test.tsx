// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openFilters } from '../../testing/actions.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'
import {
  columnTitleOf,
  findAppointmentLink,
  getCalendarTable,
  getSlotCell,
  slotOf,
  startCalendar,
} from '../../testing/calendar.ts'

const { world, admin, agent, caller, somebody, book, open } = await startCalendar()
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const onPhone = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 767px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

test('a day opened by keyboard gets focus, and Back returns to the month', async () => {
  const { user } = await open(caller, '?office=roermond')
  await findAppointmentLink('Bakkerij Jansen')
  within(getSlotCell('2026-11-26'))
    .getByRole('button', { name: /\+2 meer$/ })
    .focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: /^Donderdag 26 november 2026/ })).toBeTruthy()
  expect(location.search).toBe('?office=roermond&view=day&date=2026-11-26')
  expect(slotOf(document.activeElement as HTMLElement)).toBe('2026-11-26 9')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(slotOf(document.activeElement as HTMLElement)).toBe('2026-11-26 11')
  history.back()
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeTruthy()
  expect(slotOf(document.activeElement as HTMLElement)).toBe('2026-11-26')
})

test('opens with the month, weeks from Monday with ISO numbers, and at most three appointments per day', async () => {
  const { user } = await open(caller)
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeTruthy()
  const heads = within(getCalendarTable())
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
  expect(heads).toEqual(['wk', 'ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'])
  expect(
    within(getCalendarTable())
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['Week 44', 'Week 45', 'Week 46', 'Week 47', 'Week 48', 'Week 49'])

  expect((await findAppointmentLink('Bakkerij Jansen')).textContent).toBe('10:00Bakkerij JansenGepland')
  expect(slotOf(await findAppointmentLink('Bakkerij Jansen'))).toBe('2026-11-23')
  expect(within(getSlotCell('2026-11-26')).getAllByRole('listitem')).toHaveLength(3)
  const more = within(getSlotCell('2026-11-26')).getByRole('button', { name: /\+2 meer$/ })
  await user.click(more)
  expect(location.search).toBe('?view=day&date=2026-11-26')
  expect(await screen.findByRole('heading', { name: /^Donderdag 26 november 2026/ })).toBeTruthy()
  expect(await within(getCalendarTable()).findAllByRole('link')).toHaveLength(5)
})

test('shows loading, an empty period, and the meaning of the colours', async () => {
  const { user } = await open(caller, '?date=2026-12-15')
  expect(screen.getByText('Afspraken laden...')).toBeTruthy()
  expect(await screen.findByText('Geen afspraken gevonden')).toBeTruthy()
  expect(screen.queryByText('Afspraken laden...')).toBeNull()
  expect(
    within(screen.getByRole('list', { name: 'Legenda' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Gepland', 'Sale', 'No Sale', 'Offerte gestuurd', 'In afwachting klant', 'Geannuleerd'])
  await user.click(screen.getByRole('button', { name: 'Vandaag' }))
  expect(location.search).toBe('?date=2026-11-21')
  await user.click(screen.getByRole('button', { name: 'Volgende maand' }))
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeTruthy()
})

test('a day has thirteen hours, and a row for other times only when it has an appointment', async () => {
  const { user } = await open(caller, '?view=day&date=2026-11-23')
  const rows = () =>
    within(getCalendarTable())
      .getAllByRole('rowheader')
      .map((head) => head.textContent)
  expect(slotOf(await findAppointmentLink('Vroege Vogel'))).toBe('2026-11-23 outside')
  expect(slotOf(await findAppointmentLink('Bakkerij Jansen'))).toBe('2026-11-23 10')
  expect(columnTitleOf(await findAppointmentLink('Vroege Vogel'))).toBe('SPSem Postma2 afspraken')
  expect(rows()).toHaveLength(14)
  expect(rows().slice(0, 2)).toEqual(['Buiten deze uren', '09:00'])
  expect(rows().at(-1)).toBe('21:00')
  await user.click(screen.getByRole('button', { name: 'Volgende dag' }))
  await screen.findByRole('heading', { name: /^Dinsdag 24 november 2026/ })
  expect(rows()).toHaveLength(13)
  expect(rows()[0]).toBe('09:00')
})

test('agent, team and status filters are in the address, and several statuses can be chosen', async () => {
  await book(caller, { customerName: 'Al Verkocht', appointmentDate: '2026-11-25', status: 'sale' })
  await book(caller, { customerName: 'Toch Niet', appointmentDate: '2026-11-25', status: 'no-sale' })
  const { user, unmount } = await open(admin, '?view=week&date=2026-11-23')
  await findAppointmentLink('Hotel Zee')
  const statuses = within(await openFilters(user))
  await user.click(statuses.getByRole('button', { name: 'Sale' }))
  expect(statuses.getByRole('button', { pressed: true }).textContent).toBe('Sale')
  await user.click(statuses.getByRole('button', { name: 'Toon kalender' }))
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link')).toHaveLength(1))
  expect(await findAppointmentLink('Al Verkocht')).toBeTruthy()
  const more = within(await openFilters(user))
  await user.click(more.getByRole('button', { name: 'No Sale' }))
  await user.click(more.getByRole('button', { name: 'Toon kalender' }))
  expect(location.search).toBe('?view=week&date=2026-11-23&status=sale%2Cno-sale')
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link')).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await findAppointmentLink('Hotel Zee')

  const teams = within(await openFilters(user))
  await teams.findByRole('option', { name: 'Team Duin' })
  await user.selectOptions(teams.getByRole('combobox', { name: 'Team' }), 'Team Duin')
  await user.click(teams.getByRole('button', { name: 'Toon kalender' }))
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link')).toHaveLength(1))
  expect(await findAppointmentLink('Hotel Zee')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  const agents = within(await openFilters(user))
  await user.click(agents.getByRole('combobox', { name: 'Agent' }))
  await user.click(await screen.findByRole('option', { name: /Sem Postma/ }))
  await user.click(screen.getByRole('option', { name: /Daan Duin/ }))
  await waitFor(() => expect(agents.getByRole('combobox', { name: 'Agent' }).textContent).toContain('2 agenten'))
  await user.click(screen.getByRole('option', { name: /Sem Postma/ }))
  await user.keyboard('{Escape}')
  await user.click(agents.getByRole('button', { name: 'Toon kalender' }))
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link')).toHaveLength(1))
  const { search } = location
  expect(search).toContain('agentId=')
  unmount()
  await open(admin, search)
  await findAppointmentLink('Hotel Zee')
  expect(within(getCalendarTable()).getAllByRole('link')).toHaveLength(1)
})

test('filters by period and office, the office for an admin only', async () => {
  const { user, unmount } = await open(admin, '?view=week&date=2026-11-23')
  await findAppointmentLink('Hotel Zee')
  const filters = within(await openFilters(user))
  await user.selectOptions(filters.getByRole('combobox', { name: 'Kantoor' }), 'Kantoor Roermond')
  await waitFor(() => expect(screen.queryByText('Hotel Zee')).toBeNull())
  await user.selectOptions(filters.getByRole('combobox', { name: 'Periode' }), 'Morgen')
  await user.click(filters.getByRole('button', { name: 'Toon kalender' }))
  expect(location.search).toBe('?view=week&date=2026-11-22&office=roermond&period=tomorrow')
  expect(await screen.findByText('Niets gevonden met deze filters.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  expect(location.search).toBe('?view=week&date=2026-11-22')
  unmount()
  const { user: other } = await open(caller)
  await findAppointmentLink('Bakkerij Jansen')
  expect(within(await openFilters(other)).queryByRole('combobox', { name: 'Kantoor' })).toBeNull()
})

test('a click on an appointment opens its form; a user who may not edit it sees the details', async () => {
  const { user, unmount } = await open(caller)
  await user.click(await findAppointmentLink('Bakkerij Jansen'))
  expect(await screen.findByRole('dialog', { name: 'Afspraak bewerken' })).toBeTruthy()
  unmount()
  const other = await somebody('Cor', 'Collega', { role: 'caller', teamId: 1 })
  const again = await open(other)
  await again.user.click(await findAppointmentLink('Bakkerij Jansen'))
  expect(await screen.findByRole('dialog', { name: 'Afspraak Details' })).toBeTruthy()
})

test('a click on an empty slot books an appointment at the time of that slot', async () => {
  const { user } = await open(caller, '?view=week&date=2026-11-23')
  await user.click(screen.getByRole('button', { name: 'Nieuwe afspraak op wo 25 nov om 14:00' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Datum').value).toBe('25-11-2026')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('14:00')
})

test('an appointment is at its minute, as long as its duration, and shows agent and place', async () => {
  const late = { appointmentDate: '2026-12-16', appointmentTime: '14:45', city: 'Weert' }
  await book(caller, { customerName: 'Kwart Voor', ...late })
  await book(caller, { customerName: 'Ernaast', ...late, appointmentTime: '15:15' })
  await book(caller, { customerName: 'Daarna', ...late, appointmentTime: '15:45' })
  await open(caller, '?view=week&date=2026-12-16')
  const place = async (name: string) => {
    const style = (await findAppointmentLink(name)).closest('li')?.style
    return ['--offset', '--length', '--lane', '--lanes'].map((part) => style?.getPropertyValue(part))
  }
  expect(await place('Kwart Voor')).toEqual(['0.75', '1', '0', '2'])
  expect(await place('Ernaast')).toEqual(['0.25', '1', '1', '2'])
  expect(await place('Daarna')).toEqual(['0.75', '1', '0', '2'])
  expect(slotOf(await findAppointmentLink('Kwart Voor'))).toBe('2026-12-16 14')
  expect((await findAppointmentLink('Kwart Voor')).textContent).toBe('14:45Kwart VoorSem PostmaWeertGepland')
})

test('a week counts overlapping appointments beyond three, and a day shows all side by side', async () => {
  const busy = { appointmentDate: '2026-12-17', appointmentTime: '11:00' }
  for (const name of ['Eerste', 'Tweede', 'Derde', 'Vierde'])
    await book(caller, { customerName: `${name} van elf`, ...busy })
  const { user } = await open(caller, '?view=week&date=2026-12-17')
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link', { name: /van elf/ })).toHaveLength(3))
  await user.click(
    within(getSlotCell('2026-12-17 11')).getByRole('button', { name: /^\+1 meer op donderdag 17 december/ }),
  )
  await waitFor(() => expect(within(getCalendarTable()).getAllByRole('link', { name: /van elf/ })).toHaveLength(4))
})

test('arrows and Page keys continue on the next day, and focus stays at its hour', async () => {
  const of = (date: string) => `?view=day&date=${date}&agentId=${agent.id}`
  const { user } = await open(caller, of('2026-11-23'))
  await findAppointmentLink('Bakkerij Jansen')
  const at = (day: string) => `Nieuwe afspraak op ${day} nov om 12:00 bij Sem Postma`
  screen.getByRole('button', { name: at('ma 23') }).focus()
  await user.keyboard('{PageDown}')
  expect(location.search).toBe(of('2026-11-24'))
  expect(document.activeElement?.getAttribute('aria-label')).toBe(at('di 24'))
  await user.keyboard('{ArrowLeft}')
  expect(location.search).toBe(of('2026-11-23'))
  await user.keyboard('{PageDown}')
  await user.keyboard('{PageUp}{PageUp}')
  expect(location.search).toBe(of('2026-11-22'))
})

test('a failed list shows the reason and can be retried', async () => {
  const online = fetch
  let broken = true
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    broken && String(input).includes('/api/appointments?')
      ? Promise.resolve(Response.json({ message: 'Het is even te druk. Probeer het opnieuw.' }, { status: 503 }))
      : online(input, init),
  )
  await logIn(world, caller)
  const { user } = openApp('/calendar')
  expect(await screen.findByText('Het is even te druk. Probeer het opnieuw.')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  await findAppointmentLink('Bakkerij Jansen')
})

test('a phone opens with the day, has no week, and shows a month as dots', async () => {
  onPhone()
  const { user } = await open(caller, '?date=2026-11-26&view=week')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['day', 'month'])
  expect(await findAppointmentLink('Klant 11')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Maand' }))
  const day = await within(getCalendarTable()).findByRole('button', { name: /^26\s*november 2026, 5 afspraken/ })
  expect(day.textContent).toContain('+2 meer')
  await user.click(day)
  expect(location.search).toBe('?date=2026-11-26&view=day')
})

test('an agent opens on the own week; the device remembers the chosen view', async () => {
  const { user, unmount } = await open(agent)
  const isOn = (view: string) => screen.getByRole<HTMLInputElement>('radio', { name: view }).checked
  expect(isOn('Week')).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Dag' }))
  unmount()
  openApp('/calendar')
  await screen.findByRole('table')
  expect(isOn('Dag')).toBe(true)
  localStorage.removeItem('calendar-view')
})

test('a calendar subscription is created, shown once, and revoked', async () => {
  const { user } = await open(agent)
  await user.click(screen.getByRole('button', { name: 'Agenda-abonnement' }))
  const dialog = await screen.findByRole('dialog', { name: 'Agenda-abonnement' })
  await user.click(await within(dialog).findByRole('button', { name: 'Adres maken' }))
  const address = await within(dialog).findByLabelText<HTMLInputElement>('Adres')
  expect(address.value).toMatch(/\/api\/calendar-feed\//)
  await user.click(await within(dialog).findByRole('button', { name: 'Intrekken' }))
  const question = await screen.findByRole('alertdialog', { name: 'Agenda-abonnement intrekken?' })
  await user.click(within(question).getByRole('button', { name: 'Intrekken' }))
  expect(await screen.findByText('Abonnement ingetrokken')).toBeTruthy()
  expect(await within(dialog).findByText('Je hebt nog geen abonnement.')).toBeTruthy()
  expect(sent.filter(({ path }) => path === '/api/calendar-feed').map(({ method }) => method)).toContain('DELETE')
})
