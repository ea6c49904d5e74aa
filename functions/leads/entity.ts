import type { EntityItem } from 'electrodb'
import { leadStatuses, priorities } from '../../shared/contract/parts/statuses.ts'
import { energyTypes } from '../../shared/contract/parts/trade.ts'
import type { Whole } from '../../shared/whole.ts'
import {
  Entity,
  entityModel,
  gsi1,
  gsi2,
  gsi3,
  gsi4,
  gsi5,
  must,
  number,
  primary,
  store,
  text,
} from '../platform/data/table.ts'

const person = { id: must, firstName: must, lastName: must } as const

/**
 * Leads. A change writes the whole row, provided that the stored version is still the one that was read. `rank` is the
 * order of the list (rulings 31), which does not change as days pass: the lead whose contract ends first comes first.
 *
 * | Read                              | Index   | Key                          |
 * | one lead                          | primary | id                           |
 * | all, by rank                      | gsi1    | · rank, id                   |
 * | a team's                          | gsi2    | teamKey · rank, id           |
 * | somebody's                        | gsi3    | ownerId · rank, id           |
 * | to be called back, by moment      | gsi4    | · callKey (sparse)           |
 * | to be called back by somebody     | gsi5    | callOwner · callKey (sparse) |
 */
export const Leads = new Entity(
  {
    model: entityModel('lead'),
    attributes: {
      id: must,
      version: { type: 'number', required: true },
      rank: must,
      customerName: must,
      companyName: text,
      customerEmail: text,
      customerPhone: text,
      address: text,
      houseNumber: text,
      postalCode: text,
      city: text,
      currentSupplier: text,
      monthlyAmount: text,
      consumption: text,
      contractEndDate: text,
      energyType: { type: energyTypes, required: true },
      source: text,
      status: { type: leadStatuses, required: true },
      priority: { type: priorities, required: true },
      notes: text,
      ownerId: must,
      teamId: { type: 'number' },
      teamKey: must,
      createdBy: must,
      /** Person who gave the record its present phone number; absent for its maker. */
      phoneBy: text,
      /** Name of the owner for lists, stored with the row. */
      owner: { type: 'map', required: true, properties: person },
      callBackAt: text,
      /** Sort key of the indexes of call-backs: `callBackAt` with the id. Absent without a call-back. */
      callKey: text,
      /** Id of the owner, for the index of somebody's call-backs. Absent without a call-back. */
      callOwner: text,
      lastCall: {
        type: 'map',
        properties: { at: must, note: must },
      },
      consent: { type: 'map', properties: { source: must, date: must } },
      /** Set when a phone number of the lead is on the do-not-call list, as far as the counters know (decision 44). */
      notToCall: { type: 'boolean' },
      appointmentId: text,
      /** Last upload that changed the lead. */
      uploadId: text,
      /** Traces of uploads, which their undo reads; see `spreadsheets/imports/tracing.ts`. */
      madeBy: { type: 'map', properties: { uploadId: must, window: number } },
      touched: { type: 'map', properties: { uploadId: must, since: number, window: number, version: number } },
      former: { type: 'any' },
      /** Ids of the lead's sales, except rejected ones. */
      sales: { type: 'list', items: text },
      /** Last id in `sales`. */
      saleId: text,
      /** Status of the lead before its `sales`; removed when somebody sets another status. */
      statusBefore: { type: leadStatuses },
      /** Expiring contract that the lead was created from (rulings 58). */
      contractId: text,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: primary('lead#${id}', 'lead'),
      all: gsi1('leads', '${rank}#${id}'),
      byTeam: gsi2('leads#team#${teamKey}', '${rank}#${id}'),
      byOwner: gsi3('leads#owner#${ownerId}', '${rank}#${id}'),
      callBacks: gsi4('leads#call', '${callKey}'),
      ownCallBacks: gsi5('leads#call#${callOwner}', '${callKey}'),
    },
  },
  store,
)
export type LeadRow = Whole<EntityItem<typeof Leads>>

/**
 * Notes of calls, under their lead.
 *
 * | Read              | Index   | Key             |
 * | a lead's calls    | primary | leadId · at, id |
 */
export const LeadCalls = new Entity(
  {
    model: entityModel('leadcall'),
    attributes: {
      leadId: must,
      id: must,
      at: must,
      /** Id of the person who called; the name is looked up, so that it follows renames. */
      by: must,
      note: must,
    },
    indexes: {
      primary: primary('lead#${leadId}#calls', '${at}#${id}'),
    },
  },
  store,
)
export type LeadCallRow = EntityItem<typeof LeadCalls>
