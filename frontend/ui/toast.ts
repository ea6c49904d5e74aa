/** A result that passes by; errors of a form stand under its fields instead (design.md rule 4). */
export interface ToastMessage {
  readonly title: string
  readonly description?: string
  readonly tone?: 'ok' | 'info' | 'destructive'
  /** One thing that can still be done about it, such as `Ongedaan maken`. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Milliseconds on screen (spec §9). */
  readonly duration?: number
}

export interface ShownToast extends ToastMessage {
  readonly id: number
  readonly duration: number
}

const DURATION_MS = 5000
/** With something to do about it: long enough to read, decide and reach it. */
const ACTION_DURATION_MS = 10_000
const listeners = new Set<() => void>()
let shown: ShownToast | null = null
let count = 0

/** Shows a toast, in place of the one that is there: at most one at a time (spec §9). Usable outside React. */
export function toast(message: ToastMessage): void {
  count += 1
  shown = { duration: message.action ? ACTION_DURATION_MS : DURATION_MS, ...message, id: count }
  tell()
}

/** Takes the toast away; with an id only if that one is still shown. */
export function dismissToast(id?: number): void {
  if (shown === null || (id !== undefined && shown.id !== id)) return
  shown = null
  tell()
}

/** The toast on screen. */
export const currentToast = (): ShownToast | null => shown

/** Calls the listener when the toast changes; returns the way to stop. */
export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
