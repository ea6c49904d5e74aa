import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { MAX_CSV_RECORD_CHARACTERS } from './limits.ts'
import { wideEncodingOf } from './utf-16.ts'
import { fromWindows1252 } from './windows-1252.ts'

const NEWLINE = 0x0a

/**
 * Yields the text of a file in blocks of whole lines (rulings 53). A file that begins with a byte order mark of UTF-16,
 * or with as many zero bytes as UTF-16 has, is decoded as UTF-16. `decodeBlock` decodes each block of any other file.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let wide: TextDecoder | null | undefined
  for await (const block of wholeLines(chunks)) {
    if (wide === undefined) wide = wideDecoder(block)
    const text = wide ? wide.decode(block, { stream: true }) : decodeBlock(block).replace(/^\ufeff/, '')
    if (text !== '') yield text
  }
}

function wideDecoder(block: Buffer): TextDecoder | null {
  const encoding = wideEncodingOf(block)
  return encoding && new TextDecoder(encoding)
}

/** Matches, in bytes decoded as Latin-1: the bytes of one letter in UTF-8, or a single other byte beyond ASCII. */
const BEYOND_ASCII = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/**
 * Decodes bytes as UTF-8, or as Windows-1252 when they are not valid UTF-8. When both occur, as in concatenated files,
 * and most letters beyond ASCII are UTF-8, decodes only the remaining letters as Windows-1252.
 */
export function decodeBlock(block: Buffer): string {
  if (isUtf8(block)) return block.toString('utf8')
  const text = block.toString('latin1')
  const letters = text.match(BEYOND_ASCII) ?? []
  const inUtf8 = letters.filter(({ length }) => length > 1).length
  if (inUtf8 <= letters.length - inUtf8) return fromWindows1252(block)
  return text.replace(BEYOND_ASCII, (letter) => {
    const bytes = Buffer.from(letter, 'latin1')
    return isUtf8(bytes) ? bytes.toString('utf8') : fromWindows1252(bytes)
  })
}

/** Yields blocks that end at the end of a line, so that no letter is split. Only an overlong line is cut elsewhere. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer | null = null
  for await (const chunk of chunks) {
    const buffer: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    const cut = buffer.lastIndexOf(NEWLINE) + 1
    if (cut > 0) yield buffer.subarray(0, cut)
    rest = cut < buffer.length ? buffer.subarray(cut) : null
    if (rest && rest.length > MAX_CSV_RECORD_CHARACTERS) {
      yield rest
      rest = null
    }
  }
  if (rest) yield rest
}
