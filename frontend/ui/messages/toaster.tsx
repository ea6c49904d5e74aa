import { useState, useSyncExternalStore } from 'react'
import { onDemand } from '../on-demand.tsx'
import { getCurrentToast, subscribeToToast } from './toast.ts'

const ToastView = onDemand(() => import('./toast-view.tsx').then((m) => m.default))

/** Shows the toasts of the whole app; mount it once. Its code is loaded with the first toast. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToast, getCurrentToast)
  const [used, setUsed] = useState(false)
  if (message !== null && !used) setUsed(true)
  // Stays mounted after the first toast, so that a screen reader knows the region before the next one.
  if (!used) return null
  return <ToastView message={message} />
}
