import { SpreadsheetError } from './spreadsheet-error.ts'

/** Matches the first lines of a web archive, which Excel writes as 'Single File Web Page' and names .mht or .xls. */
const ARCHIVE = /^(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*)*?content-type:\s*multipart\/related/i

/** Tells whether the first bytes of a file, as Latin-1, begin a web archive. */
export const isWebArchive = (head: string): boolean => ARCHIVE.test(head)

/**
 * Returns the pages with a table in a web archive, one after the other. Throws SpreadsheetError for an archive without
 * such a page.
 */
export function pagesInArchive(file: Buffer): Buffer {
  const text = file.toString('latin1')
  const [, boundary] = /boundary="?([^"\r\n;]{1,200})/i.exec(text.slice(0, HEAD_CHARACTERS)) ?? []
  if (boundary === undefined) throw new SpreadsheetError('corrupt')
  const pages = text.split(`--${boundary}`).flatMap((part) => {
    const [gap] = /\r?\n\r?\n/.exec(part) ?? []
    const head = gap === undefined ? '' : part.slice(0, part.indexOf(gap))
    if (gap === undefined || !/^content-type:\s*text\/html/im.test(head)) return []
    const page = decoded(part.slice(head.length + gap.length), head)
    return page.includes('<table') || page.includes('<TABLE') ? [page] : []
  })
  if (pages.length === 0) throw new SpreadsheetError('not-a-spreadsheet')
  return Buffer.concat(pages)
}

const HEAD_CHARACTERS = 4096

/** Decodes the body of a part by the encoding that its head names. */
function decoded(body: string, head: string): Buffer {
  const [, encoding = ''] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(head) ?? []
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64')
  if (encoding.toLowerCase() !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const bytes = body
    .replaceAll(/=[ \t]*\r?\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1')
}
