import { MAX_SHEETS, MAX_SMALL_PART_BYTES, tooMany } from './limits.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { readZipText, type ZipEntry } from './zip.ts'

/** Parts of a workbook, and the meaning of its dates. */
export type Workbook = {
  /** Sheets in the order of the tabs. */
  sheets: { name: string; isHidden: boolean; entry: ZipEntry }[]
  sharedStrings: ZipEntry | undefined
  /** Set when dates count from 1904, as on old Macs. */
  from1904: boolean
  /** Per cell style, whether it shows a number as a date. */
  dateStyles: boolean[]
}

/**
 * Returns the worksheets, shared strings and date styles of an opened .xlsx. Throws SpreadsheetError for another kind
 * of zip, macros, no or too many sheets, a part that is damaged or too large, and two sheets that share one part.
 */
export async function readWorkbook(file: Buffer, entries: Map<string, ZipEntry>): Promise<Workbook> {
  const part = async (name: string) => {
    const entry = entries.get(name)
    return entry ? readZipText(file, entry, MAX_SMALL_PART_BYTES) : ''
  }
  await refuseOtherKinds(entries, await part('[content_types].xml'))
  const book = tagsOf(await part('_rels/.rels'), 'Relationship').find(({ Type }) => Type?.endsWith('/officeDocument'))
  const path = partName(book?.['Target'] ?? '', '')
  const name = entries.has(path) ? path : 'xl/workbook.xml'
  if (!entries.has(name)) throw new SpreadsheetError('not-a-spreadsheet')
  const workbook = await part(name)
  const relations = await relationsOf(name, part)
  const targets = new Map(relations.map(({ id, target }) => [id, target]))
  const tags = tagsOf(workbook, 'sheet')
  if (tags.length > MAX_SHEETS) throw tooMany('bladen', MAX_SHEETS)
  const sheets = tags.flatMap(({ name = '', state, id = '' }) => {
    const entry = entries.get(targets.get(id) ?? '')
    return entry ? [{ name, isHidden: state === 'hidden' || state === 'veryHidden', entry }] : []
  })
  if (sheets.length === 0) throw new SpreadsheetError('corrupt')
  if (new Set(sheets.map(({ entry }) => entry)).size < sheets.length) throw new SpreadsheetError('unsafe')
  const related = (type: string) => relations.find((relation) => relation.type.endsWith(`/${type}`))?.target
  return {
    sheets,
    sharedStrings: entries.get(related('sharedStrings') ?? 'xl/sharedstrings.xml'),
    from1904: tagsOf(workbook, 'workbookPr').some(({ date1904 }) => date1904 === '1' || date1904 === 'true'),
    dateStyles: dateStylesOf(await part(related('styles') ?? 'xl/styles.xml')),
  }
}

async function refuseOtherKinds(entries: Map<string, ZipEntry>, contentTypes: string): Promise<void> {
  const names = [...entries.keys()]
  const other = names.some((name) => name.endsWith('/workbook.bin')) ? '.xlsb' : entries.has('content.xml') && '.ods'
  if (other) throw new SpreadsheetError('not-a-spreadsheet', otherKind(other))
  if (
    tagsOf(contentTypes, 'Override').some(({ ContentType }) => ContentType?.includes('macroEnabled')) ||
    names.some((name) => /vbaproject|xl\/macrosheets\//.test(name))
  ) {
    throw new SpreadsheetError('macros')
  }
}

const otherKind = (extension: string) =>
  `Een spreadsheet van dit soort (${extension}) wordt niet gelezen. Open het bestand, kies Opslaan als .xlsx en upload dat.`

/** Reference of a part to another part: its id, the kind of the other part, and the name of that part. */
interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
}

/** Returns the references of a part to other parts. */
async function relationsOf(name: string, part: (name: string) => Promise<string>): Promise<Relation[]> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const tags = tagsOf(await part(`${folder}_rels/${name.slice(folder.length)}.rels`), 'Relationship')
  return tags.flatMap(({ Id, Type = '', Target, TargetMode }) =>
    Id && Target && TargetMode !== 'External' ? [{ id: Id, type: Type, target: partName(Target, folder) }] : [],
  )
}

/** Returns the name of the part at a path; the path `target` is relative to `folder` unless it starts with a slash. */
function partName(target: string, folder: string): string {
  const path = target.replaceAll('\\', '/').toLowerCase()
  return path.startsWith('/') ? path.slice(1) : folder + path.replace(/^\.\//, '')
}

/**
 * Tells for each cell style whether it shows a date. Formats of a conditional style (`dxfs`) have numbers of their own,
 * which do not apply to cells.
 */
function dateStylesOf(styles: string): boolean[] {
  const formats = new Map(
    tagsOf(elementOf(styles, 'numFmts'), 'numFmt').map(({ numFmtId, formatCode }) => [numFmtId, formatCode ?? '']),
  )
  return tagsOf(elementOf(styles, 'cellXfs'), 'xf').map(({ numFmtId }) => {
    const code = formats.get(numFmtId)
    return code === undefined ? isBuiltInDate(Number(numFmtId)) : isDateFormat(code)
  })
}

/** Returns the text of the first element of that name, up to its end; '' without one. */
function elementOf(xml: string, name: string): string {
  const start = xml.search(new RegExp(`<([\\w.-]{1,40}:)?${name}[\\s>]`))
  const end = xml.search(new RegExp(`</([\\w.-]{1,40}:)?${name}[\\s>]`))
  return start < 0 || end < start ? '' : xml.slice(start, end)
}

/** Tells whether a built-in format is a date: 14–17 and 22 are, and 27–36 and 50–58 in East Asian versions. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
}

const LONGEST_FORMAT = 255

/** Tells whether a number format shows a day or a year, outside quoted text, escaped characters and [conditions]. */
function isDateFormat(code: string): boolean {
  const bare = code.slice(0, LONGEST_FORMAT).replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
  return /[dy]/i.test(bare)
}

/**
 * Returns the attributes of every tag of a name, without namespace prefixes. The patterns here and in `attributesOf`
 * search no further than the end of the tag, so that their time is linear in the text.
 */
function tagsOf(xml: string, name: string): Record<string, string>[] {
  const tags = xml.matchAll(new RegExp(`<(?:[\\w.-]{1,40}:)?${name}(?=[\\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>`, 'g'))
  return Array.from(tags, ([, attributes = '']) => attributesOf(attributes))
}

function attributesOf(text: string): Record<string, string> {
  const attributes = Object.create(null) as Record<string, string>
  for (const [, name = '', double, single] of text.matchAll(
    /\s(?!xmlns)(?:[\w.-]+:)?([\w.-]+)\s?=\s?(?:"([^"]*)"|'([^']*)')/g,
  )) {
    attributes[name] = unescapeXml(double ?? single ?? '')
  }
  return attributes
}

const escapes: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }

function unescapeXml(text: string): string {
  return text.replace(/&(?:(quot|apos|lt|gt|amp)|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi, (_, name, decimal, hex) => {
    if (name) return escapes[name.toLowerCase()] ?? ''
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
