import type { KeptBasis } from '../../shared/api/parts/contact-basis.ts'
import { canBe, defineEntity, must, primary, type RowOf } from '../platform/data/table.ts'
import type { LeadRow } from './entity.ts'

/**
 * Notes of calls, under their lead.
 *
 * | Read              | Index   | Key             |
 * | a lead's calls    | primary | leadId · at, id |
 */
export const LeadCalls = defineEntity('leadcall', {
  attributes: {
    leadId: must,
    id: must,
    at: must,
    /** Id of the person who called; the name is looked up, so that it follows renames. */
    by: must,
    note: must,
    contactBasis: canBe<KeptBasis>(),
    /** Values of the lead before the call, of the fields that it changes, with the version; for an undo. */
    former: canBe<Pick<LeadRow, 'version' | 'status' | 'statusBefore' | 'callBackAt' | 'openBasis'>>(),
  },
  indexes: { primary: primary('lead#${leadId}#calls', '${at}#${id}') },
})
export type LeadCallRow = RowOf<typeof LeadCalls>
