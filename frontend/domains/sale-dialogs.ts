import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Contract } from '../../shared/contracts/schemas.ts'
import { rememberDialogOrigin } from '../lib/dialog-origin.ts'
import { replaceParameters } from '../lib/url-parameters.ts'

/** Parameters of any address that open the form of a new sale: `?nieuwe-sale=1`, with the record it comes from. */
const parameters = ['nieuwe-sale', 'sale-afspraak', 'sale-lead', 'sale-contract'] as const

/** Parameters of other dialogs, which the form replaces. */
const others = ['nieuw', 'afspraak', 'bewerken', 'lead', 'nieuw-lead'] as const

/** Record that a new sale comes from; none for an empty form. */
export interface SaleSource {
  readonly appointmentId?: string | undefined
  readonly leadId?: string | undefined
  /** Contract that fills the form. The address has only its id; the contract itself is kept in the history entry. */
  readonly contract?: Contract | undefined
}

/** Tells whether an address opens the form of a new sale over its screen. */
export const hasSaleDialog = (params: URLSearchParams): boolean => params.has('nieuwe-sale')

/** Reads from an address the ids of the records that a new sale comes from; undefined where absent. */
export const readSaleSource = (params: URLSearchParams) => ({
  appointmentId: params.get('sale-afspraak') ?? undefined,
  leadId: params.get('sale-lead') ?? undefined,
  contractId: params.get('sale-contract') ?? undefined,
})

/**
 * Returns functions that open and close the form of a new sale over any screen, by changing the address. Both close
 * other dialogs. Opening also remembers the focused element, which gets focus back after the form.
 */
export function useSaleDialogs() {
  const [, setParams] = useSearchParams()
  return {
    openNew: useCallback(
      ({ appointmentId, leadId, contract }: SaleSource = {}) => {
        rememberDialogOrigin()
        setParams(
          (before) =>
            changeParams(before, {
              'nieuwe-sale': '1',
              'sale-afspraak': appointmentId,
              'sale-lead': leadId,
              'sale-contract': contract?.id,
            }),
          { state: contract ? { contract } : null },
        )
      },
      [setParams],
    ),
    close: useCallback(() => setParams((before) => changeParams(before, {})), [setParams]),
  }
}

type Values = Partial<Record<(typeof parameters)[number], string | undefined>>

const changeParams = (before: URLSearchParams, values: Values): URLSearchParams =>
  replaceParameters(before, [...parameters, ...others], values)
