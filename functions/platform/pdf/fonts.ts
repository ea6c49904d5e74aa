import fontkit from '@pdf-lib/fontkit'
import { fontFiles } from './font-files.ts'

export type Weight = 'regular' | 'bold'

export interface Glyph {
  readonly id: number
  readonly codePoints: readonly number[]
  readonly advanceWidth: number
}

/** The used part of fontkit's font; lengths are in `unitsPerEm`. */
export interface Font {
  readonly file: Uint8Array
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  readonly italicAngle: number
  readonly bbox: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number }
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(
    text: string,
    features: Readonly<Record<string, boolean>>,
  ): {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[]
  }
}

/**
 * Reads a font whose glyphs keep the characters for which they were requested. fontkit creates each glyph once. Yet one
 * glyph can serve several characters, such as the a of Latin and of Cyrillic.
 */
function fontOf(bytes: Uint8Array): Font {
  const font = fontkit.create(bytes)
  const made = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const glyph = made(id, codePoints)
    return codePoints ? Object.assign(Object.create(glyph), { codePoints }) : glyph
  }
  return Object.assign(font, { file: bytes }) as unknown as Font
}

/** Fonts by weight. For a character, Inter (Latin, Greek, Cyrillic) is tried first, then Noto Sans Arabic. */
export const fonts: Readonly<Record<Weight, readonly [Font, ...Font[]]>> = {
  regular: [fontOf(fontFiles.interRegular), fontOf(fontFiles.arabicRegular)],
  bold: [fontOf(fontFiles.interBold), fontOf(fontFiles.arabicBold)],
}
