import { type Font, fonts, type Glyph, type Weight } from './fonts.ts'

/** Glyphs of one font in the order in which they are drawn; lengths are parts of the font size. */
export interface Run {
  readonly font: Font
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly { readonly advance: number; readonly x: number; readonly y: number }[]
  /** Original text of glyphs that replace characters missing in every font; otherwise null. */
  readonly says: string | null
}

/** A text ready to be drawn on one line; `width` is in parts of the font size. */
export interface Shaped {
  readonly runs: readonly Run[]
  readonly width: number
}

/** Character drawn in place of one that no font has. */
const REPLACEMENT = '\u25a1'

const graphemes = new Intl.Segmenter('nl', { granularity: 'grapheme' })
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const number = /^\p{Nd}/u
const strong = /\p{L}/u
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu

interface Piece {
  readonly text: string
  readonly font: Font
  readonly isReplaced: boolean
  /** Set for a digit of tabular figures: all digits get the same width, signs around them keep their own. */
  readonly isFigure: boolean
  readonly direction: 'ltr' | 'rtl' | 'number' | 'neutral'
}

/**
 * Returns one line of any text as glyphs in visual order; with `tabular` all its digits have the same width.
 * Right-to-left words are reversed, their numbers are not. A character that no font has (emoji, other scripts) becomes
 * an empty box and keeps its text for copying and screen readers.
 */
export function shapeText(text: string, weight: Weight, figures: 'tabular' | 'proportional'): Shaped {
  const pieces = piecesOf(text.toWellFormed().normalize('NFC'), weight, figures === 'tabular')
  const runs = inVisualOrder(pieces).map(runOf)
  return { runs, width: runs.reduce((sum, run) => sum + widthOf(run), 0) }
}

function widthOf({ positions }: Run): number {
  let width = 0
  for (const { advance } of positions) width += advance
  return width
}

function piecesOf(text: string, weight: Weight, isTabular: boolean): Piece[] {
  const [first] = fonts[weight]
  return [...graphemes.segment(text.replaceAll(/\s/gu, ' '))].flatMap(({ segment }) => {
    const seen = segment.replaceAll(unseen, '')
    if (seen === '') return []
    const direction = rightToLeft.test(seen)
      ? 'rtl'
      : number.test(seen)
        ? 'number'
        : strong.test(seen)
          ? 'ltr'
          : 'neutral'
    const font = fonts[weight].find((one) => hasAll(one, seen))
    const isFigure = isTabular && direction === 'number'
    return [{ text: font ? seen : segment, font: font ?? first, isReplaced: !font, isFigure, direction }]
  })
}

const hasAll = (font: Font, text: string) =>
  [...text].every((character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return !isPrivate(codePoint) && font.hasGlyphForCodePoint(codePoint)
  })

/** Tells whether a character is for private use: only its font knows the meaning. */
const isPrivate = (codePoint: number) => (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000

/** Groups pieces of the same font, direction and replacement, in visual order. */
function inVisualOrder(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  for (let at = 0; at < pieces.length; ) {
    const end = pieces[at]?.direction === 'rtl' ? endOfRightToLeft(pieces, at) : endOfLeftToRight(pieces, at)
    const span = pieces.slice(at, end)
    groups.push(...(span[0]?.direction === 'rtl' ? groupAlike(spacesInFontOfWords(span)).reverse() : groupAlike(span)))
    at = end
  }
  return groups
}

const endOfLeftToRight = (pieces: readonly Piece[], from: number) => {
  const next = pieces.findIndex(({ direction }, index) => index > from && direction === 'rtl')
  return next === -1 ? pieces.length : next
}

/** Returns the index behind the last right-to-left letter or number before the direction changes back. */
function endOfRightToLeft(pieces: readonly Piece[], from: number): number {
  let end = from + 1
  for (let at = from; at < pieces.length && pieces[at]?.direction !== 'ltr'; at++) {
    if (pieces[at]?.direction !== 'neutral') end = at + 1
  }
  return end
}

/** Gives a space between two words the font of those words, so that they are shaped together. */
function spacesInFontOfWords(span: readonly Piece[]): Piece[] {
  let font = span[0]?.font
  return span.map((piece) => {
    if (piece.direction === 'rtl' && !piece.isReplaced) font = piece.font
    const own =
      piece.direction === 'neutral' && !piece.isReplaced && font && hasAll(font, piece.text) ? font : piece.font
    return { ...piece, font: own, direction: piece.direction === 'number' ? 'number' : 'rtl' }
  })
}

/**
 * Groups neighbouring pieces that can be shaped together. Between left-to-right words, spaces are groups of their own:
 * a repeated word is then shaped only once.
 */
function groupAlike(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    if (last?.[0] && isLike(last[0], piece)) last.push(piece)
    else groups.push([piece])
  }
  return groups
}

const isLike = (one: Piece, other: Piece) =>
  one.font === other.font &&
  one.isReplaced === other.isReplaced &&
  one.isFigure === other.isFigure &&
  (one.direction === 'rtl') === (other.direction === 'rtl') &&
  (one.direction === 'rtl' || (one.text === ' ') === (other.text === ' '))

const MOST_KNOWN = 5_000
const known = new Map<Font, Map<string, Run>>()

function runOf(group: readonly Piece[]): Run {
  const [{ font, isReplaced, isFigure }] = group as [Piece, ...Piece[]]
  const text = group.map((piece) => piece.text).join('')
  const runs = known.get(font) ?? new Map<string, Run>()
  known.set(font, runs)
  if (runs.size > MOST_KNOWN) runs.clear()
  const key = `${isReplaced} ${isFigure} ${text}`
  const run = runs.get(key) ?? glyphRun(font, isReplaced ? REPLACEMENT.repeat(group.length) : text, isFigure)
  const whole = isReplaced ? { ...run, says: text } : run
  runs.set(key, whole)
  return whole
}

function glyphRun(font: Font, text: string, isFigure: boolean): Run {
  const { glyphs, positions } = layOut(font, text, { calt: false, tnum: isFigure })
  const part = (length: number) => length / font.unitsPerEm
  const placed = positions.map(({ xAdvance, xOffset, yOffset }) => ({
    advance: part(xAdvance),
    x: part(xOffset),
    y: part(yOffset),
  }))
  return { font, glyphs, positions: placed, says: null }
}

/**
 * Lays a text out. Callers switch contextual alternates (`calt`) off. They would take most of the layout time, and give
 * a colon between digits another shape.
 */
function layOut(font: Font, text: string, features: Readonly<Record<string, boolean>>) {
  try {
    return font.layout(text, features)
  } catch {
    // fontkit throws for a mark that the font cannot place on its letter.
    return font.layout(text, { ...features, mark: false, mkmk: false })
  }
}
