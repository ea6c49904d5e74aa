import { createEvent, fireEvent, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { type Person, type PersonOptions, startWorld } from '../../testing/world.ts'
import { logIn, openApp } from './browser.tsx'

/**
 * Starts a test back end with appointments of two teams. Returns it with its people, and functions that make people,
 * book and read appointments, and open the calendar.
 */
export async function startCalendar() {
  const world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  const somebody = (firstName: string, lastName: string, options: PersonOptions) =>
    world.person({ firstName, lastName, ...options })
  const admin = await somebody('Anna', 'Admin', { role: 'admin' })
  const agent = await somebody('Sem', 'Postma', { role: 'agent', teamId: 1 })
  const caller = await somebody('Bella', 'Beller', { role: 'caller', teamId: 1 })
  const far = await somebody('Daan', 'Duin', { role: 'agent', teamId: 2 })

  async function book(by: Person, form: Record<string, unknown>) {
    const { status, body, text } = await world.call('POST', '/api/appointments', {
      as: await world.session(by),
      body: {
        customerPhone: '0475123456',
        appointmentDate: '2026-11-23',
        appointmentTime: '10:00',
        bookAnyway: true,
        ...(by.role === 'agent' ? {} : { agentId: agent.id }),
        ...form,
      },
    })
    if (status !== 201) throw new Error(text)
    return body
  }
  await book(caller, { customerName: 'Bakkerij Jansen', customerEmail: 'jansen@klant.example' })
  await book(caller, { customerName: 'Vroege Vogel', appointmentTime: '07:15' })
  await book(far, { customerName: 'Hotel Zee', appointmentDate: '2026-11-24' })
  for (const hour of ['11', '12', '13', '14', '15']) {
    await book(caller, { customerName: `Klant ${hour}`, appointmentDate: '2026-11-26', appointmentTime: `${hour}:00` })
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

  return { world, admin, agent, caller, somebody, book, stored, open }
}

/** Returns the table of the calendar. */
export const getCalendarTable = () => screen.getByRole('table')

/** Returns the cell of a slot, such as `2026-11-25 14`. Throws when there is none. */
export const getSlotCell = (slot: string) => {
  const found = getCalendarTable().querySelector<HTMLElement>(`[data-slot="${slot}"]`)
  if (!found) throw new Error(`No slot ${slot}`)
  return found
}

/** Finds the link of an appointment in the calendar by its customer. */
export const findAppointmentLink = (name: string) =>
  within(getCalendarTable()).findByRole('link', { name: new RegExp(name) })

/**
 * Returns the day and hour of the slot that contains an element, such as `2026-11-25 14`; undefined outside the slots.
 */
export const slotOf = (element: HTMLElement) => element.closest('td')?.dataset['slot']?.split(' ').slice(0, 2).join(' ')

/** Returns the title of the agent column that contains an element. */
export function columnTitleOf(element: HTMLElement): string | null | undefined {
  const index = element.closest('td')?.cellIndex ?? -1
  return getCalendarTable().querySelectorAll('thead th')[index]?.textContent
}

const HOUR_HEIGHT = 60

/** Gives an element a position on the screen, `top` and `height` in pixels, as jsdom computes no layout. */
export const placeElement = (element: HTMLElement, top: number, height = HOUR_HEIGHT) =>
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ y: top, height }))

/**
 * Drags an element with mouse events, as jsdom has no drag and drop. Grabs it `grip` pixels below its top. Drops it `y`
 * pixels below the top of the cell `to`, in which an hour is 60 pixels high.
 */
export function drag(from: HTMLElement, to: HTMLElement, { grip = 0, y = 0 } = {}): void {
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  placeElement(from, 100)
  placeElement(to, 500)
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

/**
 * Gives the page drag and drop, which jsdom has not, with an element under each point: that at the height `y` of its
 * own top, as `placeElement` set it.
 */
export function stubTouchDrag(placed: readonly HTMLElement[]): void {
  class Transfer {
    effectAllowed = ''
    setData() {}
  }
  class Drag extends MouseEvent {
    readonly dataTransfer: unknown
    constructor(type: string, init: MouseEventInit & { readonly dataTransfer: unknown }) {
      super(type, init)
      this.dataTransfer = init.dataTransfer
    }
  }
  vi.stubGlobal('DataTransfer', Transfer)
  vi.stubGlobal('DragEvent', Drag)
  const isAt = (y: number) => (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    return y >= top && y < bottom
  }
  document.elementFromPoint = (_x, y) => placed.find(isAt(y)) ?? null
}

/** Fires an event of one finger at the height `y`, with none for the end; returns whether the page prevented it. */
export function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', target: HTMLElement, y?: number): boolean {
  const event = createEvent[type](target)
  Object.defineProperty(event, 'touches', { value: y === undefined ? [] : [{ clientX: 0, clientY: y }] })
  fireEvent(target, event)
  return event.defaultPrevented
}
