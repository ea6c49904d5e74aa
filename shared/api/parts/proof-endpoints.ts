import * as z from '../../zod.ts'
import { file, ok } from './endpoint.ts'

/** A PDF or picture of at most 4 MB, the most that a request can carry. */
const proofUpload = { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf', '.png', '.jpg', '.jpeg'] } as const

/** An uploaded file, with the key by which a record names it. */
const UploadedProof = z.object({ key: z.string(), filename: z.string(), size: z.int() })

/** Endpoints of files that prove a consent or the yes to a sale. */
export const proofs = {
  uploadProof: {
    summary: 'Upload a PDF or picture as a proof, whose key the same person then gives with a consent or a sale',
    method: 'POST',
    path: '/api/proofs',
    allow: 'customer:consent',
    changes: [],
    upload: proofUpload,
    result: ok(UploadedProof),
  },
  consentProof: {
    summary: 'The file that proves a consent, for whoever may read its texts, audited',
    method: 'GET',
    path: '/api/consents/{id}/proof',
    allow: 'customer:consent',
    shows: ['consent', 'customer'],
    result: file('application/octet-stream'),
  },
  saleProof: {
    summary: 'The file that proves the yes to a sale, for whoever may see its IBAN (rulings 62), audited',
    method: 'GET',
    path: '/api/sales/{id}/confirmation-file',
    allow: 'sale:reveal',
    shows: ['sale'],
    result: file('application/octet-stream'),
  },
} as const
