import { createHash } from 'node:crypto'
import { type PDFContext, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib'
import type { Font, Glyph } from './fonts.ts'
import { subsetFont } from './subset.ts'

/** A font within one document; holds only the glyphs that the document uses. */
export interface Embedded {
  /** Name of the font in content streams. */
  readonly name: string
  readonly ref: PDFRef
  /** Returns the code of a glyph in content streams, four hexadecimal digits. */
  code(glyph: Glyph): string
  /** Writes the font into the document, once all of its glyphs are known. */
  write(): void
}

/** Text for a glyph without characters, as its neighbour already has them: a zero-width space. */
const NOTHING = 0x200b

/** A glyph for certain characters, with its code in content streams. */
interface Used {
  readonly glyph: Glyph
  readonly code: number
}

/**
 * Prepares a font (PDF Type 0) for a document, under a name. `code` gives the code of a glyph. At the end, `write`
 * embeds the font with only the glyphs that got a code; their text can be copied.
 */
export function embedFont(context: PDFContext, font: Font, name: string): Embedded {
  const ref = context.nextRef()
  const used = new Map<string, Used>()

  return {
    name,
    ref,
    code(glyph) {
      const key = `${glyph.id} ${glyph.codePoints.join()}`
      const one = used.get(key) ?? { glyph, code: used.size + 1 }
      used.set(key, one)
      return hex(one.code)
    },
    write() {
      const thousandths = (length: number) => Math.round((length * 1000) / font.unitsPerEm)
      const glyphs = [...used.values()]
      const file = subsetFont(
        font.file,
        glyphs.map(({ glyph }) => glyph.id),
      )
      const tagged = `${tagOf(file)}+${font.postscriptName}`
      const { minX, minY, maxX, maxY } = font.bbox
      const descriptor = context.register(
        context.obj({
          Type: 'FontDescriptor',
          FontName: tagged,
          // 4 means symbolic: glyphs of the font are found by number, not by the characters of a standard encoding.
          Flags: 4,
          FontBBox: [minX, minY, maxX, maxY].map(thousandths),
          ItalicAngle: font.italicAngle,
          Ascent: thousandths(font.ascent),
          Descent: thousandths(font.descent),
          CapHeight: thousandths(font.capHeight),
          StemV: 0,
          FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
        }),
      )
      const descendant = context.register(
        context.obj({
          Type: 'Font',
          Subtype: 'CIDFontType2',
          BaseFont: tagged,
          CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
          FontDescriptor: descriptor,
          CIDToGIDMap: context.register(context.flateStream(glyphsByCode(glyphs))),
          W: [1, glyphs.map(({ glyph }) => thousandths(glyph.advanceWidth))],
        }),
      )
      context.assign(
        ref,
        context.obj({
          Type: 'Font',
          Subtype: 'Type0',
          BaseFont: tagged,
          Encoding: PDFName.of('Identity-H'),
          DescendantFonts: [descendant],
          ToUnicode: context.register(context.flateStream(toUnicode(glyphs))),
        }),
      )
    },
  }
}

const hex = (code: number) => code.toString(16).padStart(4, '0')

/** Returns six capitals that distinguish one subset from another. */
const tagOf = (file: Uint8Array) =>
  [...createHash('sha256').update(file).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(65 + (byte % 26)))
    .join('')

/** Returns the glyph id of each code, from 0 on. */
function glyphsByCode(glyphs: readonly Used[]): Uint8Array {
  const bytes = Buffer.alloc(2 * (glyphs.length + 1))
  for (const { code, glyph } of glyphs) bytes.writeUInt16BE(glyph.id, 2 * code)
  return bytes
}

/** Returns the map from codes to text, in blocks of at most a hundred as PDF requires. */
function toUnicode(glyphs: readonly Used[]): string {
  const lines = glyphs.map(({ glyph, code }) => {
    const text = String.fromCodePoint(...(glyph.codePoints.length > 0 ? glyph.codePoints : [NOTHING]))
    return `<${hex(code)}> ${PDFHexString.of(Buffer.from(text, 'utf16le').swap16().toString('hex')).toString()}`
  })
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}
