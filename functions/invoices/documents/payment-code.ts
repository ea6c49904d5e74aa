import { encode } from 'uqr'
import { euros, wholeCents } from '../../../shared/money.ts'
import type { Block } from '../../platform/pdf/blocks.ts'
import { pdfColour, pdfNumber } from '../../platform/pdf/canvas.ts'
import { A4, colour } from '../../platform/pdf/style.ts'

interface Payment {
  readonly name: string
  readonly iban: string
  /** Cents. */
  readonly amount: number
  readonly reference: string
}

/** Returns the text in the QR code of a payment: a SEPA credit transfer (EPC069-12, version 2, UTF-8). */
export const paymentText = ({ name, iban, amount, reference }: Payment): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    [...name].slice(0, 70).join(''),
    iban,
    `EUR${euros(wholeCents(amount)).toFixed(2)}`,
    '',
    '',
    [...reference].slice(0, 140).join(''),
  ].join('\n')

/**
 * Returns a PDF block with the QR code of a payment, a square of `side` points. Screen readers read `alternative`
 * instead of the code.
 */
export function paymentCode(payment: Payment, side: number, alternative: string): Block {
  const { size, data } = encode(paymentText(payment), { ecc: 'M', border: 4 })
  const unit = side / size
  return {
    height: side,
    draw(canvas, x, top) {
      const bottom = A4.height - top - side
      const box = [x, bottom, x + side, bottom + side] as const
      canvas.within(canvas.part('Figure', { alternative, box }), () => {
        canvas.paths((up) => {
          const square = (column: number, row: number) =>
            `${pdfNumber(x + column * unit)} ${pdfNumber(up(top + (row + 1) * unit))} ${pdfNumber(unit)} ${pdfNumber(unit)} re`
          const dark = data.flatMap((cells, row) =>
            cells.flatMap((isDark, column) => (isDark ? [square(column, row)] : [])),
          )
          const field = `${pdfNumber(x)} ${pdfNumber(bottom)} ${pdfNumber(side)} ${pdfNumber(side)} re f`
          return `q ${pdfColour(colour.white)} rg ${field} ${pdfColour(colour.ink)} rg\n${dark.join('\n')}\nf Q`
        })
      })
    },
  }
}
