import type { EntityItem } from 'electrodb'
import { salesStatuses } from '../../shared/api/parts/statuses.ts'
import type { EnergyType } from '../../shared/api/parts/trade.ts'
import type { Cents } from '../../shared/money.ts'
import type { LocalDate } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, entityModel, gsi1, must, mustBe, number, primary, store, text } from '../platform/data/table.ts'

/**
 * Expiring contracts. The id is derived from what identifies a contract across files (rulings 55), so that importing
 * again finds the same row. The contracts of a sales status are divided by the month of their end, so that no partition
 * takes all of them.
 *
 * | Read                                        | Index   | Key                                       |
 * | one contract                                | primary | id                                        |
 * | a month of one sales status, by expiry date | gsi1    | salesStatus, expiryMonth · expiryDate, id |
 */
export const Contracts = new Entity(
  {
    model: entityModel('contract'),
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
      /**
       * Parts of the term that a sheet gave; other parts are computed or assumed. Older rows lack this field: all parts
       * were given.
       */
      statedTermParts: { type: 'list', items: text },
      /**
       * Every filled cell of the contract's rows in sheets, by the header of its column. Holds personal data, so only
       * `personalDetailsOf` shows it, with account numbers masked.
       */
      rawRow: { type: 'any' },
      metadata: { type: 'any' },
      status: must,
      salesStatus: { type: salesStatuses, required: true },
      /** Id of the person to whom the contract is assigned. */
      assignedTo: text,
      /** Team of that person when the contract was assigned. */
      assignedTeamId: { type: 'number' },
      /** Lead of the contract. */
      leadId: text,
      /** Appointment booked for the contract. */
      appointmentId: text,
      /** Sales registered for the contract, rejected ones included. */
      sales: { type: 'list', items: text },
      /**
       * Sales that signed the contract (`by`), and its sales status before they did (`before`). Removed when somebody
       * sets another status.
       */
      signed: {
        type: 'map',
        properties: {
          before: { type: salesStatuses, required: true },
          by: { type: 'list', items: text, required: true },
        },
      },
      notes: text,
      /**
       * Set when a phone number of the contract is on the do-not-call list, as far as the counters know (decision 44).
       */
      notToCall: { type: 'boolean' },
      statusChangedAt: text,
      statusChangedBy: text,
      /**
       * Upload that created the contract, and the window of it (a block of rows that are stored together). Absent on
       * older rows.
       */
      madeBy: { type: 'map', properties: { uploadId: must, window: number } },
      /**
       * Last upload that changed the contract: its id, and the first and last window that changed it. `version` is the
       * contract's version after the last change, or 0 when somebody edited the contract after the first change. A
       * contract with another version than `version` was edited by somebody, so an undo of the upload keeps it.
       */
      touched: { type: 'map', properties: { uploadId: must, since: number, window: number, version: number } },
      /** Values from before the upload in `touched`; see `tracing.ts`. */
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

/** Data of the sheet beyond the contract's own fields. */
export type ContractMetadata = {
  saleId?: string
  contractNumber?: string
  /** Day of signing in the sheet, also where `signedDate` of the contract is its first day. */
  signedDate?: LocalDate
  team?: string
  agent?: string
  supplier?: string
  kvkNumber?: string
  contactName?: string
  gender?: string
  energyType?: EnergyType
  /** kWh per year. */
  electricityUsage?: number
  /** m³ per year. */
  gasUsage?: number
  estimatedCosts?: Cents
  eanElectricity?: string
  eanGas?: string
  iban?: string
  accountHolder?: string
  paymentMethod?: string
  isBusiness?: boolean
}

/**
 * Months in which contracts of a sales status may end. Months are only added, before or with a contract, so a month
 * that is absent has no contracts.
 *
 * | Read                        | Index   | Key         |
 * | the months of one status    | primary | salesStatus |
 */
export const ContractMonths = new Entity(
  {
    model: entityModel('contractmonths'),
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
 * Suppliers in contracts, as their sheets write them. Names are only added, so some may no longer be used.
 *
 * | Read          | Index   | Key |
 * | the suppliers | primary | ·   |
 */
export const ContractSuppliers = new Entity(
  {
    model: entityModel('contractsuppliers'),
    attributes: { id: must, names: { type: 'set', items: 'string' } },
    indexes: {
      primary: primary('contract#suppliers#${id}', 'suppliers'),
    },
  },
  store,
)

/**
 * Index of contracts by code, such as an EAN. A code belongs to one of 64 drawers (partitions). Each window (part of an
 * import) has one row for each drawer to which it adds codes. The row holds pairs of a code's mark and a contract's id,
 * in bytes; see `codes.ts`.
 *
 * | Read                    | Index   | Key                       |
 * | the codes of one drawer | primary | drawer · uploadId, window |
 */
export const ContractCodes = new Entity(
  {
    model: entityModel('contractcodes'),
    attributes: {
      drawer: number,
      uploadId: must,
      window: number,
      entries: mustBe<Uint8Array>('any'),
    },
    indexes: {
      primary: primary('contract#code#${drawer}', '${uploadId}#${window}'),
    },
  },
  store,
)
