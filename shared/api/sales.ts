import { NewRevenueRate, RevenueRate } from '../sales/rates.ts'
import {
  NewSale,
  NewWithdrawal,
  Sale,
  SaleAgreement,
  SaleChange,
  SaleCheck,
  SaleDetails,
  SaleHistory,
  SaleWarning,
} from '../sales/schemas.ts'
import * as z from '../zod.ts'
import { rowsToChange } from './parts/bulk.ts'
import { bulkEndpoints } from './parts/bulk-endpoints.ts'
import { creation, domain, file, get, none, ok, page, paging, patch, post, put, remove } from './parts/endpoint.ts'
import { exportFormat } from './parts/export.ts'
import { lines, orNull } from './parts/fields.ts'
import { sheetCheck, sheetImport } from './parts/sheets.ts'
import { ownInvoiceFields } from './schemas/own-invoice.ts'
import {
  CommissionAmounts,
  ReceivedRevenue,
  SaleEarnings,
  SaleFilter,
  SaleRun,
  SaleTotals,
  saleStatus,
} from './schemas/sales.ts'

export const sales = domain({
  list: get('/api/sales', {
    summary: 'Sales within reach, newest first',
    allow: 'sale:list',
    shows: ['commission', 'consent', 'customer', 'doNotCall', 'sale'],
    apiKey: true,
    query: SaleFilter.extend(paging),
    result: page(Sale),
  }),
  totals: get('/api/sales/totals', {
    summary: 'Sums of the filtered list',
    allow: 'sale:list',
    shows: ['commission', 'sale'],
    query: SaleFilter,
    result: ok(SaleTotals),
  }),
  export: get('/api/sales/export', {
    summary: 'The filtered list of sales as a spreadsheet, formula-safe and without IBANs; audited',
    allow: 'sale:list',
    shows: ['commission', 'consent', 'customer', 'doNotCall', 'sale'],
    query: SaleFilter.extend({ format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  get: get('/api/sales/{id}', {
    summary: 'One sale with its origin',
    allow: 'sale:read',
    shows: [
      'appointment',
      'book',
      'commission',
      'consent',
      'contract',
      'customer',
      'doNotCall',
      'lead',
      'sale',
      'settings',
    ],
    result: ok(SaleDetails),
  }),
  history: get('/api/sales/{id}/history', {
    summary:
      'Changes of a sale, newest first: who changed what, and when; reveals of the IBAN and openings of the file too',
    allow: 'sale:read',
    shows: ['commission', 'sale'],
    result: ok(SaleHistory),
  }),
  check: post('/api/sales/check', {
    summary: 'Possible duplicates of a sale (same EAN, or same customer at the same address), and its commission',
    allow: 'sale:create',
    shows: ['appointment', 'commissionRate', 'contract', 'customer', 'lead', 'sale', 'team'],
    writesNothing: true,
    body: SaleCheck,
    result: ok(z.object({ warnings: z.array(SaleWarning), earns: orNull(SaleEarnings) })),
  }),
  create: post('/api/sales', {
    summary: 'Register a sale; a SalesDock ID that is taken, or an appointment that has a sale, is a 409',
    allow: 'sale:create',
    changes: ['appointment', 'book', 'commission', 'contract', 'customer', 'lead', 'sale'],
    later: ['book', 'commission', 'contract'],
    idempotent: true,
    body: NewSale,
    result: creation(Sale.extend({ warnings: z.array(SaleWarning) })),
  }),
  update: patch('/api/sales/{id}', {
    summary:
      'Change a sale; a lost update is a 409, as is a change of people or date while an invoice claims its commission',
    allow: 'sale:edit',
    changes: ['appointment', 'book', 'commission', 'customer', 'sale'],
    ifMatch: true,
    body: SaleChange,
    result: ok(Sale),
  }),
  status: patch('/api/sales/{id}/status', {
    summary:
      'Approve, reject with a reason, or one step forward (rulings 35, 38); 409 for another step and without approval, 403 for one’s own commission',
    allow: 'sale:status',
    changes: ['appointment', 'book', 'commission', 'contract', 'lead', 'sale'],
    later: ['book', 'commission', 'contract'],
    ifMatch: true,
    /** The own invoice is that of a zzp'er without a partner. */
    body: z.object({
      status: saleStatus,
      rejectionReason: lines(500),
      ...ownInvoiceFields,
      /** Reason of an admin to make a sale ready for payment before the end of its bedenktijd (market 69d). */
      coolingOffReason: lines(500).meta({ 'x-not-stored': true }),
    }),
    result: ok(Sale),
  }),
  withdraw: post('/api/sales/{id}/withdraw', {
    summary:
      'Note that the customer withdrew: rejects the sale, or keeps its status once invoiced or paid; 409 while a concept claims its commission',
    allow: 'sale:withdraw',
    changes: ['appointment', 'book', 'commission', 'contract', 'lead', 'sale'],
    later: ['book', 'commission', 'contract'],
    ifMatch: true,
    body: NewWithdrawal,
    result: ok(Sale),
  }),
  undoWithdrawal: post('/api/sales/{id}/withdraw/undo', {
    summary: 'Undo a withdrawal within ten minutes; 409 afterwards, and once its corrections are noted',
    allow: 'sale:withdraw',
    changes: ['appointment', 'book', 'commission', 'contract', 'lead', 'sale'],
    later: ['book', 'commission', 'contract'],
    ifMatch: true,
    result: ok(Sale),
  }),
  correctWithdrawal: post('/api/sales/{id}/withdraw/corrections', {
    summary: 'Note the proposed corrections of a withdrawn sale that was invoiced or paid, of all its payees at once',
    allow: 'commission:manage',
    changes: ['book', 'commission', 'sale'],
    ifMatch: true,
    result: ok(Sale),
  }),
  ...bulkEndpoints({
    kind: 'sales',
    allow: 'commission:manage',
    changedByRun: ['book', 'commission', 'run', 'sale'],
    summary:
      'Start a run that approves sales, or notes how their customers agreed; skips those that were changed since',
    bodyBytes: 128 * 1024,
    body: z
      .object({
        rows: rowsToChange('/api/sales'),
        status: z.literal('approved').meta({ 'x-not-stored': true }).optional(),
        agreement: SaleAgreement.meta({ 'x-not-stored': true, 'x-instead-of': 'status' }).optional(),
      })
      .refine(({ status, agreement }) => (status === undefined) !== (agreement === undefined), {
        message: 'Kies goedkeuren of het akkoord',
        path: ['status'],
      })
      .refine(({ agreement }) => agreement === undefined || Object.keys(agreement).length > 0, {
        message: 'Vul ten minste één veld in',
        path: ['agreement'],
      }),
    run: SaleRun,
  }),
  importAgreements: sheetImport({
    summary:
      'Note how customers agreed, from a sheet with SalesDock IDs; fills what a sale lacks, and refuses a row that says otherwise',
    path: '/api/sales/agreements/import',
    allow: 'sale:edit',
    changes: ['book', 'commission', 'sale'],
  }),
  checkAgreements: sheetCheck({
    summary: 'What a sheet of agreements would change, with its first rows and wrong cells; stores nothing',
    path: '/api/sales/agreements/import/check',
    allow: 'sale:edit',
  }),
  commission: put('/api/sales/{id}/commission', {
    summary:
      'Set the amounts of a sale by hand; 409 after uitbetaald and while a document claims them (rulings 40), 403 for one’s own commission and above the ceiling',
    allow: 'commission:edit',
    changes: ['book', 'commission', 'sale'],
    ifMatch: true,
    body: CommissionAmounts,
    result: ok(Sale),
  }),
  revenue: put('/api/sales/{id}/revenue', {
    summary: 'Enter the amount that the provider paid for a sale; null removes it, and the rate counts again',
    allow: 'revenue:manage',
    changes: ['commission', 'sale'],
    ifMatch: true,
    body: ReceivedRevenue,
    result: ok(Sale),
  }),
  revenueRates: get('/api/sales/revenue-rates', {
    summary: 'Rates of expected revenue by provider and product, newest first',
    allow: 'revenue:manage',
    shows: ['revenueRate'],
    query: z.object(paging),
    result: page(RevenueRate),
  }),
  createRevenueRate: post('/api/sales/revenue-rates', {
    summary: 'Add a revenue rate; updates sales from its first day on',
    allow: 'revenue:manage',
    changes: ['revenueRate'],
    later: ['sale'],
    idempotent: true,
    body: NewRevenueRate,
    result: creation(RevenueRate),
  }),
  updateRevenueRate: patch('/api/sales/revenue-rates/{id}', {
    summary: 'Change a revenue rate; updates its sales',
    allow: 'revenue:manage',
    changes: ['revenueRate'],
    later: ['sale'],
    ifMatch: true,
    body: NewRevenueRate.omit({ provider: true, productType: true }).partial(),
    result: ok(RevenueRate),
  }),
  removeRevenueRate: remove('/api/sales/revenue-rates/{id}', {
    summary: 'Delete a revenue rate; updates its sales',
    allow: 'revenue:manage',
    changes: ['revenueRate'],
    later: ['sale'],
    ifMatch: true,
    result: none,
  }),
  reveal: post('/api/sales/{id}/reveal', {
    summary: 'The whole IBAN of a sale; audited (rulings 62)',
    allow: 'sale:reveal',
    changes: ['sale'],
    result: ok(z.object({ iban: z.string() })),
  }),
})
