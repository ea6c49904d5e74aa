import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import { addSeconds, type Instant, now } from '../../shared/time.ts'
import { getSession, subscribeToSession } from '../lib/session.ts'
import { useMinute } from '../lib/use-minute.ts'

/** Change that the user made in this tab and can undo. */
export interface ChangeMade {
  readonly key: string
  readonly title: ReactNode
  readonly description?: ReactNode | undefined
  readonly at: Instant
  /** Id of the changed record, of which the newest change is undone first. */
  readonly recordId: string
  /** Version of the record after the change; each change raises it by one. */
  readonly version: number
  /** Undoes the change of that version and tells the user. Returns the record or null; rejects with the failure. */
  readonly undo: (version: number) => Promise<{ readonly version: number } | null>
  /** Text for a failure to which the server gives none. */
  readonly fallback: string
  readonly isBusy?: boolean
  /** Reason that the undo failed. */
  readonly problem?: string
  /** Set once the undo is no longer possible. */
  readonly isOver?: boolean
}

/** Changes of this tab, newest first. */
let changes: readonly ChangeMade[] = []
const listeners = new Set<() => void>()

function put(next: readonly ChangeMade[]): void {
  changes = next
  for (const listener of listeners) listener()
}

/** User whose changes these are. */
let userId: string | undefined

// A logout forgets the changes, so that no later user of this tab sees them.
subscribeToSession(() => {
  if (getSession().user?.id !== userId) forgetChanges()
})

const isRecent = ({ at }: ChangeMade): boolean => addSeconds(at, UNDO_MINUTES * 60) > now()

/** Remembers a change for ten minutes, in place of one with the same key. */
export function rememberChange(change: ChangeMade): void {
  userId = getSession().user?.id
  const others = changes.filter((one) => one.key !== change.key && isRecent(one))
  put([change, ...others].toSorted((a, b) => b.at.localeCompare(a.at)))
}

/** Sets what became of an undo. */
export const markChange = (key: string, mark: Partial<ChangeMade>): void =>
  put(changes.map((one) => (one.key === key ? { ...one, ...mark } : one)))

/**
 * Removes a change that was undone. `version` is the version of its record since: the change before it is undone by that
 * one, unless somebody else changed the record between the two.
 */
export function dropChange(undone: ChangeMade, version?: number): void {
  const isBefore = (one: ChangeMade) => one.recordId === undone.recordId && one.version === undone.version - 1
  put(
    changes
      .filter(({ key }) => key !== undone.key)
      .map((one) => (version !== undefined && isBefore(one) ? { ...one, version } : one)),
  )
}

/** Forgets the changes of a record, or all. */
export const forgetChanges = (recordId?: string): void =>
  put(recordId === undefined ? [] : changes.filter((one) => one.recordId !== recordId))

/** Returns the changes of the last ten minutes, newest first. */
export const listChanges = (): readonly ChangeMade[] => changes.filter(isRecent)

/** Tells whether a change can be undone now: of a record, only the newest. */
export const canUndo = (change: ChangeMade): boolean =>
  !change.isBusy &&
  !change.isOver &&
  listChanges().find(({ recordId, isOver }) => recordId === change.recordId && !isOver)?.key === change.key

/** Returns the changes of the last ten minutes as React state. */
export function useChanges(): readonly ChangeMade[] {
  useMinute()
  useSyncExternalStore(subscribe, () => changes)
  return listChanges()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
