import { createContext, useContext } from 'react'
import type { Entry, Landing, Slot } from './entries.ts'

/** Data and actions that the cells of a calendar use. */
export interface CalendarUse {
  /** Key of the slot whose content is in the tab order. */
  readonly active: string
  /**
   * Where a dragged appointment would land, and the key of that slot. Null while nothing is dragged, and over a slot
   * where it may not land.
   */
  readonly over: { readonly key: string; readonly to: Landing } | null
  readonly mayBook: (slot: Slot) => boolean
  readonly mayEdit: (entry: Entry) => boolean
  /** Returns the page address that opens an appointment. */
  readonly linkTo: (entry: Entry) => string
  /** Opens the form of a new appointment at a quarter, counted from the start of a slot. */
  readonly onBook: (slot: Slot, quarter: number) => void
  readonly onOpenDay: (date: string) => void
  /** Opens the menu of an entry at an element. */
  readonly onMenu: (entry: Entry, anchor: HTMLElement) => void
  /** Starts dragging an entry, held `grip` pixels below its top; with null, ends the dragging. */
  readonly onDrag: (entry: Entry | null, grip?: number) => void
}

/** React context with the data and actions for the cells of a calendar; null outside a calendar. */
export const CalendarContext = createContext<CalendarUse | null>(null)

/** Returns the data and actions of the calendar that surrounds a cell; throws outside a calendar. */
export function useCalendar(): CalendarUse {
  const use = useContext(CalendarContext)
  if (use === null) throw new Error('This stands outside of a calendar')
  return use
}
