import { createContext, useContext } from 'react'
import type { Entry, Slot } from './entries.ts'

/** What the cells of a calendar need to know and can ask for. */
export interface CalendarUse {
  /** The slot whose contents are in the tab order. */
  readonly active: string
  /** The slot that something is dragged over. */
  readonly over: string | null
  readonly mayBook: boolean
  readonly mayEdit: (entry: Entry) => boolean
  /** The address with an appointment open. */
  readonly linkTo: (entry: Entry) => string
  readonly onBook: (slot: Slot) => void
  readonly onOpenDay: (date: string) => void
  /** Asks what to do with an entry; the menu hangs on the element. */
  readonly onMenu: (entry: Entry, anchor: HTMLElement) => void
  readonly onDrag: (entry: Entry | null) => void
}

export const CalendarContext = createContext<CalendarUse | null>(null)

/** What the calendar around a cell offers. Throws outside of one. */
export function useCalendar(): CalendarUse {
  const use = useContext(CalendarContext)
  if (use === null) throw new Error('This stands outside of a calendar')
  return use
}
