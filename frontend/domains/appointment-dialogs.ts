import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Lead } from '../../shared/leads/schemas.ts'
import { rememberDialogOrigin } from '../lib/dialog-origin.ts'
import { replaceParameters } from '../lib/url-parameters.ts'

/**
 * Parameters that open a dialog about appointments at any address. `?nieuw=1` opens the form of a new appointment;
 * `datum`, `tijd`, `agent`, and one of `voor-lead`, `voor-contract` and `voor-klant` fill that form. `?afspraak=<id>`
 * opens the details of an appointment, `?afspraak=<id>&bewerken=1` its form.
 */
const parameters = [
  'nieuw',
  'datum',
  'tijd',
  'agent',
  'voor-lead',
  'voor-contract',
  'voor-klant',
  'afspraak',
  'bewerken',
] as const
type Values = Partial<Record<(typeof parameters)[number], string>>

/** Details of a customer that somebody typed before the form of a new appointment opened. */
export type TypedCustomer = Pick<Lead, 'customerName' | 'customerPhone'> &
  Partial<Record<'customerEmail' | 'postalCode' | 'houseNumber', string | undefined>>

/** Customer of the form that opens next: an address, which browsers keep, names no customer. */
export const typedCustomer: { current: TypedCustomer | undefined } = { current: undefined }

/** Values with which the form of a new appointment starts. */
export interface Start {
  /** Date, `yyyy-mm-dd`. */
  readonly date?: string | undefined
  /** Time, `HH:mm`. */
  readonly time?: string | undefined
  readonly agentId?: string | undefined
  /** Lead that the appointment is planned for; its details fill the form. */
  readonly leadId?: string | undefined
  /** Expiring contract that the appointment is planned for; its details fill the form. */
  readonly contractId?: string | undefined
  /** The customer whose details fill the form. */
  readonly customerId?: string | undefined
  /** Details of the customer as somebody typed them. */
  readonly typed?: TypedCustomer | undefined
}

/** Tells whether an address opens a dialog about appointments. */
export const hasAppointmentDialog = (params: URLSearchParams): boolean => params.has('nieuw') || params.has('afspraak')

/**
 * Reads from an address which appointment dialog it opens and the values a new appointment starts with. Without a
 * dialog `id` is null and `isNew` false.
 */
export function readAppointmentDialog(params: URLSearchParams) {
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
      customerId: params.get('voor-klant') ?? undefined,
    } satisfies Start,
  }
}

/**
 * Returns the query `params` of an address, changed to open the form of the appointment `id` over the current screen.
 */
export const appointmentFormQueryOf = (params: URLSearchParams, id: string): string =>
  `?${changeParams(params, { afspraak: id, bewerken: '1' })}`

/**
 * Returns functions that open and close the appointment dialogs over any screen, by changing the address. The functions
 * stay the same at every render.
 */
export function useAppointmentDialogs() {
  const [, setParams] = useSearchParams()
  // The router's setter is a new function after every change of address. Rows need functions that stay the same, or all
  // of them render again.
  const navigate = useRef(setParams)
  useLayoutEffect(() => {
    navigate.current = setParams
  })

  const show = useCallback((values: Values) => {
    rememberDialogOrigin()
    navigate.current((before) => changeParams(before, values))
  }, [])

  return {
    openNew: useCallback(
      ({ date, time, agentId, leadId, contractId, customerId, typed }: Start = {}) => {
        typedCustomer.current = typed
        show({
          ...{ nieuw: '1', datum: date, tijd: time, agent: agentId },
          ...{ 'voor-lead': leadId, 'voor-contract': contractId, 'voor-klant': customerId },
        } as Values)
      },
      [show],
    ),
    openDetails: useCallback(({ id }: { readonly id: string }) => show({ afspraak: id }), [show]),
    openForm: useCallback(({ id }: { readonly id: string }) => show({ afspraak: id, bewerken: '1' }), [show]),
    close: useCallback(() => {
      typedCustomer.current = undefined
      show({})
    }, [show]),
  }
}

const changeParams = (before: URLSearchParams, values: Values): URLSearchParams =>
  replaceParameters(before, parameters, values)
