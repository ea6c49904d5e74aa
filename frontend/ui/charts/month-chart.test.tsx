// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '../jsdom-gaps.ts'
import { MonthChart } from './month-chart.tsx'

class NeverNear {
  observe(): void {}
  disconnect(): void {}
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Finds the drawing, or the table that is printed while the code of the drawing is not loaded. */
const figures = () => document.querySelector('svg.recharts-surface') ?? screen.queryByRole('table')

it('prints a chart that was never near the screen', () => {
  vi.stubGlobal('IntersectionObserver', NeverNear)
  render(
    <MonthChart
      title="Sales per maand"
      tick={String}
      points={['2026-10', '2026-11'].map((month, at) => ({ month, values: { sales: 40 + at } }))}
      series={[{ key: 'sales', label: 'Sales', kind: 'bar', format: String }]}
    />,
  )
  expect(figures()).toBeNull()
  fireEvent(window, new Event('beforeprint'))
  expect(figures()).not.toBeNull()
  fireEvent(window, new Event('afterprint'))
  expect(figures()).toBeNull()
})
