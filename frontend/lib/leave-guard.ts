import { useEffect, useLayoutEffect, useRef } from 'react'

/** Where in the page's history an entry stands, as React Router numbers it; null for an entry it did not make. */
const placeOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

/** Who is asked before Back and Forward, the last one first. */
const guards: ((event: PopStateEvent) => void)[] = []

// Chromium calls the window's listeners in the order they came, so this one must come before the router's: `app` imports
// this file for it.
addEventListener('popstate', (event) => guards.at(-1)?.(event), { capture: true })

/**
 * While on, Back and Forward stay where they are and ask first: `ask` gets the way to go there after all. Closing or
 * reloading the page makes the browser ask. Nothing of the screen changes until the answer is there.
 */
export function useLeaveGuard(isOn: boolean, ask: (leave: () => void) => void): void {
  const latest = useRef(ask)
  useLayoutEffect(() => {
    latest.current = ask
  })

  useEffect(() => {
    if (!isOn) return
    const here = placeOf(history.state)
    let pass: 'returning' | 'leaving' | null = null

    function guard(event: PopStateEvent): void {
      const passing = pass
      pass = null
      if (passing === 'leaving') return
      event.stopImmediatePropagation()
      if (passing === 'returning') return
      const there = placeOf(event.state)
      const steps = here === null || there === null ? -1 : there - here
      pass = 'returning'
      history.go(-steps)
      latest.current(() => {
        pass = 'leaving'
        history.go(steps)
      })
    }

    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.push(guard)
    addEventListener('beforeunload', onUnload)
    return () => {
      guards.splice(guards.indexOf(guard), 1)
      removeEventListener('beforeunload', onUnload)
    }
  }, [isOn])
}
