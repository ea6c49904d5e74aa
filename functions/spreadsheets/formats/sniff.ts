import { wideEncodingOf } from './utf-16.ts'
import { isWebArchive } from './web-archive.ts'

/** Kind of a file by its first bytes, never by its name. */
type FileKind = 'xlsx' | 'xls' | 'xml' | 'html' | 'archive' | 'csv' | 'other' | 'empty'

const ZIP = '504b0304'
const EMPTY_ZIP = '504b0506'
const COMPOUND = 'd0cf11e0a1b11ae1'

/**
 * Returns the kind of a file by its first kilobytes, never by its name: HTML and the XML of Excel 2003 are often named
 * .xls. Text without markup counts as CSV until it is read.
 */
export function detectFileKind(head: Buffer): FileKind {
  if (head.length === 0) return 'empty'
  const start = head.toString('hex', 0, 8)
  if (start.startsWith(ZIP) || start.startsWith(EMPTY_ZIP)) return 'xlsx'
  if (start === COMPOUND) return 'xls'
  const wide = wideEncodingOf(head)
  // An odd last byte is half a letter, so it is left out.
  const letters = wide ? new TextDecoder(wide).decode(head.subarray(0, head.length & ~1)) : head.toString('latin1')
  if (hasControls(letters)) return 'other'
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
  if (text === '' && head.length < 256) return 'empty'
  if (isWebArchive(text)) return 'archive'
  if (!text.startsWith('<')) return /^(%PDF|\{\\rtf)/.test(text) ? 'other' : 'csv'
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet') && /<([\w.-]{1,40}:)?Workbook[\s>]/.test(text))
    return 'xml'
  return /<table[\s>]/i.test(text) ? 'html' : 'other'
}

/** Tells whether a text has a control character other than tab, line end, page end or escape. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b) return true
  }
  return false
}
