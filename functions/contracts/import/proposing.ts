import { contractColumnLabels } from '../../../shared/contract/schemas/contract-columns.ts'
import { MAX_SHEETS } from '../../spreadsheets/formats/limits.ts'
import type { UploadRow } from '../../spreadsheets/imports/entity.ts'
import type { Proposal } from '../../spreadsheets/imports/importing.ts'
import { findLayouts, layoutsOf } from '../../spreadsheets/imports/layouts.ts'
import { plainHeader } from '../../spreadsheets/recognition/header-text.ts'
import { headerFingerprint, type Layout } from '../../spreadsheets/recognition/layout-print.ts'
import { type Glance, readFirstRows, type SpreadsheetSource } from '../../spreadsheets/recognition/read.ts'
import { buildColumnLooks } from '../reading/column-looks.ts'
import { contractList, type Field } from '../reading/recognise.ts'
import { readSupplierNames } from './suppliers.ts'

const LIST = 'contract'

/** Our own column names, in addition to the labels. The meaning of a column with such a name is beyond doubt. */
const NAMES =
  'sale id|team|agent|leverancier|supplier|kvk|kvk nummer|kvknummer|adres|address|huisnummer|postcode|plaats|city|contact|e mail|email|telefoon|phone|geslacht|aanhef|energietype|verbruik|kosten|ean|ean stroom|ean gas|iban|betaalmethode|zakelijk|geldig tot|looptijd|tekendatum|klantnaam|bedrijfsnaam|product'.split(
    '|',
  )
const ours = new Set([...NAMES, ...Object.values(contractColumnLabels).map(plainHeader)])

/**
 * Returns the first rows of each sheet of a file, of at most `most` sheets. Each has its recognised header and guesses
 * for unknown columns.
 */
export async function readGlances(
  filename: string,
  source: SpreadsheetSource,
  most: number,
): Promise<readonly Glance<Field>[]> {
  const looks = buildColumnLooks(await readSupplierNames())
  return readFirstRows(contractList, source, { filename, layoutsOf: layoutsOf(LIST), looks, most })
}

/** Returns the texts of a sheet's header row; none without a header. */
export const headerCellsOf = ({ rows, header }: Glance<Field>): readonly string[] =>
  rows.find(({ number }) => number === header?.row)?.cells ?? []

/**
 * Returns whether a person must check a file before it is stored (`asks`), by its headers and the `check` of its
 * upload. `layouts` has the guessed meanings of columns, and is empty without a check.
 */
export async function proposeContractLayouts(
  { filename, check }: UploadRow,
  source: SpreadsheetSource,
): Promise<Proposal> {
  const lists = (await readGlances(filename, source, MAX_SHEETS)).filter(({ header }) => header !== null)
  const known = await findLayouts(
    LIST,
    lists.map((list) => headerFingerprint(headerCellsOf(list))),
  )
  const layouts: Record<string, Layout> = {}
  for (const list of lists) {
    const layout = guessOf(list)
    if (layout) layouts[headerFingerprint(headerCellsOf(list))] = layout
  }
  const isKnown = (list: Glance<Field>) =>
    known.has(headerFingerprint(headerCellsOf(list))) ||
    (check === 'unnamed' && headerCellsOf(list).every((cell) => cell === '' || ours.has(plainHeader(cell))))
  const isNew = lists.length > 0 && (check === 'all' || !lists.every(isKnown))
  return isNew ? { asks: true, layouts } : { asks: false, layouts: {} }
}

/**
 * Returns the meanings of a sheet's columns, recognised and guessed. Undefined when nothing was guessed, or when
 * somebody gave the meanings before.
 */
function guessOf({ header, likely, isRemembered }: Glance<Field>): Layout | undefined {
  if (isRemembered || !header || !likely || likely.columns.length === 0) return undefined
  return { fields: header.fields.map((field) => field ?? ''), monthFirst: header.dates.monthFirst ?? false }
}
