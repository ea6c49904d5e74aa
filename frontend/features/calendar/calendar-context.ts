import { createContext, useContext } from 'react'
import type { Entry, Landing, Slot } from './entries.ts'

/** What the cells of a calendar need to know and can ask for. */
export interface CalendarUse {
  /** The slot whose contents are in the tab order. */
  readonly active: string
  /** Where what is dragged would land, and the slot of that. */
  readonly over: { readonly key: string; readonly to: Landing } | null
  readonly mayBook: (slot: Slot) => boolean
  readonly mayEdit: (entry: Entry) => boolean
  /** The address with an appointment open. */
  readonly linkTo: (entry: Entry) => string
  /** Books at a quarter counted from the start of a slot. */
  readonly onBook: (slot: Slot, quarter: number) => void
  readonly onOpenDay: (date: string) => void
  /** Asks what to do with an entry; the menu hangs on the element. */
  readonly onMenu: (entry: Entry, anchor: HTMLElement) => void
  /** An entry is taken up so many pixels below its top, or let go. */
  readonly onDrag: (entry: Entry | null, grip?: number) => void
}

export const CalendarContext = createContext<CalendarUse | null>(null)

/** What the calendar around a cell offers. Throws outside of one. */
export function useCalendar(): CalendarUse {
  const use = useContext(CalendarContext)
  if (use === null) throw new Error('This stands outside of a calendar')
  return use
}
