import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatNumber } from '../../lib/format.ts'
import { replaceParameters } from '../../lib/url-parameters.ts'
import { toast } from '../../ui/messages/toast.ts'
import { showFailure } from '../failure.ts'

/** State of a run; a stopped run waits until somebody continues it. */
export type RunState = 'running' | 'stopped' | 'done'

interface Run {
  readonly state: RunState
}

/** Milliseconds between two checks of the progress of a run. */
const LOOK_MS = 1_000

/** Query options of one run: it is fetched again every second while it runs. */
export const followedRun = {
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Run | undefined } }) =>
    data && data.state !== 'running' ? (false as const) : LOOK_MS,
}

/**
 * Calls `tell` once when a run ends while it is on screen. With `isNew` also when the run had ended before it was
 * shown.
 */
export function useRunEnd<R extends Run>(run: R | undefined, isNew: boolean, tell: (run: R) => void): void {
  const wasRunning = useRef(isNew)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (run?.state === 'running') wasRunning.current = true
    if (run?.state !== 'done' || !wasRunning.current) return
    wasRunning.current = false
    latest.current(run)
  }, [run])
}

/** Run that was started on this screen, and its number of records (null where that is unknown). */
export interface Started {
  readonly id: string
  readonly rows: number | null
}

/**
 * Returns the `id` of the run in the address (`?run=<id>`, which survives a reload), null without that parameter. Also
 * returns the run last started here (`started`, null before the first), and functions to start, show and close a run.
 * A screen with several kinds of run gives each its own `parameter`.
 */
export function useShownRun(parameter = 'run') {
  const [params, setParams] = useSearchParams()
  const [started, setStarted] = useState<Started | null>(null)

  function show(id: string | null): void {
    setParams((before) => replaceParameters(before, [parameter], { [parameter]: id ?? undefined }), { replace: true })
  }

  function start(run: Started): void {
    setStarted(run)
    show(run.id)
  }

  return { id: params.get(parameter), started, start, show, close: () => show(null) }
}

interface ChangeMany<Wish> {
  readonly isPending: boolean
  readonly mutateAsync: (input: {
    body: { rows: { id: string; version?: number }[] } & Wish
  }) => Promise<{ readonly id: string }>
}

interface BulkChange {
  /** Maximum number of records in one run. */
  readonly most: number
  readonly noun: { readonly many: string }
  /** Texts of the toast when a run could not start. */
  readonly failure: { readonly title?: string; readonly fallback: string }
  /** Called when a run has started, to clear the selection. */
  readonly onBegun: () => void
  /** Parameter of the address that names the run; see `useShownRun`. */
  readonly parameter?: string
}

/**
 * Returns functions that start a run (one change of many records) and check that a selection fits in one run. A record
 * with a `version` is changed only while it still has that version.
 */
export function useBulkChange<Wish extends object>(
  { isPending, mutateAsync }: ChangeMany<Wish>,
  { most, noun, failure, onBegun, parameter }: BulkChange,
) {
  const shown = useShownRun(parameter)
  return {
    isPending,
    /** Starts a run; throws after reporting a failure. */
    async change(records: readonly { readonly id: string; readonly version?: number }[], wish: Wish): Promise<void> {
      const rows = records.map(({ id, version }) => (version === undefined ? { id } : { id, version }))
      try {
        const { id } = await mutateAsync({ body: { rows, ...wish } })
        shown.start({ id, rows: rows.length })
        onBegun()
      } catch (error) {
        showFailure(error, failure)
        throw error
      }
    },
    /** Tells whether a selection fits in one run, and shows a message when it is too large. */
    fits(records: readonly unknown[]): boolean {
      if (records.length <= most) return true
      toast({ title: `Kies hoogstens ${formatNumber(most)} ${noun.many}`, tone: 'info' })
      return false
    },
  }
}
