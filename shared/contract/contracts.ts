import * as z from 'zod'
import { domain, ok, page, paging } from './endpoint.ts'
import { instant, orNull, person } from './fields.ts'

/** Where the sales work on an expiring contract stands; any may be set (spec §4). */
export const salesStatuses = ['nieuw', 'afspraak_ingepland', 'getekend', 'gecanceld', 'geen_interesse'] as const
export type SalesStatus = (typeof salesStatuses)[number]

export const salesStatusLabels: Record<SalesStatus, string> = {
  nieuw: 'Nieuw',
  afspraak_ingepland: 'Afspraak ingepland',
  getekend: 'Getekend',
  gecanceld: 'Gecanceld',
  geen_interesse: 'Geen interesse',
}

export const Contract = z.object({
  id: z.string(),
  uploadId: z.string(),
  customerName: z.string(),
  customerEmail: orNull(z.string()),
  customerPhone: orNull(z.string()),
  companyName: orNull(z.string()),
  address: orNull(z.string()),
  houseNumber: orNull(z.string()),
  postalCode: orNull(z.string()),
  city: orNull(z.string()),
  supplier: orNull(z.string()),
  productName: orNull(z.string()),
  signedDate: z.iso.date(),
  durationValue: z.int(),
  durationUnit: z.enum(['years', 'months']),
  expiryDate: z.iso.date(),
  status: z.string(),
  salesStatus: z.enum(salesStatuses),
  notes: orNull(z.string()),
  createdAt: instant,
})
export type Contract = z.output<typeof Contract>

/** One thing wrong with one row or cell; the rest of the file goes on (rulings 54). `sheet` where a file has several. */
export const RowProblem = z.object({
  sheet: orNull(z.string()),
  row: z.int(),
  column: z.string().nullable(),
  reason: z.string(),
})

/** A sheet, column or row that was not read, by its own name, and why (rulings 55). */
export const LeftOut = z.object({
  kind: z.enum(['sheet', 'column', 'row']),
  name: z.string(),
  sheet: z.string().nullable(),
  reason: z.string(),
})
export type LeftOut = z.output<typeof LeftOut>

export const uploadStates = ['wordt verwerkt', 'klaar', 'mislukt'] as const
export const ContractUpload = z.object({
  id: z.string(),
  filename: z.string(),
  uploadedBy: z.string(),
  uploadedAt: instant,
  uploadedByUser: orNull(person.omit({ id: true })),
  state: z.enum(uploadStates),
  error: orNull(z.string()),
  stats: z.object({
    totalRows: z.int(),
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    errors: z.int(),
  }),
  details: z.array(RowProblem),
  leftOut: z.array(LeftOut).default([]),
})
export type ContractUpload = z.output<typeof ContractUpload>

/** What a file that is refused as a whole is answered with (rulings 54). */
const refusal = (error: string) => ({
  error,
  details: [],
  stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
})

/** The largest file that goes through the API; larger ones go straight to the bucket (rulings 56). */
export const MAX_API_UPLOAD_BYTES = 4 * 1024 * 1024

export const contracts = domain({
  bySalesStatus: {
    summary: 'Expiring contracts with one sales status, by expiry date; `q` looks in customer, company and town',
    method: 'GET',
    path: '/api/contracts/sales-status/{status}',
    allow: 'contract:manage',
    apiKey: true,
    params: z.object({ status: z.enum(salesStatuses) }),
    query: z.object({ q: z.string().trim().max(100).optional(), ...paging }),
    result: page(Contract),
  },
  uploads: {
    summary: 'Uploads of contracts, newest first',
    method: 'GET',
    path: '/api/contracts/uploads',
    allow: 'contract:manage',
    query: z.object(paging),
    result: page(ContractUpload),
  },
  upload: {
    summary: 'Import a spreadsheet of at most 4 MB; larger ones go straight to the bucket (rulings 56)',
    method: 'POST',
    path: '/api/contracts/upload',
    allow: 'contract:manage',
    upload: { field: 'file', maxBytes: MAX_API_UPLOAD_BYTES, extensions: ['.xlsx', '.xls', '.csv'], refusal },
    result: ok(
      z.object({
        contracts: z.array(Contract),
        stats: ContractUpload.shape.stats,
        details: z.array(RowProblem),
        leftOut: z.array(LeftOut),
        uploadId: z.string(),
      }),
    ),
  },
})
