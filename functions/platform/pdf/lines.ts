import { type Shaped, shapeText } from './shaping.ts'
import type { TextStyle } from './style.ts'

/** Returns a text as one line of glyphs, however wide. */
export function lineOf(text: string, style: TextStyle): Shaped {
  return shapeText(text, style.weight, style.figures ?? 'proportional')
}

/** Returns the width of a line in points. */
export function widthOf({ runs, width }: Shaped, { size, tracking = 0 }: TextStyle): number {
  const glyphs = runs.reduce((count, run) => count + run.glyphs.length, 0)
  return (width + tracking * glyphs) * size
}

/**
 * Returns a text as lines no wider than `width` points, broken between words or, where one is too wide, within it.
 * Keeps line breaks. All lines but the last end in a space, for copying and screen readers.
 */
export function wrapText(text: string, style: TextStyle, width: number): Shaped[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).flatMap((line) => wrapLine(line.trim(), style, width))
  return lines.map((line, index) => lineOf(index < lines.length - 1 ? `${line} ` : line, style))
}

function wrapLine(text: string, style: TextStyle, width: number): string[] {
  const measured = (piece: string) => widthOf(lineOf(piece, style), style)
  if (measured(text) <= width) return [text]
  const space = measured(' ')
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(/(?<=[ \t])|(?<=[-/])(?=\p{L})/u).flatMap((word) => splitWord(word, measured, width))) {
    const wide = measured(word.trimEnd())
    if (line && used + wide > width) {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    line += word
    used += wide + (word.endsWith(' ') ? space : 0)
  }
  return [...lines, line.trimEnd()]
}

const graphemes = new Intl.Segmenter('nl', { granularity: 'grapheme' })

/** Splits a word that is wider than a line into pieces; measures grapheme by grapheme, as a word may be very long. */
function splitWord(word: string, measured: (text: string) => number, width: number): string[] {
  if (measured(word.trimEnd()) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const { segment } of graphemes.segment(word)) {
    const wide = measured(segment)
    if (piece && used + wide > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += segment
    used += wide
  }
  return [...pieces, piece]
}
