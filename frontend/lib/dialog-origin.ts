/** Element that had focus before a dialog opened; it gets focus back, also after one dialog replaced another. */
export const dialogOrigin: { current: HTMLElement | null } = { current: null }

/**
 * Stores the focused element in `dialogOrigin`, to focus it again after the dialog that opens now. Does nothing while
 * the focus is within a dialog.
 */
export function rememberDialogOrigin(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && !active.closest('[role="dialog"]')) dialogOrigin.current = active
}
