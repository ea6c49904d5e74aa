import { contractColumnLabels } from '../../../shared/api/schemas/contract-columns.ts'
import { type Instant, localDateOf } from '../../../shared/time.ts'
import { type Columns, columnNames } from '../../spreadsheets/imports/columns.ts'
import { buildColumnLooks } from '../reading/column-looks.ts'
import { contractList, type Field } from '../reading/recognise.ts'
import { contractReader } from './read-contracts.ts'
import { type ImportedRow, TOO_LARGE } from './storing.ts'
import { readSupplierNames } from './suppliers.ts'

/** Columns of a sheet of contracts. Their rows are read as on the day of the upload. */
export const contractColumns: Columns<Field, ImportedRow> = {
  type: 'contract',
  list: contractList,
  names: columnNames(
    'sale id|team|agent|leverancier|supplier|kvk|kvk nummer|kvknummer|adres|address|huisnummer|postcode|plaats|city|contact|e mail|email|telefoon|phone|geslacht|aanhef|energietype|verbruik|kosten|ean|ean stroom|ean gas|iban|betaalmethode|zakelijk|geldig tot|looptijd|tekendatum|klantnaam|bedrijfsnaam|product',
    contractColumnLabels,
  ),
  notStored: [TOO_LARGE],
  findLooks: async () => buildColumnLooks(await readSupplierNames()),
  rowsOf: ({ uploadedAt }) => contractReader(localDateOf(uploadedAt as Instant)),
}
