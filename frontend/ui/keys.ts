import { type KeyboardEvent as FieldKey, useEffect, useLayoutEffect, useRef } from 'react'

/** Selector of fields in which the user types; they use the keys themselves. */
const TYPING = 'input, textarea, select, [contenteditable="true"]'
/** Selector of open dialogs and menus; while one is open, keys do not act on the screen below it. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]'
/** Selector of open forms, questions and menus, in which the user is busy with something else. */
const BUSY = '[role="dialog"] form, [role="alertdialog"], [role="menu"]'

/**
 * Calls the function that `keys` has for a pressed key, such as `n`. Ignores keys with Ctrl, ⌘ or Alt, and all keys
 * while the user types, or a dialog or menu is open.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      if (isTyping || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const does = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!does || document.querySelector(OPEN)) return
      event.preventDefault()
      does()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/**
 * Calls `undo` on Ctrl Z or ⌘ Z. While the user types, or a form, question or menu is open, the keys stay the browser's.
 */
export function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null
      if (isTyping || event.defaultPrevented || event.repeat || document.querySelector(BUSY)) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo])
}

/** Moves the focus with ← and → along the buttons of a group that is one Tab stop. */
export function stepAlong({ key, target, currentTarget }: FieldKey<HTMLElement>): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('button, input')]
  if (by !== undefined) stops[stops.indexOf(target as HTMLElement) + by]?.focus()
}

/** Tells whether a key press submits a form: Ctrl or ⌘ with Enter. */
export const isSubmitKey = (event: FieldKey): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented
