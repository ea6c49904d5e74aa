import * as z from '../zod.ts'
import { creation, domain, file, idParam, none, ok, page, paging } from './parts/endpoint.ts'
import { exportFormat } from './parts/export.ts'
import { lines, orNull, text } from './parts/fields.ts'
import { NewRevenueRate, ReceivedRevenue, RevenueRate } from './schemas/revenue.ts'
import { NewSale, SaleChange, SaleCheck, saleStatus } from './schemas/sale-form.ts'
import {
  CommissionAmounts,
  Sale,
  SaleDetails,
  SaleEarnings,
  SaleFilter,
  SaleHistory,
  SaleTotals,
  SaleWarning,
  type saleHistoryFields,
} from './schemas/sales.ts'

export type SaleHistoryField = (typeof saleHistoryFields)[number]

export const sales = domain({
  list: {
    summary: 'Sales within reach, newest first',
    method: 'GET',
    path: '/api/sales',
    allow: 'sale:list',
    apiKey: true,
    query: SaleFilter.extend(paging),
    result: page(Sale),
  },
  totals: {
    summary: 'Sums of the filtered list',
    method: 'GET',
    path: '/api/sales/totals',
    allow: 'sale:list',
    query: SaleFilter,
    result: ok(SaleTotals),
  },
  export: {
    summary: 'The filtered list of sales as a spreadsheet, formula-safe and without IBANs; audited',
    method: 'GET',
    path: '/api/sales/export',
    allow: 'sale:list',
    query: SaleFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  get: {
    summary: 'One sale with its origin',
    method: 'GET',
    path: '/api/sales/{id}',
    allow: 'sale:read',
    params: idParam,
    result: ok(SaleDetails),
  },
  history: {
    summary: 'Changes of a sale, newest first: who changed what, and when; reveals of the IBAN too',
    method: 'GET',
    path: '/api/sales/{id}/history',
    allow: 'sale:read',
    params: idParam,
    result: ok(SaleHistory),
  },
  check: {
    summary: 'Possible duplicates of a sale (same EAN, or same customer at the same address), and its commission',
    method: 'POST',
    path: '/api/sales/check',
    allow: 'sale:create',
    writesNothing: true,
    body: SaleCheck,
    result: ok(z.object({ warnings: z.array(SaleWarning), earns: orNull(SaleEarnings) })),
  },
  create: {
    summary: 'Register a sale; a SalesDock ID that is taken, or an appointment that has a sale, is a 409',
    method: 'POST',
    path: '/api/sales',
    allow: 'sale:create',
    idempotent: true,
    body: NewSale,
    result: creation(Sale.extend({ warnings: z.array(SaleWarning) })),
  },
  update: {
    summary:
      'Change a sale; a lost update is a 409, as is a change of people or date while an invoice claims its commission',
    method: 'PATCH',
    path: '/api/sales/{id}',
    allow: 'sale:edit',
    ifMatch: true,
    params: idParam,
    body: SaleChange,
    result: ok(Sale),
  },
  status: {
    summary:
      'Approve, reject with a reason, or one step forward (rulings 35, 38); 409 for another step and without approval, 403 for one’s own commission',
    method: 'PATCH',
    path: '/api/sales/{id}/status',
    allow: 'sale:status',
    ifMatch: true,
    joinsAction: true,
    params: idParam,
    /** `ownInvoiceNumber` is the number of the invoice that a zzp'er without a partner sent us. */
    body: z.object({
      status: saleStatus,
      rejectionReason: lines(500),
      ownInvoiceNumber: text(50).meta({ 'x-not-stored': true }),
    }),
    result: ok(Sale),
  },
  commission: {
    summary:
      'Set the amounts of a sale by hand; 409 after uitbetaald and while a document claims them (rulings 40), 403 for one’s own commission and above the ceiling',
    method: 'PUT',
    path: '/api/sales/{id}/commission',
    allow: 'commission:edit',
    ifMatch: true,
    params: idParam,
    body: CommissionAmounts,
    result: ok(Sale),
  },
  revenue: {
    summary: 'Enter the amount that the provider paid for a sale; null removes it, and the rate counts again',
    method: 'PUT',
    path: '/api/sales/{id}/revenue',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    body: ReceivedRevenue,
    result: ok(Sale),
  },
  revenueRates: {
    summary: 'Rates of expected revenue by provider and product, newest first',
    method: 'GET',
    path: '/api/sales/revenue-rates',
    allow: 'revenue:manage',
    query: z.object(paging),
    result: page(RevenueRate),
  },
  createRevenueRate: {
    summary: 'Add a revenue rate; updates sales from its first day on',
    method: 'POST',
    path: '/api/sales/revenue-rates',
    allow: 'revenue:manage',
    idempotent: true,
    body: NewRevenueRate,
    result: creation(RevenueRate),
  },
  updateRevenueRate: {
    summary: 'Change a revenue rate; updates its sales',
    method: 'PATCH',
    path: '/api/sales/revenue-rates/{id}',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    body: NewRevenueRate.omit({ provider: true, productType: true }).partial(),
    result: ok(RevenueRate),
  },
  removeRevenueRate: {
    summary: 'Delete a revenue rate; updates its sales',
    method: 'DELETE',
    path: '/api/sales/revenue-rates/{id}',
    allow: 'revenue:manage',
    ifMatch: true,
    params: idParam,
    result: none,
  },
  reveal: {
    summary: 'The whole IBAN of a sale; audited (rulings 62)',
    method: 'POST',
    path: '/api/sales/{id}/reveal',
    allow: 'sale:reveal',
    params: idParam,
    result: ok(z.object({ iban: z.string() })),
  },
})
