import * as z from '../../zod.ts'
import { file, ok } from './endpoint.ts'

/** A PDF or picture of at most 4 MB, the most that a request can carry. */
const proofUpload = { field: 'file', maxBytes: 4 * 1024 * 1024, extensions: ['.pdf', '.png', '.jpg', '.jpeg'] } as const

/** An uploaded file, with the key by which a record names it. */
const UploadedProof = z.object({ key: z.string(), filename: z.string(), size: z.int() })

/** Endpoints of files that prove a consent. */
export const consentProofs = {
  uploadConsentProof: {
    summary: 'Upload a PDF or picture that proves a consent, which the same person then records with its key',
    method: 'POST',
    path: '/api/consents/proof',
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
} as const
