/** Returns the encoding of a text in UTF-16, by its byte order mark or zero bytes; null for another text. */
export function wideEncodingOf(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const letters = Math.min(head.length, LOOKED_AT) >> 1
  const zeros = [0, 0]
  for (let at = 0; at < letters * 2; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const isMost = (count: number, other: number) => count > letters * MOST && other < letters * FEW
  if (isMost(odd, even)) return 'utf-16le'
  return isMost(even, odd) ? 'utf-16be' : null
}

const LOOKED_AT = 2048
/** Minimum share of letters with a zero in the same one of their two bytes: in UTF-16 nearly all letters. */
const MOST = 0.6
/** Maximum share of letters with a zero in the other byte: in UTF-16 hardly any. */
const FEW = 0.02
