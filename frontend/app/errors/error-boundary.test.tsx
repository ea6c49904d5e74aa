// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from '../../lib/page.ts'
import { ErrorBoundary } from './error-boundary.tsx'

let problem: Error | null = null

function Screen() {
  if (problem) throw problem
  return <p>Alles goed</p>
}

// When a boundary catches an error, React also writes the error to the console. This silences the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const open = () =>
  render(
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>,
  )

test('a failed screen shows an error without details and a retry button', async () => {
  problem = new Error('x is not a function')
  open()
  expect(screen.getByRole('alert').textContent).toContain('Er is iets misgegaan')
  expect(screen.queryByText(/x is not a function/)).toBeNull()

  problem = null
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(screen.getByText('Alles goed')).toBeTruthy()
})

test.each([
  new TypeError('Failed to fetch dynamically imported module: https://x/assets/a.js'),
  new TypeError('error loading dynamically imported module: https://x/assets/a.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/a.css'),
])('when the file of a screen is gone after a release, the retry button reloads the page (%s)', async (missing) => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {})
  problem = missing
  open()
  expect(screen.getByText('Er is een nieuwe versie van Partnerview. Laad de pagina opnieuw.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('without a network, a screen that cannot be loaded does not mention a new version', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  problem = new Error('Unable to preload CSS for /assets/a.css')
  open()
  expect(screen.getByText(/^Geen verbinding met de server/)).toBeTruthy()
})

test('an optional part that fails leaves its place empty', () => {
  problem = new Error('Unable to preload CSS for /assets/a.css')
  const { container } = render(
    <ErrorBoundary instead={null}>
      <Screen />
    </ErrorBoundary>,
  )
  expect(container.innerHTML).toBe('')
})
