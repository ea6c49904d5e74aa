import '../../../shared/messages.ts'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { Toaster } from '../toaster.tsx'
import './gallery.css'
import { FrameDemo } from './frame-demo.tsx'
import { Parts } from './parts.tsx'

/** For developers: every component in every state, and a list screen in the frame. Never built for production. */
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Routes>
          <Route
            path="/gallery.html"
            element={new URLSearchParams(location.search).has('parts') ? <Parts /> : <FrameDemo />}
          />
        </Routes>
        <Toaster />
      </BrowserRouter>
    </StrictMode>,
  )
}
