import { type Instant, localDateOf } from '../../../shared/time.ts'
import { addToDoNotCallList, newDoNotCallEntry } from '../../known-customers/service.ts'
import { findAdminsToMail } from '../../people/service.ts'
import { proposeLayouts } from '../../spreadsheets/imports/columns.ts'
import type { Importing } from '../../spreadsheets/imports/importing.ts'
import { layoutsForUpload, layoutsOf } from '../../spreadsheets/imports/layouts.ts'
import { contractIdOf, keyTextOf } from '../reading/import-key.ts'
import { contractColumns } from './columns.ts'
import { toSheetData } from './merging.ts'
import { readContracts } from './read-contracts.ts'
import { findContractIds, type ImportedRow, permissionOf, planContracts, storeContracts } from './storing.ts'
import { planContractUndo } from './undoing.ts'
import { newPace } from './write-pace.ts'

declare module '../../spreadsheets/imports/kinds.ts' {
  interface ImportKinds {
    contract: 'uploads'
  }
}

/** Functions that read, preview, store and undo imports of contracts. */
export const contractImport: Importing<ImportedRow> = {
  type: 'contract',
  list: 'uploads',
  findMappers: findAdminsToMail,
  // Takes the day of the upload as today, so that every reading of the file assumes the same terms.
  read: (source, upload) =>
    readContracts(source, {
      filename: upload.filename,
      today: localDateOf(upload.uploadedAt as Instant),
      layoutsOf: layoutsForUpload(upload, layoutsOf('contract')),
    }),
  keysOf: ({ contract }) => [...new Set([contract.importKey, ...contract.names])].map(contractIdOf),
  rowContent: ({ contract }) => toSheetData(contract),
  contradictionText: ({ contract }, earlier) =>
    `heeft ${keyTextOf(contract)} als ${earlier}, maar andere gegevens; ze worden één contract met de laatste einddatum`,
  windowRows: 600,
  storing: async ({ id, filename }, permit) => {
    const pace = newPace()
    return async (rows, window, renew) => {
      const stored = await storeContracts(
        { uploadId: id, window },
        rows.map(({ item, isRepeated }) => ({ ...item, isRepeated })),
        {
          pace,
          renew,
          addToDoNotCallList: (phones) => addToDoNotCallList(permit, phones, newDoNotCallEntry(filename)),
        },
      )
      const { recordImported } = await import('../../numbers/importing.ts')
      await recordImported(
        permit,
        { id, filename },
        rows.map(({ item }) => permissionOf(item)),
      )
      return stored
    }
  },
  previewing: {
    propose: (upload, source) => proposeLayouts(contractColumns, upload, source),
    planning:
      async ({ id }) =>
      (rows, window) =>
        planContracts(
          { uploadId: id, window },
          rows.map(({ item, isRepeated, isSame }) => ({ ...item, isRepeated, isSame })),
        ),
  },
  undoing: planContractUndo,
  idsOf: (rows) => findContractIds(rows.map(({ contract }) => contract)),
}
