import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchErrors } from './errors/report-errors.ts'

watchErrors()

// Strict mode finds impure components during development, and does nothing in a built site.
const app = import.meta.env.DEV ? (
  <StrictMode>
    <App />
  </StrictMode>
) : (
  <App />
)
const root = document.getElementById('root')
if (root) createRoot(root).render(app)
