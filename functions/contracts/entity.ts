import type { EntityItem } from 'electrodb'
import { salesStatuses, uploadStates } from '../../shared/contract/contracts.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, key, model, store } from '../platform/table.ts'

const text = { type: 'string' } as const
const must = { type: 'string', required: true } as const
const count = { type: 'number', required: true } as const

/**
 * Expiring contracts. The id is derived from what identifies a contract across files (rulings 55), so that importing
 * again finds the same row.
 *
 * | Read                             | Index   | Key                          |
 * | one contract                     | primary | id                           |
 * | one sales status, by expiry date | gsi1    | salesStatus · expiryDate, id |
 */
export const Contracts = new Entity(
  {
    model: model('contract'),
    attributes: {
      id: must,
      version: count,
      uploadId: must,
      customerName: must,
      customerEmail: text,
      customerPhone: text,
      companyName: text,
      address: text,
      houseNumber: text,
      postalCode: text,
      city: text,
      supplier: text,
      productName: text,
      signedDate: must,
      durationValue: count,
      durationUnit: { type: ['years', 'months'] as const, required: true },
      expiryDate: must,
      /** Which parts of the term somebody told; the others are computed or assumed. Absent on older rows: all of them. */
      termTold: { type: 'list', items: text },
      /** Every filled cell of the sheet under its own header; holds personal data and never leaves the server here. */
      rawRow: { type: 'any' },
      metadata: { type: 'any' },
      status: must,
      salesStatus: { type: salesStatuses, required: true },
      assignedTo: text,
      notes: text,
      statusChangedAt: text,
      statusChangedBy: text,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'contract#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'contract' },
      },
      bySalesStatus: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['salesStatus'], template: 'contracts#${salesStatus}' },
        sk: { ...key.gsi1.sk, composite: ['expiryDate', 'id'], template: '${expiryDate}#${id}' },
      },
    },
  },
  store,
)
export type ContractRow = Whole<EntityItem<typeof Contracts>>

/**
 * Files that were imported or are being imported.
 *
 * | Read                    | Index   | Key              |
 * | one upload              | primary | id               |
 * | all uploads, newest first | gsi1  | · uploadedAt, id |
 */
export const Uploads = new Entity(
  {
    model: model('upload'),
    attributes: {
      id: must,
      filename: must,
      uploadedBy: must,
      uploadedByUser: { type: 'map', properties: { firstName: must, lastName: must } },
      uploadedAt: must,
      state: { type: uploadStates, required: true },
      error: text,
      stats: {
        type: 'map',
        required: true,
        properties: { totalRows: count, created: count, updated: count, skipped: count, errors: count },
      },
      /** The first problems; `stats.errors` counts them all. */
      details: { type: 'any', required: true },
      /** Sheets, columns and rows of the file that were not read. */
      leftOut: { type: 'any' },
      /** How often the import was begun; one that crashed has no other trace. */
      attempts: { type: 'number' },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'upload#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'upload' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'uploads' },
        sk: { ...key.gsi1.sk, composite: ['uploadedAt', 'id'], template: '${uploadedAt}#${id}' },
      },
    },
  },
  store,
)
export type UploadRow = Whole<EntityItem<typeof Uploads>>
