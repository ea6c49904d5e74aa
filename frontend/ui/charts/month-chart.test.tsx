// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../jsdom-gaps.ts'
import { MonthChart } from './month-chart.tsx'

afterEach(cleanup)

const months = ['2026-10', '2026-11', '2026-12']

const drawing = () => document.querySelector('svg.pv-chart-plot')
const bars = () => [...document.querySelectorAll('rect[rx="2.5"]')]
const placeOf = (bar: Element | undefined) =>
  ['x', 'y', 'width', 'height'].map((name) => Number(bar?.getAttribute(name)))

test('draws a stack of bars for each month, a value below 0 downwards, and none for a month without values', () => {
  render(
    <MonthChart
      title="Sales per maand"
      tick={String}
      unfinished="2026-12"
      points={[
        { month: '2026-10', values: { done: 40, open: 10 } },
        { month: '2026-11', values: { done: null, open: null } },
        { month: '2026-12', values: { done: -20, open: 0 } },
      ]}
      series={[
        { key: 'done', label: 'Klaar', kind: 'bar', format: String },
        { key: 'open', label: 'Open', kind: 'bar', hatched: true, format: String },
      ]}
    />,
  )
  expect(bars().map((bar) => bar.getAttribute('class'))).toEqual([
    'pv-chart-bar-chosen',
    'pv-chart-bar-hatched',
    'pv-chart-bar-hatched',
  ])
  const [done, open, below] = bars().map(placeOf)
  const zero = Number(document.querySelector('.pv-chart-zero')?.getAttribute('y1'))
  expect((done?.[1] ?? 0) + (done?.[3] ?? 0)).toBeCloseTo(zero)
  // Hatched bars are drawn half a pixel inside their outline.
  expect((open?.[1] ?? 0) + (open?.[3] ?? 0)).toBeCloseTo((done?.[1] ?? 0) - 0.5)
  expect(below?.[1]).toBeCloseTo(zero + 0.5)
  expect((done?.[3] ?? 0) / ((open?.[3] ?? 0) + 1)).toBeCloseTo(4)
})

test('draws lines through the months with a value, each on its own axis', () => {
  render(
    <MonthChart
      title="Conversie per maand"
      tick={(value) => `${value}%`}
      rightLabel="sales"
      points={months.map((month, at) => ({ month, values: { share: at === 1 ? null : 10, sales: 7, before: 10 } }))}
      series={[
        { key: 'share', label: 'Conversie', kind: 'line', format: String },
        { key: 'sales', label: 'Sales', kind: 'line', side: 'right', format: String },
        { key: 'before', label: 'Vorig jaar', kind: 'dashed', format: String },
      ]}
    />,
  )
  const lines = [...document.querySelectorAll('polyline')].map((line) => line.getAttribute('points')?.split(' '))
  expect(lines.map((places) => places?.length)).toEqual([2, 3, 3])
  const [share, , before] = lines
  expect(share?.[0]).toBe(before?.[0])
  expect(document.querySelectorAll('.pv-chart-dot')).toHaveLength(5)
  expect(drawing()?.textContent).toContain('%')
  expect(drawing()?.textContent).toContain('sales')
})
