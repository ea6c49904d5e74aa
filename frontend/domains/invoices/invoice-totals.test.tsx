// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FilterTotals, formatDocumentCounts, TotalsText } from './invoice-totals.tsx'

afterEach(cleanup)

const totals = {
  ...{ count: 2, creditNotes: 0, amount: 150, vatAmount: 31.5, totalAmount: 181.5 },
  ...{ concept: 60.5, paid: 21, toPay: 100, payableToday: 0, inPaymentFile: 0, isComplete: true },
}
const textOf = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')

it('shows the totals of a list; above the limit it says how to narrow the list', () => {
  const { container } = render(<TotalsText totals={totals} />)
  expect(textOf(container)).toBe(
    'Excl. € 150,00 + btw € 31,50 = incl. € 181,50Concept € 60,50 + betaald € 21,00 + nog te betalen € 100,00',
  )
  cleanup()
  const { container: long } = render(<TotalsText totals={{ ...totals, count: 5_000, isComplete: false }} />)
  expect(long.textContent).toBe('Meer dan 5.000 facturen: kies een kortere periode voor een totaal')
})

it('shows the amount that partners owe us when credit notes exceed invoices', () => {
  const { container } = render(
    <FilterTotals totals={{ data: { ...totals, payableToday: -12.5 } } as never} isOfPayments />,
  )
  expect(textOf(container)).toBe('Van partners te ontvangen € 12,50')
})

it('counts invoices and credit notes separately', () => {
  expect(formatDocumentCounts({ count: 11, creditNotes: 1 })).toBe('10 facturen, 1 creditfactuur')
  expect(formatDocumentCounts({ count: 2, creditNotes: 2 })).toBe('2 creditfacturen')
  expect(formatDocumentCounts({ count: 0, creditNotes: 0 })).toBe('0 facturen')
})
