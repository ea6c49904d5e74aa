/** Action that is still possible after what a toast tells, such as `Ongedaan maken`. */
interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

/** Temporary message about a result; errors of a form stand under its fields instead (design.md rule 4). */
export interface ToastMessage {
  readonly title: string
  readonly description?: string
  readonly tone?: 'ok' | 'info' | 'destructive'
  readonly actions?: readonly ToastAction[]
  /** Milliseconds on screen; by default 5000, or 10,000 with an action (spec §9). */
  readonly duration?: number
}

export interface ShownToast extends ToastMessage {
  readonly id: number
  readonly duration: number
}

const DURATION_MS = 5000
/** Milliseconds on screen with an action: long enough to read, decide and reach the button. */
const ACTION_DURATION_MS = 10_000
const listeners = new Set<() => void>()
let shown: ShownToast | null = null
let count = 0

/** Shows a toast in place of the present one: at most one at a time (spec §9). Also works outside React. */
export function toast(message: ToastMessage): void {
  count += 1
  shown = { duration: message.actions ? ACTION_DURATION_MS : DURATION_MS, ...message, id: count }
  tell()
}

/** Removes the toast from the screen; with an id only the toast with that id. */
export function dismissToast(id?: number): void {
  if (shown === null || (id !== undefined && shown.id !== id)) return
  shown = null
  tell()
}

/** Returns the toast on screen; null without one. */
export const getCurrentToast = (): ShownToast | null => shown

/** Calls the listener when the toast changes; returns a function that stops this. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
