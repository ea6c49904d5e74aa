import { useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '../../ui/messages/toast.ts'

type Holds = (id: string) => boolean

/** Last saved record; a new object each time, so that lists also notice a record that is saved again. */
let saved: { readonly id: string } | null = null
const listeners = new Set<() => void>()
const lists = new Set<Holds>()

/**
 * Shows a toast that a record was saved. A list on screen that holds the record scrolls to it and marks it; if no list
 * holds it, the toast has a button that calls `onView`.
 */
export function showSaved(title: string, id: string | number, onView?: () => void): void {
  const isShown = [...lists].some((holds) => holds(String(id)))
  toast({ title, ...(onView && !isShown ? { actions: [{ label: 'Bekijken', onClick: onView }] } : {}) })
  change({ id: String(id) })
}

/**
 * Returns the id of the last saved record, if the list has it (`ids`) and was on screen when it was saved; else null.
 * The list marks the row of that record.
 */
export function useSavedMark(ids: readonly string[]): string | null {
  const [atFirst] = useState(saved)
  const last = useSyncExternalStore(subscribe, () => saved)
  useEffect(() => {
    const holds: Holds = (id) => ids.includes(id)
    lists.add(holds)
    return () => {
      lists.delete(holds)
    }
  }, [ids])
  return last !== atFirst && last !== null && ids.includes(last.id) ? last.id : null
}

function change(next: typeof saved): void {
  saved = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
