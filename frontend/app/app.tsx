import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import '../lib/focus-in-sight.ts'
import '../lib/leave-guard.ts'
import { queryClient } from '../lib/query.ts'
import { useTheme } from '../lib/theme.ts'
import { Toaster } from '../ui/messages/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'
import './app.css'

/** Shows the whole app: theme, router, query cache, error boundaries and toasts. */
export function App() {
  // Applies the theme on every screen, also at the login, because the device or another tab may change the theme.
  useTheme()
  usePreloadedToasts()
  return (
    <StrictMode>
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
    </StrictMode>
  )
}

const firstUses = ['pointerdown', 'keydown'] as const

/**
 * Loads the code of toasts at the first click or key press, so that a toast can be shown if the network fails later.
 */
function usePreloadedToasts(): void {
  useEffect(() => {
    const fetched = new AbortController()
    const fetchOnce = () => {
      fetched.abort()
      import('../ui/messages/toast-view.tsx').catch(() => undefined)
    }
    for (const event of firstUses) addEventListener(event, fetchOnce, { signal: fetched.signal })
    return () => fetched.abort()
  }, [])
}
