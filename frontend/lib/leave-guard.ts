import { useEffect, useLayoutEffect, useRef } from 'react'

/** Returns the position of a history entry, as React Router numbers it; null for an entry not made by it. */
const placeOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

/** Handlers that may stop Back and Forward; only the last one is called. */
const guards: ((event: PopStateEvent) => void)[] = []

// Chromium calls listeners of the window in the order of registration, so this one must precede the router's. For that
// reason `app` imports this file; the router adds its listener later, when it is first rendered.
addEventListener('popstate', (event) => guards.at(-1)?.(event), { capture: true })

/**
 * Stops Back and Forward while `isOn` and calls `ask` with a function that continues the navigation. The browser itself
 * asks before the page is closed or reloaded.
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
