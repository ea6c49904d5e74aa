import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { queryClient } from '../lib/query.ts'
import { Toaster } from '../ui/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Router } from './router.tsx'
import './app.css'

/** The whole of the front end. */
export function App() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Router />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
      <Toaster />
    </StrictMode>
  )
}
