import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Contract } from '../../shared/contract/contracts.ts'
import { parametersWith } from '../lib/url-parameters.ts'
import { rememberOrigin } from './appointment-dialogs.ts'

/** The parameters of any address that open the form of a new sale: `?nieuwe-sale=1`, with it what it comes from. */
const parameters = ['nieuwe-sale', 'sale-afspraak', 'sale-lead', 'sale-contract'] as const
/** Other dialogs that give way to it. */
const others = ['nieuw', 'afspraak', 'bewerken', 'lead', 'nieuw-lead'] as const

/** What a new sale comes from; nothing for an empty form. */
export interface SaleSource {
  readonly appointmentId?: string | undefined
  readonly leadId?: string | undefined
  /** A whole contract, since none is fetched by itself; it stays with the entry of the page's history. */
  readonly contract?: Contract | undefined
}

/** Whether an address asks for the form of a new sale. */
export const asksForSale = (params: URLSearchParams): boolean => params.has('nieuwe-sale')

/** What the address says that the new sale comes from. */
export const sourceOf = (params: URLSearchParams) => ({
  appointmentId: params.get('sale-afspraak') ?? undefined,
  leadId: params.get('sale-lead') ?? undefined,
  contractId: params.get('sale-contract') ?? undefined,
})

/** Opens the form of a new sale over any screen, by its address; the shell shows it. */
export function useSaleDialogs() {
  const [, setParams] = useSearchParams()
  return {
    openNew: useCallback(
      ({ appointmentId, leadId, contract }: SaleSource = {}) => {
        rememberOrigin()
        setParams(
          (before) =>
            changed(before, {
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
    close: useCallback(() => setParams((before) => changed(before, {})), [setParams]),
  }
}

type Values = Partial<Record<(typeof parameters)[number], string | undefined>>

const changed = (before: URLSearchParams, values: Values): URLSearchParams =>
  parametersWith(before, [...parameters, ...others], values)
