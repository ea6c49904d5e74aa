import { defineEntity, gsi1, must, number, primary, type RowOf } from '../platform/data/table.ts'

/**
 * Files that prove a consent, or the yes to a sale. The file itself is in the folder `proofs/` of the uploads, under its key.
 *
 * | Read                                 | Index   | Key                       |
 * | one file                             | primary | key                       |
 * | those of a holder, first upload first | gsi1    | holder · createdAt, key   |
 */
export const Proofs = defineEntity('proof', {
  attributes: {
    key: must,
    /** Record that the file belongs to, such as `number#+31 6 12345678`; `WAITING` until one names it. */
    holder: must,
    filename: must,
    size: number,
    contentType: must,
    uploadedBy: must,
    createdAt: must,
  },
  indexes: {
    primary: primary('proof#${key}', 'proof'),
    held: gsi1('proofs#${holder}', '${createdAt}#${key}'),
  },
})
export type ProofRow = RowOf<typeof Proofs>

/** Holder of a file that no record names yet. */
export const WAITING = 'waiting'

/** Holder of a file whose record was erased, or has another file. */
export const ERASED = 'erased'

/** Returns the holder of the files that prove consents of a number. */
export const holderOfNumber = (phone: string) => `number#${phone}`

/** Returns the holder of the file that proves the yes to a sale. */
export const holderOfSale = (id: string) => `sale#${id}`

/** Days for which a record may name an uploaded file. */
export const WAITING_DAYS = 1

export const keyOf = (key: string) => `proofs/${key}`
