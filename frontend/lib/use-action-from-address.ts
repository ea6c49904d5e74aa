import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { replaceParameters } from './url-parameters.ts'

/** Parameter of the address that asks for an action on its screen. */
const NAME = 'doe'

/** Returns the address that opens a screen and starts an action there: `/users?doe=toevoegen`. */
export const actionAddress = (path: string, action: string): string => `${path}?${NAME}=${action}`

/**
 * Runs `act` once when the address asks for `action` (`?doe=<action>`), and removes that parameter from the address.
 * Waits until `isReady`.
 */
export function useActionFromAddress(action: string, act: () => void, isReady = true): void {
  const [params, setParams] = useSearchParams()
  const isAsked = isReady && params.get(NAME) === action
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isAsked) return
    setParams((before) => replaceParameters(before, [NAME], {}), { replace: true })
    latest.current()
  }, [isAsked, setParams])
}
