import { SpreadsheetError } from './spreadsheet-error.ts'

const HEAD_BYTES = 4096

/**
 * Tells whether the first bytes of a file, as Latin-1, begin a web archive. Excel writes it as 'Single File Web Page'
 * and names it .mht or .xls.
 */
export const isWebArchive = (start: string): boolean =>
  /^(from|subject|date|mime-version|content-[a-z]+|x-[a-z-]+):/i.test(start) &&
  /^content-type:\s*multipart\/related/im.test(start.slice(0, HEAD_BYTES))

/**
 * Returns the pages with a table in a web archive, one after the other. Throws SpreadsheetError for an archive without
 * such a page.
 */
export function pagesInArchive(file: Buffer): Buffer {
  const [, boundary] = /boundary="?([^"\r\n;]{1,200})/i.exec(file.toString('latin1', 0, HEAD_BYTES)) ?? []
  if (boundary === undefined) throw new SpreadsheetError('corrupt')
  const mark = `--${boundary}`
  const pages: Buffer[] = []
  for (let start = file.indexOf(mark); start >= 0; ) {
    const end = file.indexOf(mark, start + mark.length)
    const page = pageIn(file.subarray(start + mark.length, end < 0 ? file.length : end))
    if (page) pages.push(page)
    start = end
  }
  if (pages.length === 0) throw new SpreadsheetError('not-a-spreadsheet')
  return Buffer.concat(pages)
}

/** Returns the decoded page in a part of an archive; null for a part of another kind or without a table. */
function pageIn(part: Buffer): Buffer | null {
  const [head = '', gap = ''] = /^.*?(\r?\n\r?\n)/s.exec(part.toString('latin1', 0, HEAD_BYTES)) ?? []
  if (gap === '' || !/^content-type:\s*text\/html/im.test(head)) return null
  const [, encoding = ''] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(head) ?? []
  const page = decodeBody(part.subarray(head.length), encoding.toLowerCase())
  return page.includes('<table') || page.includes('<TABLE') ? page : null
}

function decodeBody(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

const EQUALS = 0x3d
const [CARRIAGE_RETURN, NEWLINE] = [0x0d, 0x0a]

/** Decodes `=E9` as one byte, and joins lines that end with `=`. */
function fromQuotedPrintable(body: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte !== EQUALS) bytes[length++] = byte
    else if (body[at + 1] === NEWLINE) at += 1
    else if (body[at + 1] === CARRIAGE_RETURN && body[at + 2] === NEWLINE) at += 2
    else {
      const code = Number.parseInt(body.toString('latin1', at + 1, at + 3), 16)
      bytes[length++] = Number.isNaN(code) ? byte : code
      if (!Number.isNaN(code)) at += 2
    }
  }
  return bytes.subarray(0, length)
}
