import { useEffect, useLayoutEffect, useRef } from 'react'

/** Where in the page's history an entry stands, as React Router numbers it; null for an entry it did not make. */
const placeOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null

/**
 * While on, Back and Forward stay where they are and ask first: `ask` gets the way to go there after all. Closing or
 * reloading the page makes the browser ask. It listens before the router does, so that nothing of the screen changes
 * until the answer is there.
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

    function onPop(event: PopStateEvent): void {
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
    addEventListener('popstate', onPop, { capture: true })
    addEventListener('beforeunload', onUnload)
    return () => {
      removeEventListener('popstate', onPop, { capture: true })
      removeEventListener('beforeunload', onUnload)
    }
  }, [isOn])
}
