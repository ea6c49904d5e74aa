import { addDays, type Instant, type LocalDate, localDateOf } from '../../time.ts'
import * as z from '../../zod.ts'
import { instant, orNull, person, requireText } from './fields.ts'
import { PreviewRow, SheetRows } from './sheets.ts'

/**
 * Problem of one row or cell; the rest of the file is imported (rulings 54). `sheet` is null for a file with one sheet.
 * A warning that several rows share is given once, at the first row; `shared` has their number and the first rows.
 */
export const RowProblem = z.object({
  sheet: orNull(z.string()),
  row: z.int(),
  column: z.string().nullable(),
  reason: z.string(),
  shared: orNull(z.object({ count: z.int(), rows: z.array(z.int()) })),
})
export type RowProblem = z.output<typeof RowProblem>

/** A sheet, column or row that was not read, with its name and the reason (rulings 55). */
export const LeftOut = z.object({
  kind: z.enum(['sheet', 'column', 'row']),
  name: z.string(),
  sheet: z.string().nullable(),
  reason: z.string(),
})
export type LeftOut = z.output<typeof LeftOut>

/**
 * Cases in which a person must check an uploaded file before it is stored. `never` and `all` stand for no file and
 * every file. `new`: a file with headers that nobody confirmed before. `unnamed`, the value for dropped files: as
 * `new`, but headers that are all our own column names need no check.
 */
export const uploadChecks = ['never', 'new', 'all', 'unnamed'] as const
export type UploadCheck = (typeof uploadChecks)[number]

/** Values of `uploadChecks` from which a user who uploads a file can choose; by default `never`. */
export const checkChoice = z.enum(['never', 'new', 'all']).optional()

export const uploadStates = [
  'wordt verwerkt',
  'klaar',
  'mislukt',
  'controle nodig',
  'wordt teruggedraaid',
  'teruggedraaid',
  'weggegooid',
] as const

/** A record that an undone upload left as it is. */
const KeptRecord = z.object({ id: z.string(), name: z.string(), reason: z.string() })
export type KeptRecord = z.output<typeof KeptRecord>

/** Result of undoing an upload; incomplete while the undo runs. `named` has the first of the kept records. */
const Undone = z.object({ removed: z.int(), restored: z.int(), kept: z.int(), named: z.array(KeptRecord) })
export type Undone = z.output<typeof Undone>

const stats = z.object({
  totalRows: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  errors: z.int(),
})

export const Upload = z.object({
  id: z.string(),
  filename: z.string(),
  uploadedBy: z.string(),
  uploadedAt: instant,
  uploadedByUser: orNull(person.omit({ id: true })),
  state: z.enum(uploadStates),
  error: orNull(z.string()),
  stats,
  /** Number of wrong rows among the rows that were read. After a failure, fewer rows may be stored than were read. */
  wrongRows: z.int(),
  /** The first messages about rows, errors before warnings. */
  details: z.array(RowProblem),
  /** Number of all messages about rows; null where it was not kept. */
  detailsCount: orNull(z.int()),
  /** Number of `details` that refuse rows; they come first. The others are remarks on stored rows. */
  refusedDetails: orNull(z.int()),
  leftOut: z.array(LeftOut).default([]),
  leftOutCount: orNull(z.int()),
  undone: orNull(Undone),
  /** True while no row of the file is imported: its event has not arrived, or other files go first. */
  isWaiting: z.boolean(),
  /**
   * True when the import or its undo stopped halfway, or the event of the file never arrived. A retry continues there.
   */
  isGivenUp: z.boolean(),
  /** True when the numbers of the upload are a preview and nothing is stored. */
  isPlanned: z.boolean(),
  /**
   * Number that rises with each step of an import, preview or undo of the upload. A confirmation sends back the value
   * that its user saw.
   */
  reading: z.int(),
})
export type Upload = z.output<typeof Upload>

/** Tells whether the columns of an upload may be mapped: it is done, failed or waits for a check. */
export const mayBeMapped = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'klaar' || state === 'mislukt' || state === 'controle nodig'

/** Days in which an upload can be undone; its file is stored as long. */
export const UNDO_DAYS = 30

/** Returns the last day, in Amsterdam, on which an upload can be undone. */
export const lastDayToUndo = (uploadedAt: string): LocalDate => addDays(localDateOf(uploadedAt as Instant), UNDO_DAYS)

/** Returns the body of a refusal of the whole file (rulings 54). */
const refusal = (error: string) => ({
  error,
  details: [],
  stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
})

/** The largest file that goes through the API; larger ones go straight to the bucket (rulings 56). */
export const MAX_API_UPLOAD_BYTES = 4 * 1024 * 1024

/** The largest file that is imported at all. */
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

/** The file of an import: a spreadsheet. */
export const spreadsheet = {
  field: 'file',
  maxBytes: MAX_API_UPLOAD_BYTES,
  extensions: ['.xlsx', '.xls', '.csv', '.tsv', '.txt'],
  refusal,
} as const

/** Result of an import. */
export const Imported = z.object({
  stats,
  details: z.array(RowProblem),
  detailsCount: orNull(z.int()),
  refusedDetails: orNull(z.int()),
  leftOut: z.array(LeftOut),
  leftOutCount: orNull(z.int()),
  uploadId: z.string(),
  /** True when nothing is stored yet: the numbers are a preview that somebody must confirm. */
  isToBeConfirmed: z.boolean(),
})
export type Imported = z.output<typeof Imported>

/** Columns of a kind of list: the fields that a column may mean. */
export type ColumnFields<F extends string> = readonly [F, ...F[]]

/** Makes the schema of the first rows of a sheet, as text, with the recognised meaning of its columns. */
export const buildSheetPreview = <F extends string>(columns: ColumnFields<F>) => {
  const field = z.enum(columns).nullable()
  return SheetRows.extend({
    /** Rows, each with the meaning that the columns would have if this row were the header. */
    rows: z.array(PreviewRow.extend({ fields: z.array(field) })),
    /** Number of the row that is most likely the header. Null when there is none, and when the header is remembered. */
    likelyRow: z.int().nullable(),
    /** Indexes, from 0, of columns whose meaning is guessed from their values. */
    guessed: z.array(z.int()),
    fields: z.array(field),
    monthFirst: z.boolean(),
    /** True when somebody chose this meaning before, for this file or another with the same headers. */
    isRemembered: z.boolean(),
  })
}
export type SheetPreview<F extends string = string> = z.output<ReturnType<typeof buildSheetPreview<F>>>

/** Makes the schema of the chosen meaning of a sheet's columns. */
export const buildMapping = <F extends string>(columns: ColumnFields<F>) =>
  z.object({
    /** Index of the sheet in the preview, from 0. */
    sheet: z.int().min(0).max(1000),
    headerRow: z.int().min(1).max(10_000_000),
    fields: z.array(z.enum(columns).nullable()).max(200),
    /** True when dates have the month before the day, as in 12/31/2027. */
    monthFirst: z.boolean(),
    /** True to preview the result only; nothing is stored or remembered. */
    isCheck: z.boolean().optional(),
  })
export type Mapping<F extends string = string> = z.output<ReturnType<typeof buildMapping<F>>>

const isSpreadsheet = (filename: string) =>
  spreadsheet.extensions.some((extension) => filename.toLowerCase().endsWith(extension))

/** A file that a browser is about to post straight to the bucket. */
export const FileToSend = z.object({
  filename: requireText('Kies een bestand')
    .refine(isSpreadsheet, `Alleen ${spreadsheet.extensions.join(', ')} kan worden verwerkt`)
    .meta({ examples: ['klantenbestand.xlsx'], 'x-not-stored': true }),
  /** Size of the file in bytes. */
  size: z
    .int()
    .min(1, 'Dit bestand is leeg')
    .max(MAX_UPLOAD_BYTES, 'Dit bestand is te groot: het maximum is 50 MB. Splits het in kleinere bestanden.')
    .meta({ 'x-not-stored': true }),
  check: checkChoice.meta({ 'x-not-stored': true }),
})
export type FileToSend = z.output<typeof FileToSend>

/** Form that posts a file to the bucket: all `fields` in their order, and then the file. */
export const UploadForm = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  uploadId: z.string(),
})
export type UploadForm = z.output<typeof UploadForm>
