import { CustomAttributeType, type EntityItem } from 'electrodb'
import { salesStatuses } from '../../shared/contract/contracts.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, model, must, number, primary, store, text } from '../platform/table.ts'

/**
 * Expiring contracts. The id is derived from what identifies a contract across files (rulings 55), so that importing
 * again finds the same row. A sales status is bucketed by the month in which its contracts end, so that no partition
 * takes all of them.
 *
 * | Read                                        | Index   | Key                                       |
 * | one contract                                | primary | id                                        |
 * | a month of one sales status, by expiry date | gsi1    | salesStatus, expiryMonth · expiryDate, id |
 */
export const Contracts = new Entity(
  {
    model: model('contract'),
    attributes: {
      id: must,
      version: number,
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
      durationValue: number,
      durationUnit: { type: ['years', 'months'] as const, required: true },
      expiryDate: must,
      expiryMonth: must,
      /** Which parts of the term somebody told; the others are computed or assumed. Absent on older rows: all of them. */
      termTold: { type: 'list', items: text },
      /** Every filled cell of the sheet under its own header; holds personal data and never leaves the server here. */
      rawRow: { type: 'any' },
      metadata: { type: 'any' },
      status: must,
      salesStatus: { type: salesStatuses, required: true },
      /** Whom it is assigned to, of which team they then were, and the lead that it became. */
      assignedTo: text,
      assignedTeamId: { type: 'number' },
      leadId: text,
      /** The appointment that was planned for it. */
      appointmentId: text,
      /** The sales that were registered of it, rejected ones too. */
      sales: { type: 'list', items: text },
      /** Which of those sign it, and its sales status before, as long as nobody gave it another since. */
      signed: {
        type: 'map',
        properties: {
          before: { type: salesStatuses, required: true },
          by: { type: 'list', items: text, required: true },
        },
      },
      notes: text,
      statusChangedAt: text,
      statusChangedBy: text,
      /** The upload that made it, and in which of its windows. Absent on older rows. */
      madeBy: { type: 'map', properties: { uploadId: must, window: number } },
      /**
       * The last upload that changed it: from which of its windows to which, and the version that it came to; 0 when
       * somebody had worked on it in between.
       */
      touched: { type: 'map', properties: { uploadId: must, since: number, window: number, version: number } },
      /** What it was before that upload; see `tracing.ts`. */
      former: { type: 'any' },
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: primary('contract#${id}', 'contract'),
      bySalesStatus: gsi1('contracts#${salesStatus}#${expiryMonth}', '${expiryDate}#${id}'),
    },
  },
  store,
)
export type ContractRow = Whole<EntityItem<typeof Contracts>>

/**
 * The months in which contracts of a sales status may end; they are only ever added to, before or with the contract, so that
 * a month that is not among them has none.
 *
 * | Read                        | Index   | Key         |
 * | the months of one status    | primary | salesStatus |
 */
export const ContractMonths = new Entity(
  {
    model: model('contractmonths'),
    attributes: {
      salesStatus: { type: salesStatuses, required: true },
      months: { type: 'set', items: 'string' },
    },
    indexes: {
      primary: primary('contract#months#${salesStatus}', 'months'),
    },
  },
  store,
)

/**
 * The suppliers that contracts have named, as their sheets write them; only ever added to, so that some may have none left.
 *
 * | Read          | Index   | Key |
 * | the suppliers | primary | ·   |
 */
export const ContractSuppliers = new Entity(
  {
    model: model('contractsuppliers'),
    attributes: { id: must, names: { type: 'set', items: 'string' } },
    indexes: {
      primary: primary('contract#suppliers#${id}', 'suppliers'),
    },
  },
  store,
)

/**
 * By which of their codes contracts are found: of each window of an import what falls into a drawer, as marks and ids in bytes;
 * see `codes.ts`.
 *
 * | Read                    | Index   | Key                       |
 * | the codes of one drawer | primary | drawer · uploadId, window |
 */
export const ContractCodes = new Entity(
  {
    model: model('contractcodes'),
    attributes: {
      drawer: number,
      uploadId: must,
      window: number,
      entries: { type: CustomAttributeType<Uint8Array>('any'), required: true },
    },
    indexes: {
      primary: primary('contract#code#${drawer}', '${uploadId}#${window}'),
    },
  },
  store,
)
