import * as z from '../../zod.ts'
import { file, get, ok, post } from './endpoint.ts'

/** A PDF or picture of at most 4 MB, the most that a request can carry. */
const proofUpload = { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf', '.png', '.jpg', '.jpeg'] } as const

/** An uploaded file, with the key by which a record names it. */
const UploadedProof = z.object({ key: z.string(), filename: z.string(), size: z.int() })

/** Endpoints of files that prove a consent or the yes to a sale. */
export const proofs = {
  uploadProof: post('/api/proofs', {
    summary: 'Upload a PDF or picture as a proof, whose key the same person then gives with a consent or a sale',
    allow: 'customer:consent',
    changes: [],
    upload: proofUpload,
    result: ok(UploadedProof),
  }),
  consentProof: get('/api/consents/{id}/proof', {
    summary: 'The file that proves a consent, for whoever may read its texts, audited',
    allow: 'customer:consent',
    shows: ['consent', 'customer'],
    result: file('application/octet-stream'),
  }),
  saleProof: get('/api/sales/{id}/confirmation-file', {
    summary: 'The file that proves the yes to a sale, for whoever may see its IBAN (rulings 62), audited',
    allow: 'sale:reveal',
    shows: ['sale'],
    result: file('application/octet-stream'),
  }),
} as const
