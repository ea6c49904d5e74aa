import { PDFHexString } from 'pdf-lib'
import type { Embedded } from './embedding.ts'
import type { Font } from './fonts.ts'
import type { Run, Shaped } from './shaping.ts'
import { type Element, markContent, structureElement, type Tag, type Traits } from './structure.ts'
import type { TextStyle } from './style.ts'

/** Drawing surface of a document, page after page. Lengths are in points from the top left corner. */
export interface Canvas {
  /** Height of a page. */
  readonly height: number
  /** Adds a child to the current element of the structure. The child can get content on this page and later ones. */
  part(tag: Tag, traits?: Traits): Element
  /** Draws within a part. */
  within(part: Element, draw: () => void): void
  /** Draws decoration, which screen readers skip, such as content that repeats on each page. */
  decoration(draw: () => void): void
  /** Draws one line of text; the current element must be one that holds text. */
  text(line: Shaped, x: number, baseline: number, style: TextStyle): void
  /** Draws filled or stroked paths in PDF operators. `up` converts a length from the top into one from the bottom. */
  paths(operators: (up: (y: number) => number) => string): void
  startPage(): void
  /** Draws decoration on every page drawn so far. */
  eachPage(draw: (page: number, count: number) => void): void
}

/**
 * The drawn document: its structure, the content of each page, and the owners of that content. `marks` has for each
 * page the element that owns each numbered piece of content.
 */
export interface Drawn {
  readonly document: Element
  /** Returns the content of each page, as PDF operators. */
  readonly pages: () => readonly string[]
  readonly marks: readonly (readonly Element[])[]
}

/** Returns a number as PDF writes it, with at most three decimals. */
export const pdfNumber = (value: number): string => String(Math.round(value * 1000) / 1000)

/**
 * Returns a canvas whose pages have this height in points, and `drawn`, the document drawn on that canvas. `embedded`
 * returns a font as embedded in the document.
 */
export function createCanvas(
  height: number,
  embedded: (font: Font) => Embedded,
): { readonly canvas: Canvas; readonly drawn: Drawn } {
  const document = structureElement('Document')
  const pages: string[][] = []
  const marks: Element[][] = []
  let place: Element | 'decoration' = document
  let marked: Element | 'decoration' | null = null

  let page = -1

  const write = (operators: string) => pages[page]?.push(operators)
  const close = () => {
    if (marked) write('EMC')
    marked = null
  }
  const open = () => {
    if (marked === place) return
    close()
    if (place === 'decoration') write('/Artifact BMC')
    else {
      if (!holdsContent.has(place.tag)) throw new Error(`Content in ${place.tag}`)
      write(`/${place.tag} <</MCID ${markContent(place, page, marks[page] ?? [])}>> BDC`)
    }
    marked = place
  }
  const at = (next: Element | 'decoration', draw: () => void) => {
    const before = place
    place = next
    draw()
    place = before
    close()
  }

  const canvas: Canvas = {
    height,
    part(tag, traits) {
      const part = structureElement(tag, traits)
      if (place !== 'decoration') place.kids.push(part)
      return part
    },
    within: (part, draw) => (place === 'decoration' ? draw() : at(part, draw)),
    decoration: (draw) => at('decoration', draw),
    text(line, x, baseline, style) {
      open()
      const operators = line.runs.map((run) => {
        const shown = textOf(run, embedded(run.font), style)
        return run.says && place !== 'decoration'
          ? `/Span <</ActualText ${PDFHexString.fromText(run.says)}>> BDC\n${shown}\nEMC`
          : shown
      })
      const { size, colour, tracking = 0 } = style
      write(`BT\n${pdfColour(colour)} rg ${pdfNumber(tracking * size)} Tc`)
      write(`1 0 0 1 ${pdfNumber(x)} ${pdfNumber(height - baseline)} Tm`)
      write(`${operators.join('\n')}\nET`)
    },
    paths(operators) {
      const draw = () => {
        open()
        write(operators((y) => height - y))
      }
      if (place !== 'decoration' && place.tag === 'Figure') draw()
      else at('decoration', draw)
    },
    startPage() {
      close()
      pages.push([])
      marks.push([])
      page = pages.length - 1
    },
    eachPage(draw) {
      close()
      for (page = 0; page < pages.length; page++) at('decoration', () => draw(page + 1, pages.length))
      page = pages.length - 1
    },
  }
  return {
    canvas,
    drawn: {
      document,
      marks,
      pages: () => pages.map((operators) => operators.join('\n')),
    },
  }
}

const holdsContent: ReadonlySet<Tag> = new Set(['H1', 'H2', 'P', 'Figure', 'TH', 'TD'])

/** Returns a colour `#rrggbb` as PDF writes it: red, green and blue from 0 to 1. */
export const pdfColour = (colour: string): string =>
  [1, 3, 5].map((at) => pdfNumber(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')

/** Returns the PDF operators that draw a run of glyphs, right after the previous run. */
function textOf({ glyphs, positions, font }: Run, face: Embedded, { size }: TextStyle): string {
  const shown: string[] = []
  let line = ''
  let rise = 0
  const flush = () => {
    if (line) shown.push(`[${line}] TJ`)
    line = ''
  }
  const move = (part: number) => {
    const thousandths = Math.round(-part * 1000)
    if (thousandths !== 0) line += thousandths
  }
  for (const [index, glyph] of glyphs.entries()) {
    const { advance, x: aside, y: up } = positions[index] ?? { advance: 0, x: 0, y: 0 }
    if (up !== rise) {
      flush()
      shown.push(`${pdfNumber(up * size)} Ts`)
      rise = up
    }
    move(aside)
    line += `<${face.code(glyph)}>`
    move(advance - aside - glyph.advanceWidth / font.unitsPerEm)
  }
  flush()
  if (rise !== 0) shown.push('0 Ts')
  return [`/${face.name} ${pdfNumber(size)} Tf`, ...shown].join('\n')
}
