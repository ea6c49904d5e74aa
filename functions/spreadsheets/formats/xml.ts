import { SaxesParser } from 'saxes'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { fromWindows1252, isWindows1252 } from './windows-1252.ts'

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

/** Callbacks for the parts of an XML text; names are without namespace prefix. */
interface Watcher {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

const MAX_DEPTH = 256

/**
 * Yields the items found in an XML text, per chunk, so that memory does not grow with the text. `watch` makes the
 * watcher of tags, which passes items to `give`. Throws SpreadsheetError for XML that is not well-formed, nests too
 * deep, or declares a document type.
 */
export async function* readXmlItems<T>(
  chunks: Chunks,
  watch: (give: (item: T) => void) => Watcher,
): AsyncGenerator<T[]> {
  let items: T[] = []
  let depth = 0
  const { open, close, text } = watch((item) => items.push(item))
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw new SpreadsheetError('unsafe')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw new SpreadsheetError('unsafe')
    open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close(localName(name))
  })
  parser.on('text', text)
  parser.on('cdata', text)
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    runStep(() => parser.write(decoder.decode(chunk, { stream: true })))
    if (items.length === 0) continue
    yield items
    items = []
  }
  runStep(() => parser.close())
  if (items.length > 0) yield items
}

function runStep(step: () => void): void {
  try {
    step()
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('corrupt', undefined, { cause: error })
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Yields the chunks of an XML text in UTF-8. Finds the encoding of the text by its byte order mark, first bytes or XML
 * declaration.
 */
export async function* convertToUtf8(chunks: Chunks): AsyncGenerator<Buffer> {
  let decode: Decode | null | undefined
  for await (const chunk of chunks) {
    if (decode === undefined) decode = decoderFor(chunk)
    yield decode ? Buffer.from(decode(chunk)) : chunk
  }
}

/** Decodes the next chunk of a text. */
type Decode = (chunk: Buffer) => string

function decoderFor(head: Buffer): Decode | null {
  const start = head.toString('latin1', 0, 200)
  if (/^(\xff\xfe|<\0)/.test(start)) return decoderOf('utf-16le')
  if (/^(\xfe\xff|\0<)/.test(start)) return decoderOf('utf-16be')
  const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(start) ?? []
  if (isWindows1252(declared)) return fromWindows1252
  // Some programs declare UTF-16 but write UTF-8, so only declared encodings of one byte a letter are believed.
  return /^(iso-8859|windows-125)/i.test(declared) ? decoderOf(declared) : null
}

function decoderOf(encoding: string): Decode {
  const decoder = new TextDecoder(encoding)
  return (chunk) => decoder.decode(chunk, { stream: true })
}
