import { expect, it } from 'vitest'
import { checkInvoicingTerm, lastInvoiceDay } from './invoicing-term.ts'

it('lets a supply be invoiced until the 15th of the next month, also over a year', () => {
  expect(['2026-10-01', '2026-10-31', '2026-12-31'].map(lastInvoiceDay)).toEqual([
    ...['2026-11-15', '2026-11-15', '2027-01-15'],
  ])
})

it.each([
  ['on the 15th', '2026-11-15', [{ supplyDate: '2026-10-12' }], [], 1],
  ['on the 16th', '2026-11-16', [{ supplyDate: '2026-10-12' }, { supplyDate: '2026-11-02' }], [0], 2],
  ['of its own month', '2026-11-20', [{ supplyDate: null }, {}], [], 1],
  ['without lines', '2026-11-20', [], [], 1],
] as const)('finds late lines and the number of months of an invoice %s', (_, invoiceDate, lines, late, months) => {
  expect(checkInvoicingTerm({ invoiceDate }, lines)).toEqual({ late, months })
})

it('takes the whole period for a line without a day of supply, and its last day for the term', () => {
  const period = { supplyFrom: '2026-09-15', supplyTo: '2026-10-14' }
  expect(checkInvoicingTerm({ ...period, invoiceDate: '2026-11-15' }, [{}])).toEqual({ late: [], months: 2 })
  expect(checkInvoicingTerm({ ...period, invoiceDate: '2026-11-16' }, [{}])).toEqual({ late: [0], months: 2 })
  const own = [{ supplyDate: '2026-10-01' }]
  expect(checkInvoicingTerm({ ...period, invoiceDate: '2026-11-16' }, own)).toEqual({ late: [0], months: 1 })
})
