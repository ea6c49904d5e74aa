import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { parametersWith } from './url-parameters.ts'

/** The parameter of an address that asks for something on its screen. */
const NAME = 'doe'

/** The address of a screen that does something at once: `/users?doe=toevoegen`. */
export const addressDoing = (path: string, action: string): string => `${path}?${NAME}=${action}`

/** Does once what the address asks for, and takes that out of it. */
export function useAskedAction(action: string, act: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.get(NAME) === action
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isAsked) return
    setParams((before) => parametersWith(before, [NAME], {}), { replace: true })
    latest.current()
  }, [isAsked, setParams])
}
