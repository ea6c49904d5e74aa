// @vitest-environment jsdom
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let agent: Person
let caller: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await somebody('Anna', 'Admin', { role: 'admin' })
  agent = await somebody('Sem', 'Postma', { role: 'agent', teamId: 1 })
  caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  const far = await somebody('Daan', 'Duin', { role: 'agent', teamId: 2 })
  await book(caller, { customerName: 'Bakkerij Jansen', customerEmail: 'jansen@klant.example' })
  await book(caller, { customerName: 'Vroege Vogel', appointmentTime: '07:15' })
  await book(far, { customerName: 'Hotel Zee', appointmentDate: '2026-11-24' })
  for (const hour of ['11', '12', '13', '14', '15']) {
    await book(caller, { customerName: `Klant ${hour}`, appointmentDate: '2026-11-26', appointmentTime: `${hour}:00` })
  }
})
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
  world.person({ firstName, lastName, ...options })

async function book(by: Person, form: Record<string, unknown>) {
  const { status, body, text } = await world.call('POST', '/api/appointments', {
    as: await world.session(by),
    body: {
      customerPhone: '0475123456',
      appointmentDate: '2026-11-23',
      appointmentTime: '10:00',
      ...(by.role === 'agent' ? {} : { agentId: agent.id }),
      ...form,
    },
  })
  if (status !== 201) throw new Error(text)
  return body
}

async function stored(id: string) {
  const { body } = await world.call('GET', '/api/appointments?from=2026-10-01&to=2027-02-01', {
    as: await world.session(admin),
  })
  return body.find((one: { id: string }) => one.id === id)
}

async function open(person: Person, query = '') {
  await logIn(world, person)
  const app = openApp(`/calendar${query}`)
  return { ...app, table: await screen.findByRole('table') }
}

const onPhone = () =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width: 767px'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

const table = () => screen.getByRole('table')
const cell = (slot: string) => {
  const found = table().querySelector<HTMLElement>(`[data-slot="${slot}"]`)
  if (!found) throw new Error(`No slot ${slot}`)
  return found
}
const entry = (name: string) => within(table()).findByRole('link', { name: new RegExp(name) })
/** Returns the day and hour of the slot that contains an element. */
const slotOf = (element: HTMLElement) => element.closest('td')?.dataset['slot']?.split(' ').slice(0, 2).join(' ')
/** Returns the title of the agent column that contains an element. */
function columnOf(element: HTMLElement): string | null | undefined {
  const index = element.closest('td')?.cellIndex ?? -1
  return table().querySelectorAll('thead th')[index]?.textContent
}
const HOUR_HEIGHT = 60
/** Gives an element a position on the screen, as jsdom computes no layout. */
const standsAt = (element: HTMLElement, top: number, height = HOUR_HEIGHT) =>
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ y: top, height }))

/**
 * Drags an element with mouse events; jsdom has no drag and drop. Takes it `grip` pixels below its top and drops it `y`
 * pixels below the top of the cell, whose hour is 60 high.
 */
function drag(from: HTMLElement, to: HTMLElement, { grip = 0, y = 0 } = {}): void {
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  standsAt(from, 100)
  standsAt(to, 500)
  const events = [
    [createEvent.dragStart(from), from],
    [createEvent.dragOver(to), to],
    [createEvent.drop(to), to],
    [createEvent.dragEnd(from), from],
  ] as const
  for (const [event, target] of events) {
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    Object.defineProperty(event, 'clientY', { value: target === from ? 100 + grip : 500 + y })
    fireEvent(target, event)
  }
}

test('a day opened by keyboard gets focus, and Back returns to the month', async () => {
  const { user } = await open(caller, '?office=roermond')
  await entry('Bakkerij Jansen')
  within(cell('2026-11-26'))
    .getByRole('button', { name: /^\+2 meer/ })
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
  const heads = within(table())
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
  expect(heads).toEqual(['wk', 'ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'])
  expect(
    within(table())
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['Week 44', 'Week 45', 'Week 46', 'Week 47', 'Week 48', 'Week 49'])

  expect((await entry('Bakkerij Jansen')).textContent).toBe('10:00Bakkerij JansenGepland')
  expect(slotOf(await entry('Bakkerij Jansen'))).toBe('2026-11-23')
  expect(within(cell('2026-11-26')).getAllByRole('listitem')).toHaveLength(3)
  const more = within(cell('2026-11-26')).getByRole('button', { name: /^\+2 meer/ })
  await user.click(more)
  expect(location.search).toBe('?view=day&date=2026-11-26')
  expect(await screen.findByRole('heading', { name: /^Donderdag 26 november 2026/ })).toBeTruthy()
  expect(await within(table()).findAllByRole('link')).toHaveLength(5)
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
    within(table())
      .getAllByRole('rowheader')
      .map((head) => head.textContent)
  expect(slotOf(await entry('Vroege Vogel'))).toBe('2026-11-23 outside')
  expect(slotOf(await entry('Bakkerij Jansen'))).toBe('2026-11-23 10')
  expect(columnOf(await entry('Vroege Vogel'))).toBe('SPSem Postma2 afspraken')
  expect(rows()).toHaveLength(14)
  expect(rows().slice(0, 2)).toEqual(['Buiten deze uren', '09:00'])
  expect(rows().at(-1)).toBe('21:00')
  await user.click(screen.getByRole('button', { name: 'Volgende dag' }))
  await screen.findByRole('heading', { name: /^Dinsdag 24 november 2026/ })
  expect(rows()).toHaveLength(13)
  expect(rows()[0]).toBe('09:00')
})

test('agent, team and status filters are in the address, and the legend is the status filter', async () => {
  await book(caller, { customerName: 'Al Verkocht', appointmentDate: '2026-11-25', status: 'sale' })
  await book(caller, { customerName: 'Toch Niet', appointmentDate: '2026-11-25', status: 'no-sale' })
  const { user, unmount } = await open(admin, '?view=week&date=2026-11-23')
  await entry('Hotel Zee')
  const legend = within(screen.getByRole('list', { name: 'Legenda' }))
  await user.click(legend.getByRole('button', { name: 'Sale' }))
  expect(await entry('Al Verkocht')).toBeTruthy()
  expect(within(table()).getAllByRole('link')).toHaveLength(1)
  expect(legend.getByRole('button', { pressed: true }).textContent).toBe('Sale')
  await user.click(legend.getByRole('button', { name: 'No Sale' }))
  expect(location.search).toBe('?view=week&date=2026-11-23&status=sale%2Cno-sale')
  expect(within(table()).getAllByRole('link')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await entry('Hotel Zee')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'Team Duin')
  await waitFor(() => expect(within(table()).getAllByRole('link')).toHaveLength(1))
  expect(await entry('Hotel Zee')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await user.click(screen.getByRole('combobox', { name: 'Agent' }))
  await user.click(await screen.findByRole('option', { name: /Sem Postma/ }))
  await user.click(screen.getByRole('option', { name: /Daan Duin/ }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Agent' }).textContent).toContain('2 agenten'))
  expect(within(table()).getAllByRole('link').length).toBeGreaterThan(1)
  await user.click(screen.getByRole('option', { name: /Sem Postma/ }))
  await waitFor(() => expect(within(table()).getAllByRole('link')).toHaveLength(1))
  const { search } = location
  expect(search).toContain('agentId=')
  unmount()
  await open(admin, search)
  await entry('Hotel Zee')
  expect(within(table()).getAllByRole('link')).toHaveLength(1)
})

test('filters by period and office, the office for an admin only', async () => {
  const { user, unmount } = await open(admin, '?view=week&date=2026-11-23')
  await entry('Hotel Zee')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kantoor' }), 'Kantoor Roermond')
  await waitFor(() => expect(within(table()).queryByText('Hotel Zee')).toBeNull())
  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Morgen')
  expect(location.search).toBe('?view=week&date=2026-11-22&office=roermond&period=tomorrow')
  expect(await screen.findByText('Niets gevonden met deze filters.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  expect(location.search).toBe('?view=week&date=2026-11-22')
  unmount()
  await open(caller)
  await entry('Bakkerij Jansen')
  expect(screen.queryByRole('combobox', { name: 'Kantoor' })).toBeNull()
})

test('a click on an appointment opens its form; a user who may not edit it sees the details', async () => {
  const { user, unmount } = await open(caller)
  await user.click(await entry('Bakkerij Jansen'))
  expect(await screen.findByRole('dialog', { name: 'Afspraak bewerken' })).toBeTruthy()
  unmount()
  const other = await somebody('Cor', 'Collega', { role: 'caller', teamId: 1 })
  const again = await open(other)
  await again.user.click(await entry('Bakkerij Jansen'))
  expect(await screen.findByRole('dialog', { name: 'Afspraak Details' })).toBeTruthy()
})

test('an empty slot books an appointment at its time', async () => {
  const { user } = await open(caller, '?view=week&date=2026-11-23')
  await user.click(screen.getByRole('button', { name: 'Nieuwe afspraak op wo 25 nov om 14:00' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Datum').value).toBe('25-11-2026')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('14:00')
})

test('dragging to another slot asks, moves the appointment, and can be undone', async () => {
  const email = { customerEmail: 'kuiper@klant.example' }
  const { id } = await book(caller, { customerName: 'Garage Kuiper', appointmentTime: '16:30', ...email })
  const { user } = await open(caller, '?view=week&date=2026-11-23')
  drag(await entry('Garage Kuiper'), cell('2026-11-25 14'), { grip: 20, y: 49 })
  const question = await screen.findByRole('alertdialog', { name: 'Verplaatsen naar wo 25 nov om 14:30?' })
  expect(question.textContent).toContain('Garage Kuiper staat nu op ma 23 nov om 16:30')
  await user.click(within(question).getByRole('button', { name: 'Verplaatsen' }))
  expect(await screen.findByText('Afspraak verplaatst')).toBeTruthy()
  await waitFor(async () => expect(slotOf(await entry('Garage Kuiper'))).toBe('2026-11-25 14'))
  expect((await stored(id)).appointmentDate).toBe('2026-11-25T13:30:00.000Z')

  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  expect(await screen.findByText('Verplaatsen ongedaan gemaakt')).toBeTruthy()
  expect((await stored(id)).appointmentDate).toBe('2026-11-23T15:30:00.000Z')
  const { body } = await world.call('GET', `/api/appointments/${id}`, { as: await world.session(admin) })
  const states = body.mails.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`)
  expect(states).toEqual(['moved skipped', 'confirmation waiting'])
})

test('an appointment is at its minute, as long as its duration, and shows agent and place', async () => {
  const late = { appointmentDate: '2026-12-16', appointmentTime: '14:45', city: 'Weert' }
  await book(caller, { customerName: 'Kwart Voor', ...late })
  await book(caller, { customerName: 'Ernaast', ...late, appointmentTime: '15:15' })
  await book(caller, { customerName: 'Daarna', ...late, appointmentTime: '15:45' })
  await open(caller, '?view=week&date=2026-12-16')
  const place = async (name: string) => {
    const style = (await entry(name)).closest('li')?.style
    return ['--offset', '--length', '--lane', '--lanes'].map((part) => style?.getPropertyValue(part))
  }
  expect(await place('Kwart Voor')).toEqual(['0.75', '1', '0', '2'])
  expect(await place('Ernaast')).toEqual(['0.25', '1', '1', '2'])
  expect(await place('Daarna')).toEqual(['0.75', '1', '0', '2'])
  expect(slotOf(await entry('Kwart Voor'))).toBe('2026-12-16 14')
  expect((await entry('Kwart Voor')).textContent).toBe('14:45Kwart VoorSem PostmaWeertGepland')
})

test('a week counts more than three overlapping ones, and a day shows all of them side by side', async () => {
  const busy = { appointmentDate: '2026-12-17', appointmentTime: '11:00' }
  for (const name of ['Eerste', 'Tweede', 'Derde', 'Vierde'])
    await book(caller, { customerName: `${name} van elf`, ...busy })
  const { user } = await open(caller, '?view=week&date=2026-12-17')
  await waitFor(() => expect(within(table()).getAllByRole('link', { name: /van elf/ })).toHaveLength(3))
  await user.click(within(cell('2026-12-17 11')).getByRole('button', { name: /^\+1 meer op donderdag 17 december/ }))
  await waitFor(() => expect(within(table()).getAllByRole('link', { name: /van elf/ })).toHaveLength(4))
})

test('agents are side by side in a day, and a click books the quarter with the agent', async () => {
  const second = await somebody('Lotte', 'Bakker', { role: 'agent', teamId: 1 })
  const { user } = await open(caller, '?view=day&date=2026-11-26')
  await within(table()).findByRole('columnheader', { name: 'Lotte Bakker' })
  expect(columnOf(await entry('Klant 13'))).toBe('SPSem Postma5 afspraken')
  const free = screen.getByRole('button', { name: 'Nieuwe afspraak op do 26 nov om 13:00 bij Lotte Bakker' })
  standsAt(free, 500)
  await user.pointer({ keys: '[MouseLeft]', target: free, coords: { clientY: 535 } })
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('13:30')
  expect(within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' }).textContent).toContain('Lotte Bakker')
  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const { id } = await book(caller, { customerName: 'Wie Gaat', appointmentDate: '2026-11-30' })
  const again = { appointmentDate: '2026-11-30', agentId: second.id, appointmentTime: '18:00' }
  await book(caller, { customerName: 'Bij Lotte', ...again })
  await user.click(screen.getByRole('button', { name: 'Vandaag' }))
  for (const _ of Array.from({ length: 9 })) await user.click(screen.getByRole('button', { name: 'Volgende dag' }))
  const theirs = (await entry('Bij Lotte')).closest('td')?.dataset['slot']?.split(' ')[2]
  drag(await entry('Wie Gaat'), cell(`2026-11-30 12 ${theirs}`), { y: 14 })
  const question = await screen.findByRole('alertdialog', {
    name: 'Verplaatsen naar ma 30 nov om 12:15 bij Lotte Bakker?',
  })
  expect(question.textContent).toContain('nu op ma 30 nov om 10:00 bij Sem Postma')
  await user.click(within(question).getByRole('button', { name: 'Verplaatsen' }))
  await waitFor(async () => expect(columnOf(await entry('Wie Gaat'))).toContain('Lotte Bakker'))
  expect((await stored(id)).agentId).toBe(second.id)
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  expect(await screen.findByText('Verplaatsen ongedaan gemaakt')).toBeTruthy()
  expect((await stored(id)).agentId).toBe(agent.id)
})

test('a move warns about a busy agent, and mentions a mail only when one is sent', async () => {
  await book(caller, { customerName: 'Bezet', appointmentDate: '2026-12-10', appointmentTime: '10:15' })
  const email = { customerEmail: 'vrij@klant.example' }
  await book(caller, { customerName: 'Vrij', appointmentDate: '2026-12-10', appointmentTime: '15:00', ...email })
  await book(caller, { customerName: 'Voor Dag en Dauw', appointmentDate: '2026-12-12', appointmentTime: '06:00' })
  const { user } = await open(caller, '?view=week&date=2026-12-10')
  drag(await entry('Vrij'), cell('2026-12-10 11'))
  const question = await screen.findByRole('alertdialog')
  expect(await within(question).findByText('Deze agent heeft al een afspraak om 10:15.')).toBeTruthy()
  expect(question.textContent).toContain('De klant krijgt hierover een e-mail.')
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  drag(await entry('Vrij'), cell('2026-12-11 outside'))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak verplaatsen' })
  await user.type(within(dialog).getByLabelText('Tijd'), '08:00')
  expect(dialog.textContent).toContain('De klant krijgt hierover een e-mail.')
  const date = within(dialog).getByLabelText('Datum')
  await user.clear(date)
  await user.type(date, '28-03-2027')
  await user.clear(within(dialog).getByLabelText('Tijd'))
  await user.type(within(dialog).getByLabelText('Tijd'), '02:30')
  await user.click(within(dialog).getByRole('button', { name: 'Verplaatsen' }))
  expect(await within(dialog).findByText(/^02:30 bestaat niet op deze dag/)).toBeTruthy()
  expect(screen.queryByText('Fout')).toBeNull()
  await user.clear(date)
  await user.type(date, '02-11-2026')
  expect(dialog.textContent).not.toContain('De klant krijgt hierover een e-mail.')
})

test('a drop on a day of the month keeps the time; outside the hours the time is asked', async () => {
  await book(caller, { customerName: 'Kapsalon Roos', appointmentDate: '2026-12-03', appointmentTime: '17:15' })
  await book(caller, { customerName: 'Late Uil', appointmentDate: '2026-12-05', appointmentTime: '22:30' })
  const { user } = await open(caller)
  drag(await entry('Kapsalon Roos'), cell('2026-12-01'))
  const question = await screen.findByRole('alertdialog', { name: 'Verplaatsen naar di 1 dec om 17:15?' })
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(slotOf(await entry('Kapsalon Roos'))).toBe('2026-12-03')

  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  drag(await entry('Kapsalon Roos'), cell('2026-12-04 outside'))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak verplaatsen' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Datum').value).toBe('04-12-2026')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('')
})

test('a user who may not edit an appointment cannot drag it', async () => {
  const other = await somebody('Kim', 'Kijker', { role: 'caller', teamId: 1 })
  await open(other)
  expect((await entry('Bakkerij Jansen')).draggable).toBe(false)
  expect(within(table()).queryByRole('button', { name: /^Acties voor Bakkerij Jansen/ })).toBeNull()
})

test('a change by somebody else is reported, and the newest state is shown', async () => {
  const { id } = await book(caller, { customerName: 'Slagerij Smit', appointmentTime: '18:00' })
  const { user } = await open(caller, '?view=week&date=2026-11-23')
  const shown = await entry('Slagerij Smit')
  await world.call('PATCH', `/api/appointments/${id}`, {
    as: await world.session(admin),
    body: { appointmentDate: '2026-11-27' },
  })
  drag(shown, cell('2026-11-25 18'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Verplaatsen' }))
  expect(await screen.findByText(/Iemand anders heeft deze afspraak intussen gewijzigd/)).toBeTruthy()
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuleren' }))
  await waitFor(async () => expect(slotOf(await entry('Slagerij Smit'))).toBe('2026-11-27 18'))
})

test('the keyboard does everything: arrows, Enter, and moving an appointment', async () => {
  const { id } = await book(caller, { customerName: 'Drukkerij Mol', appointmentDate: '2026-11-18' })
  const { user } = await open(caller, '?view=week&date=2026-11-18')
  const link = await entry('Drukkerij Mol')
  link.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Nieuwe afspraak op do 19 nov om 10:00')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Nieuwe afspraak op do 19 nov om 11:00')
  await user.keyboard('{ArrowUp}{ArrowLeft}')
  expect(document.activeElement).toBe(link)
  await user.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Acties voor Drukkerij Mol, 10:00')
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('dialog', { name: 'Acties voor Drukkerij Mol' })
  expect(
    within(menu)
      .getAllByRole('button')
      .map((item) => item.textContent),
  ).toEqual(['Verplaatsen…', 'Bewerken', 'Details'])
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak verplaatsen' })
  const time = within(dialog).getByLabelText('Tijd')
  await user.clear(time)
  await user.click(within(dialog).getByRole('button', { name: 'Verplaatsen' }))
  expect(within(dialog).getByText('Tijd is verplicht')).toBeTruthy()
  await user.type(time, '13:45{Enter}')
  expect(await screen.findByText('Afspraak verplaatst')).toBeTruthy()
  expect((await stored(id)).appointmentDate).toBe('2026-11-18T12:45:00.000Z')
  await waitFor(async () => expect(document.activeElement).toBe(await entry('Drukkerij Mol')))

  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Afspraak bewerken' })).toBeTruthy()
})

test('arrows and Page keys continue on the next day, and focus stays at its hour', async () => {
  const of = (date: string) => `?view=day&date=${date}&agentId=${agent.id}`
  const { user } = await open(caller, of('2026-11-23'))
  await entry('Bakkerij Jansen')
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
  await entry('Bakkerij Jansen')
})

test('a phone opens with the day, has no week, and shows a month as dots', async () => {
  onPhone()
  const { user } = await open(caller, '?date=2026-11-26&view=week')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['day', 'month'])
  expect(await entry('Klant 11')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Maand' }))
  const day = await within(table()).findByRole('button', { name: /^26\s*november 2026, 5 afspraken/ })
  expect(day.textContent).toContain('+2 meer')
  await user.click(day)
  expect(location.search).toBe('?date=2026-11-26&view=day')
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
