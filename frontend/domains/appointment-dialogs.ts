import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parametersWith } from '../lib/url-parameters.ts'

/** The parameters of any address that open a dialog: `?nieuw=1&datum=&tijd=&agent=&voor-lead=` (or `voor-contract`), `?afspraak=<id>`, with it `&bewerken=1`. */
const parameters = ['nieuw', 'datum', 'tijd', 'agent', 'voor-lead', 'voor-contract', 'afspraak', 'bewerken'] as const
type Values = Partial<Record<(typeof parameters)[number], string>>

/** What a new appointment starts with. */
export interface Start {
  /** `yyyy-mm-dd`. */
  readonly date?: string | undefined
  /** `HH:mm`. */
  readonly time?: string | undefined
  /** Whom it is for. */
  readonly agentId?: string | undefined
  /** The lead it is planned for, whose details fill the form. */
  readonly leadId?: string | undefined
  /** The expiring contract it is planned for, likewise. */
  readonly contractId?: string | undefined
}

/** What had focus before a dialog opened, also where one dialog gives way to another; it gets focus back. */
export const dialogOrigin: { current: HTMLElement | null } = { current: null }

/** Notes what has focus, to be focused again after the dialog that opens now. */
export function rememberOrigin(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && !active.closest('[role="dialog"]')) dialogOrigin.current = active
}

/** Whether an address asks for a dialog about appointments. */
export const asksForAppointment = (params: URLSearchParams): boolean => params.has('nieuw') || params.has('afspraak')

/** The dialog an address asks for; no dialog: both `id` is null and `isNew` false. */
export function askedOf(params: URLSearchParams) {
  return {
    id: params.get('afspraak'),
    isNew: params.get('nieuw') === '1',
    isEditing: params.get('bewerken') === '1',
    start: {
      date: params.get('datum') ?? undefined,
      time: params.get('tijd') ?? undefined,
      agentId: params.get('agent') ?? undefined,
      leadId: params.get('voor-lead') ?? undefined,
      contractId: params.get('voor-contract') ?? undefined,
    } satisfies Start,
  }
}

/** The query of an address with the form of an appointment open over it, where one may not edit its details. */
export const withAppointment = (params: URLSearchParams, id: string): string =>
  `?${changed(params, { afspraak: id, bewerken: '1' })}`

/**
 * Opens the dialogs about appointments over any screen, by its address; the shell shows them. The functions stay the
 * same for the life of the screen.
 */
export function useAppointmentDialogs() {
  const [, setParams] = useSearchParams()
  // The router's setter is new at every address; what is handed to rows must not be, or all are drawn anew.
  const navigate = useRef(setParams)
  useLayoutEffect(() => {
    navigate.current = setParams
  })

  const show = useCallback((values: Values) => {
    rememberOrigin()
    navigate.current((before) => changed(before, values))
  }, [])

  return {
    openNew: useCallback(
      ({ date, time, agentId, leadId, contractId }: Start = {}) =>
        show({
          ...{ nieuw: '1', datum: date, tijd: time, agent: agentId },
          ...{ 'voor-lead': leadId, 'voor-contract': contractId },
        } as Values),
      [show],
    ),
    openDetails: useCallback(({ id }: { readonly id: string }) => show({ afspraak: id }), [show]),
    openForm: useCallback(({ id }: { readonly id: string }) => show({ afspraak: id, bewerken: '1' }), [show]),
    close: useCallback(() => show({}), [show]),
  }
}

const changed = (before: URLSearchParams, values: Values): URLSearchParams => parametersWith(before, parameters, values)
