import { type Font, fonts, type Glyph, type Weight } from './fonts.ts'

/** Glyphs of one font in the order in which they are drawn; lengths are parts of the font size. */
export interface Run {
  readonly font: Font
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly { readonly advance: number; readonly x: number; readonly y: number }[]
  /** What it says, where the glyphs do not: they stand in for what no font has. */
  readonly says: string | null
}

/** A text ready to be drawn on one line; `width` is in parts of the font size. */
export interface Shaped {
  readonly runs: readonly Run[]
  readonly width: number
}

/** What is drawn for a character that no font has. */
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
  /** A figure that is as wide as every other; the signs around it are not made wider. */
  readonly isFigure: boolean
  readonly direction: 'ltr' | 'rtl' | 'number' | 'neutral'
}

/**
 * The glyphs of one line of text in the order of the eye. Right-to-left words stand in left-to-right lines, shaped and
 * turned, with their numbers left as they are. What no font has (emoji, other scripts) is drawn as an empty box and keeps
 * its text for those who copy or listen. Any string is taken.
 */
export function shape(text: string, weight: Weight, figures: 'tabular' | 'proportional'): Shaped {
  const pieces = piecesOf(text.toWellFormed().normalize('NFC'), weight, figures === 'tabular')
  const runs = inSight(pieces).map(runOf)
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

/** Nobody but the font knows what such a character means. */
const isPrivate = (codePoint: number) => (codePoint >= 0xe000 && codePoint <= 0xf8ff) || codePoint >= 0xf0000

/** Pieces in groups of one font, one way of reading and one fate, in the order of the eye. */
function inSight(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = []
  for (let at = 0; at < pieces.length; ) {
    const end = pieces[at]?.direction === 'rtl' ? endOfTurned(pieces, at) : endOfStraight(pieces, at)
    const span = pieces.slice(at, end)
    groups.push(...(span[0]?.direction === 'rtl' ? grouped(neutralsAsTheirNeighbours(span)).reverse() : grouped(span)))
    at = end
  }
  return groups
}

const endOfStraight = (pieces: readonly Piece[], from: number) => {
  const next = pieces.findIndex(({ direction }, index) => index > from && direction === 'rtl')
  return next === -1 ? pieces.length : next
}

/** Behind the last right-to-left letter or number before the text turns back. */
function endOfTurned(pieces: readonly Piece[], from: number): number {
  let end = from + 1
  for (let at = from; at < pieces.length && pieces[at]?.direction !== 'ltr'; at++) {
    if (pieces[at]?.direction !== 'neutral') end = at + 1
  }
  return end
}

/** A space between two words is one of their font, so that they are shaped together. */
function neutralsAsTheirNeighbours(span: readonly Piece[]): Piece[] {
  let font = span[0]?.font
  return span.map((piece) => {
    if (piece.direction === 'rtl' && !piece.isReplaced) font = piece.font
    const own =
      piece.direction === 'neutral' && !piece.isReplaced && font && hasAll(font, piece.text) ? font : piece.font
    return { ...piece, font: own, direction: piece.direction === 'number' ? 'number' : 'rtl' }
  })
}

/** Also by words, which come again and again and are shaped once. */
function grouped(pieces: readonly Piece[]): Piece[][] {
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
  const run = runs.get(key) ?? drawn(font, isReplaced ? REPLACEMENT.repeat(group.length) : text, isFigure)
  const whole = isReplaced ? { ...run, says: text } : run
  runs.set(key, whole)
  return whole
}

function drawn(font: Font, text: string, isFigure: boolean): Run {
  const { glyphs, positions } = laidOut(font, text, { calt: false, tnum: isFigure })
  const part = (length: number) => length / font.unitsPerEm
  const placed = positions.map(({ xAdvance, xOffset, yOffset }) => ({
    advance: part(xAdvance),
    x: part(xOffset),
    y: part(yOffset),
  }))
  return { font, glyphs, positions: placed, says: null }
}

/** Contextual alternates are left out: they are most of the work and change a colon between figures. */
function laidOut(font: Font, text: string, features: Readonly<Record<string, boolean>>) {
  try {
    return font.layout(text, features)
  } catch {
    // fontkit stumbles over a mark for which the font has no place on that letter
    return font.layout(text, { ...features, mark: false, mkmk: false })
  }
}
