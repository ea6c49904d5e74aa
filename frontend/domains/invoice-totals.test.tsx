// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TotalsText } from './invoice-totals.tsx'

afterEach(cleanup)

const totals = { amount: 100, vatAmount: 21, totalAmount: 121, payableToday: 0, inPaymentFile: 0 }

it('says what a list adds up to, and of more than is added up at once how to see less', () => {
  render(<TotalsText totals={{ ...totals, count: 1, isWhole: true }} />)
  expect(screen.getByText(/^Incl\./).textContent?.replaceAll('\u00a0', ' ')).toBe('Incl. € 121,00')
  cleanup()
  const { container } = render(<TotalsText totals={{ ...totals, count: 5_000, isWhole: false }} />)
  expect(container.textContent).toBe('Meer dan 5.000 facturen: kies een kortere periode voor een totaal')
})

it('says what partners owe us where credit notes come to more than invoices', () => {
  render(<TotalsText totals={{ ...totals, payableToday: -12.5, count: 2 }} />)
  expect(screen.getByText(/tegoed/).textContent?.replaceAll('\u00a0', ' ')).toBe('Van partners tegoed € 12,50')
  expect(screen.queryByText(/te betalen/)).toBeNull()
})
