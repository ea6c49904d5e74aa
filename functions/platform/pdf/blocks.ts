import { type Canvas, pdfColour, pdfNumber } from './canvas.ts'
import { lineOf, widthOf, wrapText } from './lines.ts'
import type { Shaped } from './shaping.ts'
import type { Tag } from './structure.ts'
import { colour, style as styles, type TextStyle } from './style.ts'

/** Something with a height that is drawn in one piece; its place is decided later. */
export interface Block {
  readonly height: number
  draw(canvas: Canvas, x: number, top: number): void
}

interface TextShape {
  readonly width: number
  readonly align?: 'left' | 'right'
  /** Tag for screen readers; null makes it part of the element that it is drawn in. */
  readonly tag?: Tag | null
}

/** Returns a block with a text, wrapped over as many lines as it needs; `shape` has its width. */
export function paragraph(text: string, style: TextStyle, shape: TextShape): Block {
  return linesBlock(wrapText(text, style, shape.width), style, shape)
}

/** Returns a block with a text on one line, however wide: an amount is never wrapped. */
export function singleLine(text: string, style: TextStyle, shape: TextShape): Block {
  return linesBlock([lineOf(text, style)], style, shape)
}

/** Returns a block of lines that are wrapped already, one below the other. */
export function linesBlock(lines: readonly Shaped[], style: TextStyle, shape: TextShape): Block {
  const { width, align = 'left', tag = 'P' } = shape
  return {
    height: lines.length * style.lineHeight,
    draw(canvas, x, top) {
      const draw = () => {
        for (const [index, line] of lines.entries()) {
          const left = align === 'right' ? x + width - widthOf(line, style) : x
          canvas.text(line, left, top + index * style.lineHeight + baselineOf(style), style)
        }
      }
      if (tag) canvas.within(canvas.part(tag), draw)
      else draw()
    },
  }
}

/** Returns the distance from the top of a line to its baseline, so that capitals are centred in the line. */
const baselineOf = ({ lineHeight, size }: TextStyle) => (lineHeight + 0.727 * size) / 2

/** Returns one block of blocks below each other, with `gap` points between them. */
export function stack(blocks: readonly Block[], gap = 0): Block {
  const gaps = Math.max(0, blocks.length - 1) * gap
  return {
    height: blocks.reduce((sum, { height }) => sum + height, gaps),
    draw(canvas, x, top) {
      let at = top
      for (const block of blocks) {
        block.draw(canvas, x, at)
        at += block.height + gap
      }
    },
  }
}

/** Returns one block of blocks side by side, each `at` points from the left. */
export function beside(columns: readonly { readonly at: number; readonly block: Block }[]): Block {
  return {
    height: Math.max(0, ...columns.map(({ block }) => block.height)),
    draw(canvas, x, top) {
      for (const { at, block } of columns) block.draw(canvas, x + at, top)
    },
  }
}

/** Returns an empty block of a height in points. */
export const space = (height: number): Block => ({ height, draw: () => {} })

/** Returns a block with a horizontal line in the colour `ink`; `width` and `thickness` are in points. */
export function horizontalRule(width: number, ink: string = colour.line, thickness = 0.6): Block {
  return {
    height: thickness,
    draw: (canvas, x, top) =>
      canvas.paths((up) => {
        const y = pdfNumber(up(top + thickness / 2))
        return `q ${pdfColour(ink)} RG ${pdfNumber(thickness)} w ${pdfNumber(x)} ${y} m ${pdfNumber(x + width)} ${y} l S Q`
      }),
  }
}

/** Returns a block with a value under its small label, both wrapped to a width in points. */
export function factBlock(label: string, value: string, width: number): Block {
  return stack([paragraph(label, styles.label, { width }), paragraph(value, styles.value, { width })], 1)
}

interface PanelShape {
  readonly width: number
  readonly padding: number
}

/** Returns a block in a tinted box with round corners. */
export function panel(block: Block, { width, padding }: PanelShape): Block {
  const height = block.height + 2 * padding
  return {
    height,
    draw(canvas, x, top) {
      canvas.paths((up) =>
        [
          `q ${pdfColour(colour.panel)} rg ${pdfColour(colour.panelLine)} RG 0.75 w`,
          buildRoundedRectangle(x, up(top + height), width, height, 9),
          'B Q',
        ].join('\n'),
      )
      block.draw(canvas, x + padding, top + padding)
    },
  }
}

/** Returns the PDF operators for the path of a rectangle with round corners; `x` and `y` are its lower left corner. */
export function buildRoundedRectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const control = radius * 0.4477
  const right = x + width
  const top = y + height
  const points = (...values: number[]) => values.map(pdfNumber).join(' ')
  return [
    `${points(x + radius, y)} m`,
    `${points(right - radius, y)} l`,
    `${points(right - control, y, right, y + control, right, y + radius)} c`,
    `${points(right, top - radius)} l`,
    `${points(right, top - control, right - control, top, right - radius, top)} c`,
    `${points(x + radius, top)} l`,
    `${points(x + control, top, x, top - control, x, top - radius)} c`,
    `${points(x, y + radius)} l`,
    `${points(x, y + control, x + control, y, x + radius, y)} c`,
    'h',
  ].join('\n')
}
