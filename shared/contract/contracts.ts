import * as z from 'zod'
import { domain, ok, page, paging } from './endpoint.ts'
import { DoNotCall, instant, orNull } from './fields.ts'
import { Imported, spreadsheet, Upload } from './imports.ts'

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
  /** Since when the number is not to be called; null where it may be (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
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
    result: page(Upload),
  },
  upload: {
    summary: 'Import a spreadsheet of at most 4 MB; larger ones go straight to the bucket (rulings 56)',
    method: 'POST',
    path: '/api/contracts/upload',
    allow: 'contract:manage',
    upload: spreadsheet,
    result: ok(Imported.extend({ contracts: z.array(Contract) })),
  },
})
