import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Endpoint } from '../../shared/contract/endpoint.ts'
import { formatNumber } from '../lib/format.ts'
import { refresh } from '../lib/query.ts'
import { parametersWith } from '../lib/url-parameters.ts'
import { toast } from '../ui/toast.ts'
import { tellFailure } from './failure.ts'

/** Stopped: nothing moves it on any more, until somebody goes on with it. */
export type RunState = 'running' | 'stopped' | 'done'

interface Run {
  readonly state: RunState
}

/** How often a run is asked how far it is. */
const LOOK_MS = 1_000

/** Options beside the query of one run: asked anew as long as it runs. */
export const followed = {
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: Run | undefined } }) =>
    data && data.state !== 'running' ? (false as const) : LOOK_MS,
}

/** Calls `tell` once when a run ends before one's eyes; one that is new may have ended at once. */
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

/** Has the results of a run fetched anew whenever it did more. */
export function useFreshResults(endpoint: Pick<Endpoint, 'path'>, done: number): void {
  const known = useRef(done)
  useEffect(() => {
    if (done === known.current) return
    known.current = done
    refresh([endpoint])
  }, [endpoint, done])
}

/** A run that was started here, and how many things it will go over; null where that is not known. */
export interface Started {
  readonly id: string
  readonly rows: number | null
}

/** The run that is shown, by the address (`?run=<id>`), so that a reload goes on showing it. */
export function useShownRun() {
  const [params, setParams] = useSearchParams()
  const [started, setStarted] = useState<Started | null>(null)

  function show(id: string | null): void {
    setParams((before) => parametersWith(before, ['run'], { run: id ?? undefined }), { replace: true })
  }

  function start(run: Started): void {
    setStarted(run)
    show(run.id)
  }

  return { id: params.get('run'), started, start, show, close: () => show(null) }
}

interface ChangeMany<Wish> {
  readonly isPending: boolean
  readonly mutateAsync: (input: {
    body: { rows: { id: string; version: number }[] } & Wish
  }) => Promise<{ readonly id: string }>
}

interface BulkChange {
  /** The most records that one run takes. */
  readonly most: number
  readonly noun: { readonly many: string }
  /** The toast when a run could not begin. */
  readonly failure: { readonly title?: string; readonly fallback: string }
  /** Called once a run has begun: the selection is done with. */
  readonly onBegun: () => void
}

/** Begins runs over several records, each under the version that was seen, and shows them by the address. */
export function useBulkChange<Wish extends object>(
  { isPending, mutateAsync }: ChangeMany<Wish>,
  { most, noun, failure, onBegun }: BulkChange,
) {
  const shown = useShownRun()
  return {
    isPending,
    /** Begins a run; throws once the failure is told. */
    async change(records: readonly { readonly id: string; readonly version: number }[], wish: Wish): Promise<void> {
      const rows = records.map(({ id, version }) => ({ id, version }))
      try {
        const { id } = await mutateAsync({ body: { rows, ...wish } })
        shown.start({ id, rows: rows.length })
        onBegun()
      } catch (error) {
        tellFailure(error, failure)
        throw error
      }
    },
    /** Tells whether a run takes a selection, and says so where it is too large. */
    fits(records: readonly unknown[]): boolean {
      if (records.length <= most) return true
      toast({ title: `Kies hoogstens ${formatNumber(most)} ${noun.many}`, tone: 'info' })
      return false
    },
  }
}
