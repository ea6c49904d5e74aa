import { MAX_RECORD_BYTES } from './limits.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * The same bytes with every text in one piece: of rich text the words of all its runs, without phonetic ones, of which
 * exceljs keeps the last alone. `element` holds a text: `is` in a sheet, `si` among the shared strings. What falls away
 * is made up for by spaces inside the closing tag, so that the number of bytes stays.
 */
export async function* plainTexts(chunks: AsyncIterable<Buffer>, element: 'is' | 'si'): AsyncGenerator<Buffer> {
  let rest: Buffer | null = null
  for await (const chunk of chunks) {
    const buffer: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    const hasTexts = buffer.includes(`<${element}`)
    const end = hasTexts ? wholeTextsEnd(buffer, element) : beforeOpenTag(buffer, element)
    const whole = buffer.subarray(0, end)
    if (end > 0) yield hasTexts ? joined(whole, element) : whole
    rest = end < buffer.length ? buffer.subarray(end) : null
    if (rest && rest.length > MAX_RECORD_BYTES) throw new SpreadsheetError('corrupt')
  }
  if (rest) yield rest
}

/** Where the last text begins that is not all there, or the end of the buffer. */
function wholeTextsEnd(buffer: Buffer, element: string): number {
  const opening = buffer.lastIndexOf(`<${element}`)
  const closing = isEmptyTag(buffer, opening) ? opening : buffer.indexOf(`</${element}`, opening)
  if (closing < 0 || buffer.indexOf('>', closing) < 0) return opening
  return beforeOpenTag(buffer, element)
}

/** Where a tag begins that the end of the buffer cuts in its name, or the end of the buffer. */
function beforeOpenTag(buffer: Buffer, element: string): number {
  const tail = Math.max(0, buffer.length - element.length - 2)
  const tag = buffer.subarray(tail).lastIndexOf('<')
  return tag < 0 ? buffer.length : tail + tag
}

function isEmptyTag(buffer: Buffer, opening: number): boolean {
  const end = buffer.indexOf('>', opening)
  return end > 0 && buffer[end - 1] === SLASH
}

const RUNS = ['<r>', '<r ', '<rPh']

function joined(buffer: Buffer, element: string): Buffer {
  if (!RUNS.some((run) => buffer.includes(run))) return buffer
  const texts = new RegExp(`(<${element}(?:\\s[^<>/]*)?>)([^]*?)(</${element})\\s*>`, 'g')
  const text = buffer.toString('latin1').replace(texts, (whole: string, open: string, inner: string, close: string) => {
    if (!RUNS.some((run) => inner.includes(run)) || inner.includes('<!')) return whole
    const plain = `${open}<t>${wordsOf(withoutPhonetics(inner))}</t>${close}`
    return plain.length < whole.length ? `${plain.padEnd(whole.length - 1)}>` : whole
  })
  return Buffer.from(text, 'latin1')
}

function wordsOf(runs: string): string {
  return Array.from(runs.matchAll(/<t(?:\s[^<>]*)?>([^<]*)<\/t\s*>/g), ([, words = '']) => words).join('')
}

function withoutPhonetics(runs: string): string {
  let spoken = ''
  let from = 0
  for (let at = runs.indexOf('<rPh'); at >= 0; at = runs.indexOf('<rPh', from)) {
    spoken += runs.slice(from, at)
    const end = runs.indexOf('</rPh', at)
    if (end < 0) return spoken
    from = end + 1
  }
  return spoken + runs.slice(from)
}

const SLASH = 0x2f
