/** What a file really is, told from its first bytes and never from its name. */
export type FileKind = 'xlsx' | 'xls' | 'csv' | 'other' | 'empty'

const ZIP = '504b0304'
const EMPTY_ZIP = '504b0506'
const COMPOUND = 'd0cf11e0a1b11ae1'

/** The kind of a file by its first kilobytes. Text that is no markup counts as CSV; whether it is one shows later. */
export function sniff(head: Buffer): FileKind {
  if (head.length === 0) return 'empty'
  const start = head.toString('hex', 0, 8)
  if (start.startsWith(ZIP) || start.startsWith(EMPTY_ZIP)) return 'xlsx'
  if (start === COMPOUND) return 'xls'
  if (start.startsWith('fffe') || start.startsWith('feff')) return 'csv'
  if (hasControlCharacters(head)) return 'other'
  const text = head
    .toString('latin1', 0, 256)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (text === '' && head.length < 256) return 'empty'
  return /^(<|%PDF|\{\\rtf)/.test(text) ? 'other' : 'csv'
}

/** Anything below a space that is no tab, line end, page end or escape. */
function hasControlCharacters(head: Buffer): boolean {
  return head.some((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b)
}
