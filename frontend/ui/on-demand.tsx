import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/** Code in a file of its own, which is loaded at its first use. */
export interface Code<T> {
  /** Loads the code; another call loads nothing again. */
  readonly load: () => Promise<T>
  /** Returns the code, null until it is loaded. */
  readonly loaded: () => T | null
}

/** Returns code that `load` imports, and that is known from then on. */
export function codeFrom<T>(load: () => Promise<T>): Code<T> {
  let code: T | null = null
  return {
    load: async () => {
      code ??= await load()
      return code
    },
    loaded: () => code,
  }
}

/**
 * Loads code at its first use; returns null until it is there. Throws, for the error boundary, when it cannot be
 * loaded. React's `lazy` is not used, as `Suspense` shows its fallback for 300 ms although the code comes at once.
 */
export function useCode<T>({ load, loaded }: Code<T>): T | null {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const code = loaded()
  useEffect(() => {
    if (code !== null) return
    let isGone = false
    load().then(
      () => !isGone && redraw(),
      (error: unknown) => !isGone && setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [code, load])
  if (failure) throw failure.error
  return code
}

/** Returns a component whose code is loaded when it is first shown; `waiting` takes its place until then. */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const code = codeFrom(load)
  return function OnDemand(props: P) {
    const Loaded = useCode(code)
    return Loaded ? <Loaded {...props} /> : waiting(props)
  }
}
