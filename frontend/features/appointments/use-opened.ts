import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Appointment } from '../../../shared/contract/appointments.ts'

/** The address parameters that open a dialog: `?nieuw=1`, `?afspraak=<id>` and with it `&bewerken=1`. */
const parameters = ['nieuw', 'afspraak', 'bewerken'] as const

/**
 * Which dialog is open, kept in the address. An appointment of the address is found among the loaded ones; one that has
 * since left the list, because its status no longer passes the filter, stays open as it was last seen.
 */
export function useOpened(loaded: readonly Appointment[] | undefined) {
  const [params, setParams] = useSearchParams()
  const [seen, setSeen] = useState<Appointment | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  // The router's setter is new at every address; what is handed to the rows must not be, or all are drawn anew.
  const navigate = useRef(setParams)
  useLayoutEffect(() => {
    navigate.current = setParams
  })
  const id = params.get('afspraak')
  const found = id === null ? undefined : loaded?.find((appointment) => appointment.id === id)
  if (found && found !== seen) setSeen(found)

  const show = useCallback((values: Partial<Record<(typeof parameters)[number], string>>) => {
    const active = document.activeElement
    if (active instanceof HTMLElement && !active.closest('[role="dialog"]')) origin.current = active
    navigate.current((before) => {
      const after = new URLSearchParams(before)
      for (const name of parameters) after.delete(name)
      for (const [name, value] of Object.entries(values)) after.set(name, value)
      return after
    })
  }, [])

  const open = useCallback(
    (appointment: Appointment, more: { bewerken?: string } = {}) => {
      setSeen(appointment)
      show({ afspraak: appointment.id, ...more })
    },
    [show],
  )

  return {
    /** What had focus before a dialog opened, also where one dialog gives way to another. */
    origin,
    opened: found ?? (seen?.id === id ? seen : null),
    isNew: params.get('nieuw') === '1',
    isEditing: params.get('bewerken') === '1',
    openNew: useCallback(() => show({ nieuw: '1' }), [show]),
    openDetails: useCallback((appointment: Appointment) => open(appointment), [open]),
    openForm: useCallback((appointment: Appointment) => open(appointment, { bewerken: '1' }), [open]),
    close: useCallback(() => show({}), [show]),
  }
}
