import { useRef, useState } from 'react'
import { useUser } from '../../../lib/session.ts'
import type { CalendarUse } from '../calendar-context.ts'
import { type Entry, findLanding, hourOf, isAt, type Landing, type Slot, slotKeyOf } from '../entries.ts'
import { nearestQuarter } from '../pointer.ts'

/**
 * Follows an entry that is dragged over the calendar. `slotNamed` returns the slot for a key; `onLand` receives where
 * the entry was dropped, if that is another place.
 */
export function useDrag(slotNamed: (key: string) => Slot, onLand: (entry: Entry, to: Landing) => void) {
  const user = useUser()
  const [over, setOver] = useState<CalendarUse['over']>(null)
  const dragged = useRef<{ readonly entry: Entry; readonly grip: number } | null>(null)

  const onDrag: CalendarUse['onDrag'] = (entry, grip = 0) => {
    dragged.current = entry && { entry, grip }
    if (entry === null) setOver(null)
  }

  /** Returns where a dragged entry would land; null where that is not allowed, and without a dragged entry. */
  function landingAt(cell: HTMLElement | null, y: number): CalendarUse['over'] {
    const key = cell?.dataset['slot']
    if (!cell || key === undefined || dragged.current === null) return null
    const { entry, grip } = dragged.current
    const slot = slotNamed(key)
    const isGivenAway = slot.agent !== null && slot.agent.id !== entry.appointment.agentId
    if (isGivenAway && user.role === 'agent') return null
    const quarter = typeof slot.hour === 'number' ? nearestQuarter(cell, y - grip) : 0
    const to = findLanding(entry, slot, quarter)
    return {
      key: to.time === null || slot.hour === null ? key : slotKeyOf({ ...slot, hour: hourOf({ time: to.time }) }),
      to,
    }
  }

  function drag(cell: HTMLElement | null, y: number): boolean {
    const next = landingAt(cell, y)
    setOver((known) => (known?.key === next?.key && known?.to.time === next?.to.time ? known : next))
    return next !== null
  }

  function drop(cell: HTMLElement, y: number): void {
    const landing = landingAt(cell, y)
    setOver(null)
    if (landing === null || dragged.current === null) return
    const { entry } = dragged.current
    if (!isAt(entry, landing.to)) onLand(entry, landing.to)
  }

  return { over, onDrag, drag, drop }
}
