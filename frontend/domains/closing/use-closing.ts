import { useSearchParams } from 'react-router-dom'

/** Parameter of an address that is opened from a step of closing: the month that is being closed. */
export const MONTH = 'afsluiten'

/** Parameter of such an address: the step. */
export const STEP = 'stap'

/** Returns the month `yyyy-mm` that is being closed and the step of this address; null outside closing. */
export function useClosing(): { readonly month: string; readonly step: string } | null {
  const [params] = useSearchParams()
  const month = params.get(MONTH)
  return month !== null && /^\d{4}-\d{2}$/.test(month) ? { month, step: params.get(STEP) ?? '' } : null
}
