import { can, effectiveFlagsOf } from '../../shared/access.ts'
import { findUser } from '../platform/identity/user.ts'
import { SpreadsheetError } from '../spreadsheets/formats/spreadsheet-error.ts'
import { type Rows, readBatches } from '../spreadsheets/imports/batches.ts'
import type { UploadRow } from '../spreadsheets/imports/entity.ts'
import type { Importing } from '../spreadsheets/imports/importing.ts'
import { placeOf } from '../spreadsheets/recognition/row-reading.ts'
import { type LeadColumn, leadFromRow, leadList } from './import-rows.ts'
import { type ImportedRow, keysOf, planLeads, storeLeads } from './import-storing.ts'
import { ownershipOf } from './service.ts'

declare module '../spreadsheets/imports/kinds.ts' {
  interface ImportKinds {
    lead: 'lead-uploads'
  }
}

/** Import of leads from spreadsheets; the uploader owns new leads. */
export const leadImport: Importing<ImportedRow> = {
  type: 'lead',
  list: 'lead-uploads',
  read: (source, { filename }) => readBatches(leadRows, source, { filename }),
  keysOf: ({ lead }) => keysOf(lead),
  rowContent: ({ lead }) => lead,
  contradictionText: (_, earlier) =>
    `is dezelfde klant als ${earlier}, met andere gegevens; ze worden één lead met de laatste gegevens`,
  // Fewer rows than for contracts, because a lead takes more writes, with an audit row of its own. A transaction of ten
  // leads takes as long as the batches of hundreds of contracts.
  windowRows: 25,
  storing: async (uploadRow, permit) => {
    const upload = { ...(await importOf(uploadRow)), permit }
    return (rows) => storeLeads(upload, rows)
  },
  previewing: {
    // No layout of leads is remembered, so each header counts as new. Files dropped into the bucket (`check` is
    // `unnamed`) are not previewed, as nobody waits to confirm them.
    propose: async ({ check }) => ({ asks: check === 'all' || check === 'new', layouts: {} }),
    planning: async (uploadRow) => {
      const upload = await importOf(uploadRow)
      return (rows) => planLeads(upload, rows)
    },
    windowRows: 500,
  },
}

/** Reader of the rows of a spreadsheet of leads. */
export const leadRows: Rows<LeadColumn, ImportedRow> = {
  list: leadList,
  read: (row) => {
    const result = leadFromRow(row)
    return result.ok ? { ...result, item: { ...placeOf(row), lead: result.item } } : result
  },
}

const importOf = async ({ id: uploadId, filename, uploadedBy }: UploadRow) => ({
  ...{ uploadId, filename },
  owner: ownershipOf(await findUploader(uploadedBy)),
})

/**
 * Returns the uploader of a file while they may import leads. Throws for anybody else, as the leads would have no
 * owner.
 */
async function findUploader(userId: string) {
  const person = await findUser(userId)
  const { id, role, teamId = null } = person ?? {}
  const mayImport =
    person?.isActive && id && role && can({ id, role, teamId, flags: effectiveFlagsOf(role, person) }, 'lead:import')
  if (!mayImport) throw new SpreadsheetError('no-uploader')
  return person
}
