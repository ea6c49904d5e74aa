import { type Block, buildRoundedRectangle } from './blocks.ts'
import { pdfColour, pdfNumber } from './canvas.ts'
import { lineOf, widthOf } from './lines.ts'
import { colour, style } from './style.ts'

const SIGN = 23
const GAP = 8

/** Outline of the flash in the logo, on a field of 24 by 24 from the top left. */
const flash = [
  [13.1, 4.5],
  [6.4, 13],
  [10.9, 13],
  [10.1, 19.5],
  [17, 10.9],
  [12.3, 10.9],
] as const

/** Returns Partnerview's logo and name, at the right end of a block that is `width` points wide. */
export function brandBlock(width: number): Block {
  const line = lineOf('Partnerview', style.brand)
  const total = SIGN + GAP + widthOf(line, style.brand)
  return {
    height: SIGN,
    draw(canvas, x, top) {
      const left = x + width - total
      const bottom = canvas.height - top - SIGN
      const box = [left, bottom, left + total, bottom + SIGN] as const
      canvas.within(canvas.part('Figure', { alternative: 'Partnerview', box }), () => {
        canvas.paths((up) => {
          const scale = SIGN / 24
          const at = ([px, py]: readonly [number, number]) =>
            `${pdfNumber(left + px * scale)} ${pdfNumber(up(top + py * scale))}`
          const [start, ...others] = flash
          return [
            `q ${pdfColour(colour.accent)} rg`,
            `${buildRoundedRectangle(left, bottom, SIGN, SIGN, 6)} f`,
            `${pdfColour(colour.white)} rg ${at(start)} m`,
            ...others.map((point) => `${at(point)} l`),
            'f Q',
          ].join('\n')
        })
        canvas.text(line, left + SIGN + GAP, top + (SIGN + 0.727 * style.brand.size) / 2, style.brand)
      })
    },
  }
}
