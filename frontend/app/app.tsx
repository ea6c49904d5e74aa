import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import '../lib/focus-in-sight.ts'
import '../lib/leave-guard.ts'
import { queryClient } from '../lib/query.ts'
import { useTheme } from '../lib/theme.ts'
import { Toaster } from '../ui/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'
import './app.css'

/** The whole of the front end. */
export function App() {
  // Also where nothing shows it, as at the login: the device and other tabs may change it.
  useTheme()
  useToastsAtHand()
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          {/* An address is shown at once: in a transition, what one came from would go on taking clicks meanwhile. */}
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

const signsOfUse = ['pointerdown', 'keydown'] as const

/** Fetches what draws a toast once somebody is at work: a toast that says the network is gone can no longer. */
function useToastsAtHand(): void {
  useEffect(() => {
    const fetched = new AbortController()
    const fetchOnce = () => {
      fetched.abort()
      import('../ui/toast-view.tsx').catch(() => undefined)
    }
    for (const sign of signsOfUse) addEventListener(sign, fetchOnce, { signal: fetched.signal })
    return () => fetched.abort()
  }, [])
}
