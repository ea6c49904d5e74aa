// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { connectBrowser } from '../../../testing/browser.tsx'
import {
  columnTitleOf,
  drag,
  findAppointmentLink,
  getCalendarTable,
  getSlotCell,
  placeElement,
  slotOf,
  startCalendar,
  stubTouchDrag,
  touch,
} from '../../../testing/calendar.ts'

const { world, admin, agent, caller, somebody, book, stored, open } = await startCalendar()
afterAll(() => world.stop())
connectBrowser(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

test('dragging moves an appointment at once, says who is mailed, and can be undone', async () => {
  const email = { customerEmail: 'kuiper@klant.example' }
  const { id } = await book(caller, { customerName: 'Garage Kuiper', appointmentTime: '16:30', ...email })
  const { user } = await open(caller, '?view=week&date=2026-11-23')
  drag(await findAppointmentLink('Garage Kuiper'), getSlotCell('2026-11-25 14'), { grip: 20, y: 49 })
  expect(await screen.findByText('Afspraak verplaatst')).toBeTruthy()
  const told = 'Garage Kuiper: wo 25 nov om 14:30. De klant krijgt hierover een e-mail.'
  expect(screen.getByText(told)).toBeTruthy()
  await waitFor(async () => expect(slotOf(await findAppointmentLink('Garage Kuiper'))).toBe('2026-11-25 14'))
  expect((await stored(id)).appointmentDate).toBe('2026-11-25T13:30:00.000Z')

  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }))
  expect(await screen.findByText('Verplaatsen ongedaan gemaakt')).toBeTruthy()
  expect((await stored(id)).appointmentDate).toBe('2026-11-23T15:30:00.000Z')
  const { body } = await world.call('GET', `/api/appointments/${id}`, { as: await world.session(admin) })
  const states = body.mails.map(({ kind, state }: Record<string, string>) => `${kind} ${state}`)
  expect(states).toEqual(['moved skipped', 'confirmation waiting'])
})

test('agents are side by side in a day, and a click books the clicked quarter with that agent', async () => {
  const second = await somebody('Lotte', 'Bakker', { role: 'agent', teamId: 1 })
  const { user } = await open(caller, '?view=day&date=2026-11-26')
  await within(getCalendarTable()).findByRole('columnheader', { name: 'Lotte Bakker' })
  expect(columnTitleOf(await findAppointmentLink('Klant 13'))).toBe('SPSem Postma5 afspraken')
  const free = screen.getByRole('button', { name: 'Nieuwe afspraak op do 26 nov om 13:00 bij Lotte Bakker' })
  placeElement(free, 500)
  await user.pointer({ keys: '[MouseLeft]', target: free, coords: { clientY: 535 } })
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('13:30')
  const choice = within(dialog).getByRole('combobox', { name: 'Toewijzen aan agent' })
  await waitFor(() => expect(choice.textContent).toContain('Lotte Bakker'))
  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const { id } = await book(caller, { customerName: 'Wie Gaat', appointmentDate: '2026-11-30' })
  const again = { appointmentDate: '2026-11-30', agentId: second.id, appointmentTime: '18:00' }
  await book(caller, { customerName: 'Bij Lotte', ...again })
  await user.click(screen.getByRole('button', { name: 'Vandaag' }))
  for (const _ of Array.from({ length: 9 })) await user.click(screen.getByRole('button', { name: 'Volgende dag' }))
  const theirs = (await findAppointmentLink('Bij Lotte')).closest('td')?.dataset['slot']?.split(' ')[2]
  drag(await findAppointmentLink('Wie Gaat'), getSlotCell(`2026-11-30 12 ${theirs}`), { y: 14 })
  await waitFor(async () => expect(columnTitleOf(await findAppointmentLink('Wie Gaat'))).toContain('Lotte Bakker'))
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
  drag(await findAppointmentLink('Vrij'), getSlotCell('2026-12-10 11'))
  const question = await screen.findByRole('alertdialog')
  expect(await within(question).findByText(/^Sem heeft om 10:15 al Bezet\. Vrij: /)).toBeTruthy()
  expect(within(question).getByRole('button', { name: 'Toch verplaatsen' })).toBeTruthy()
  expect(question.textContent).toContain('De klant krijgt hierover een e-mail.')
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  drag(await findAppointmentLink('Vrij'), getSlotCell('2026-12-11 outside'))
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
  drag(await findAppointmentLink('Kapsalon Roos'), getSlotCell('2026-12-01'))
  await waitFor(async () => expect(slotOf(await findAppointmentLink('Kapsalon Roos'))).toBe('2026-12-01'))
  expect(await screen.findByText('Kapsalon Roos: di 1 dec om 17:15.')).toBeTruthy()

  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  await user.click(screen.getByRole('button', { name: 'Volgende week' }))
  drag(await findAppointmentLink('Kapsalon Roos'), getSlotCell('2026-12-04 outside'))
  const dialog = await screen.findByRole('dialog', { name: 'Afspraak verplaatsen' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Datum').value).toBe('04-12-2026')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Tijd').value).toBe('')
})

test('a finger that rests on an appointment drags it, or opens its menu; one that moves at once scrolls', async () => {
  const { id } = await book(caller, { customerName: 'Atelier Duim', appointmentTime: '17:00' })
  await open(caller, '?view=week&date=2026-11-23')
  const link = await findAppointmentLink('Atelier Duim')
  const [here, there] = [getSlotCell('2026-11-23 17'), getSlotCell('2026-11-25 14')]
  placeElement(link, 100)
  placeElement(here, 100)
  placeElement(there, 500)
  stubTouchDrag([here, there])
  const lift = async () => {
    touch('touchStart', link, 110)
    // The time in the entry, and where the entry would land.
    await waitFor(() => expect(within(here).getAllByText('17:00')).toHaveLength(2))
  }

  touch('touchStart', link, 110)
  expect(touch('touchMove', link, 140)).toBe(false)
  expect(touch('touchEnd', link)).toBe(false)
  expect(slotOf(link)).toBe('2026-11-23 17')

  await lift()
  expect(touch('touchMove', link, 900)).toBe(true)
  expect(touch('touchEnd', link)).toBe(true)
  expect((await stored(id)).appointmentDate).toBe('2026-11-23T16:00:00.000Z')

  await lift()
  touch('touchMove', link, 540)
  expect(touch('touchEnd', link)).toBe(true)
  expect(await screen.findByText('Afspraak verplaatst')).toBeTruthy()
  await waitFor(async () => expect(slotOf(await findAppointmentLink('Atelier Duim'))).toBe('2026-11-25 14'))
  expect((await stored(id)).appointmentDate).toBe('2026-11-25T13:30:00.000Z')

  const moved = await findAppointmentLink('Atelier Duim')
  placeElement(moved, 500)
  touch('touchStart', moved, 510)
  await within(there).findByText('14:00')
  touch('touchEnd', moved)
  expect(await screen.findByRole('dialog', { name: 'Acties voor Atelier Duim' })).toBeTruthy()
})

test('a user who may not edit an appointment cannot drag it', async () => {
  const other = await somebody('Kim', 'Kijker', { role: 'caller', teamId: 1 })
  await open(other)
  expect((await findAppointmentLink('Bakkerij Jansen')).draggable).toBe(false)
  expect(within(getCalendarTable()).queryByRole('button', { name: /^Acties voor Bakkerij Jansen/ })).toBeNull()
})

test('a change by somebody else is reported, and the newest state is shown', async () => {
  const { id } = await book(caller, { customerName: 'Slagerij Smit', appointmentTime: '18:00' })
  await open(caller, '?view=week&date=2026-11-23')
  const shown = await findAppointmentLink('Slagerij Smit')
  await world.call('PATCH', `/api/appointments/${id}`, {
    as: await world.session(admin),
    body: { appointmentDate: '2026-11-27' },
  })
  drag(shown, getSlotCell('2026-11-25 18'))
  expect(await screen.findByText(/Iemand anders heeft deze afspraak intussen gewijzigd/)).toBeTruthy()
  await waitFor(async () => expect(slotOf(await findAppointmentLink('Slagerij Smit'))).toBe('2026-11-27 18'))
})

test('the keyboard does everything: arrows, Enter, and moving an appointment', async () => {
  const { id } = await book(caller, { customerName: 'Drukkerij Mol', appointmentDate: '2026-11-18' })
  const { user } = await open(caller, '?view=week&date=2026-11-18')
  const link = await findAppointmentLink('Drukkerij Mol')
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
  await waitFor(async () => expect(document.activeElement).toBe(await findAppointmentLink('Drukkerij Mol')))

  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Afspraak bewerken' })).toBeTruthy()
})
