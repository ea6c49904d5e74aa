import { type Instant, localDateOf } from '../../shared/time.ts'
import type { Importing } from '../spreadsheets/import.ts'
import { layoutsOf } from '../spreadsheets/layouts.ts'
import { contractIdOf, keyText } from './import-key.ts'
import { dataOf } from './merging.ts'
import { readContracts } from './read-contracts.ts'
import { contractIdsOf, type ImportedRow, storeContracts } from './storing.ts'

/** How contracts are imported. */
export const contractImport: Importing<ImportedRow> = {
  type: 'contract',
  list: 'uploads',
  waitsForMapping: true,
  // As on the day of the upload: what is assumed of a term is the same at every reading.
  read: (source, { filename, uploadedAt }) =>
    readContracts(source, {
      filename,
      today: localDateOf(uploadedAt as Instant),
      layoutsOf: layoutsOf('contract'),
    }),
  keysOf: ({ contract }) => [contractIdOf(contract.importKey)],
  saidBy: ({ contract }) => dataOf(contract),
  otherThan: ({ contract }, earlier) =>
    `heeft ${keyText(contract.importKey)} als ${earlier}, maar andere gegevens; samen zijn ze één contract, waarin het laatste telt`,
  windowRows: 500,
  storing:
    async ({ id }) =>
    (rows, window) =>
      storeContracts(
        { uploadId: id, window },
        rows.map(({ item }) => item),
      ),
  idsOf: (rows) => contractIdsOf(rows.map(({ contract }) => contract)),
}
