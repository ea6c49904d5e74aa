import * as z from 'zod'
import { hasVatCheckDigits } from '../../../shared/identifiers.ts'

/** Request about a VAT number, as VIES takes it. */
export const ViesRequest = z.object({ countryCode: z.string(), vatNumber: z.string() })

/** Answers as VIES does, in its place: a number with right check digits is valid. */
export const answerAsVies = ({ countryCode, vatNumber }: z.output<typeof ViesRequest>) => {
  const valid = hasVatCheckDigits(`${countryCode}${vatNumber}`)
  return { countryCode, vatNumber, valid, name: valid ? 'Proefbedrijf' : '---', requestIdentifier: `LOCAL${vatNumber}` }
}
