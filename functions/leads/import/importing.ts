import { can, effectiveFlagsOf } from '../../../shared/access.ts'
import { type LeadColumn, leadColumnLabels } from '../../../shared/api/schemas/lead-columns.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { findAdminsToMail, type Ownership, ownershipOf } from '../../people/service.ts'
import { findUser } from '../../platform/identity/user.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { type Rows, readBatches } from '../../spreadsheets/imports/batches.ts'
import { type Columns, columnNames, proposeLayouts } from '../../spreadsheets/imports/columns.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import type { Importing } from '../../spreadsheets/imports/importing.ts'
import { layoutsForUpload, layoutsOf } from '../../spreadsheets/imports/layouts.ts'
import { isOfNobody } from '../../spreadsheets/imports/upload-states.ts'
import { customerLooks } from '../../spreadsheets/recognition/customer-looks.ts'
import { placeOf } from '../../spreadsheets/recognition/row-reading.ts'
import { leadFromRow, leadList } from './rows.ts'
import { type ImportedRow, keysOf, permissionOf, planLeads, storeLeads } from './storing.ts'
import { planLeadUndo } from './undo.ts'

declare module '../../spreadsheets/imports/kinds.ts' {
  interface ImportKinds {
    lead: 'lead-uploads'
  }
}

/** Columns of a sheet of leads. Those of our own export need no check. */
export const leadColumns: Columns<LeadColumn, ImportedRow> = {
  type: 'lead',
  list: leadList,
  names: columnNames(
    'klant|naam|tel|telefoonnummer|email|bedrijf|straat|huisnr|toevoeging|urgent|eigenaar|aangemaakt',
    {
      ...leadColumnLabels,
      ...Object.fromEntries(Object.entries(leadFields).map(([name, { label }]) => [`${name} of the lead`, label])),
    },
  ),
  findLooks: async () => customerLooks,
  rowsOf: () => leadRows,
}

/** Import of leads from spreadsheets; the uploader owns new leads. */
export const leadImport: Importing<ImportedRow> = {
  type: 'lead',
  list: 'lead-uploads',
  findMappers: findAdminsToMail,
  read: (source, upload) =>
    readBatches(leadRows, source, {
      filename: upload.filename,
      layoutsOf: layoutsForUpload(upload, layoutsOf('lead')),
    }),
  keysOf: ({ lead }) => keysOf(lead),
  rowContent: ({ lead }) => lead,
  contradictionText: (_, earlier) =>
    `is dezelfde klant als ${earlier}, met andere gegevens; ze worden één lead met de laatste gegevens`,
  // Fewer rows than for contracts, because a lead takes more writes, with an audit row of its own. A transaction of ten
  // leads takes as long as the batches of hundreds of contracts.
  windowRows: 25,
  storing: async (uploadRow, permit) => {
    // The uploader is looked up with the first rows, so that a file with unknown headers is refused for these.
    let upload: Awaited<ReturnType<typeof importOf>> | undefined
    return async (rows, window) => {
      upload ??= await importOf(uploadRow)
      const stored = await storeLeads({ ...upload, permit, window }, rows)
      const { recordImported } = await import('../../numbers/importing.ts')
      await recordImported(
        permit,
        uploadRow,
        rows.map(({ item }) => permissionOf(item)),
      )
      return stored
    }
  },
  previewing: {
    // The leads of a file of nobody known belong to the person who confirms it.
    propose: async (upload, source) => {
      const { asks, layouts } = await proposeLayouts(leadColumns, upload, source)
      return { asks: asks || isOfNobody(upload), layouts }
    },
    planning: async (uploadRow) => {
      const upload = isOfNobody(uploadRow) ? { ...aboutUpload(uploadRow), owner: nobody } : await importOf(uploadRow)
      return (rows) => planLeads(upload, rows)
    },
    windowRows: 500,
  },
  undoing: planLeadUndo,
}

/** Owner of the leads in a preview of a file whose uploader is unknown. */
const nobody: Ownership = { ownerId: '', teamId: undefined, owner: { id: '', firstName: '', lastName: '' } }

/** Reader of the rows of a spreadsheet of leads. */
const leadRows: Rows<LeadColumn, ImportedRow> = {
  list: leadList,
  read: (row) => {
    const result = leadFromRow(row)
    return result.ok ? { ...result, item: { ...placeOf(row), lead: result.item } } : result
  },
}

const aboutUpload = ({ id: uploadId, filename }: UploadRow) => ({ uploadId, filename })

const importOf = async (upload: UploadRow) => ({
  ...aboutUpload(upload),
  owner: ownershipOf(await findUploader(upload.uploadedBy)),
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
