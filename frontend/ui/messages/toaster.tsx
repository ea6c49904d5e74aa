import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { getCurrentToast, subscribeToToast } from './toast.ts'

const ToastView = lazy(() => import('./toast-view.tsx'))

/** Shows the toasts of the whole app; mount it once. Its code is loaded with the first toast. */
export function Toaster() {
  const message = useSyncExternalStore(subscribeToToast, getCurrentToast)
  const [used, setUsed] = useState(false)
  if (message !== null && !used) setUsed(true)
  // Stays mounted after the first toast, so that a screen reader knows the region before the next one.
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <ToastView message={message} />
    </Suspense>
  )
}
