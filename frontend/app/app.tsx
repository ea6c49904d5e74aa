import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import '../lib/focus-in-sight.ts'
import '../lib/leave-guard.ts'
import { queryClient } from '../lib/freshness.ts'
import { useTheme } from '../lib/theme.ts'
import { Toaster } from '../ui/messages/toaster.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { onFirstUse } from './on-first-use.ts'
import { Router } from './router.tsx'

/** Shows the whole app: theme, router, query cache, error boundaries and toasts. */
export function App() {
  // Applies the theme on every screen, also at the login, because the device or another tab may change the theme.
  useTheme()
  // So that a toast can be shown if the network fails later.
  useEffect(() => onFirstUse(() => import('../ui/messages/toast-view.tsx')), [])
  return (
    <>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          {/* Shows a new address at once. In a transition, the previous screen would still accept clicks. */}
          <BrowserRouter useTransitions={false}>
            <Router />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
      <ErrorBoundary instead={null}>
        <Toaster />
      </ErrorBoundary>
    </>
  )
}
