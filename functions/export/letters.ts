import { foldText } from '../../shared/folded.ts'
import { callStateText, type MayCallShown } from '../../shared/numbers/state-texts.ts'
import type { Column } from './cells.ts'

/** Customer to whom the office may write. */
interface Addressee {
  readonly customerName: string
  readonly companyName?: string | null | undefined
  readonly address?: string | null | undefined
  readonly houseNumber?: string | null | undefined
  readonly postalCode?: string | null | undefined
  readonly city?: string | null | undefined
  readonly mayCall: MayCallShown
}

/** Columns of a list for letters: name, address and the state of the number. */
export const letterColumns: readonly Column<Addressee>[] = [
  { header: 'Klantnaam', value: ({ customerName }) => customerName },
  { header: 'Bedrijf', value: ({ companyName }) => companyName ?? '' },
  { header: 'Adres', value: ({ address }) => address ?? '' },
  { header: 'Huisnummer', value: ({ houseNumber }) => houseNumber ?? '' },
  { header: 'Postcode', value: ({ postalCode }) => postalCode ?? '' },
  { header: 'Plaats', value: ({ city }) => city ?? '' },
  { header: 'Belstatus', value: ({ mayCall }) => callStateText(mayCall) },
]

/** Returns the customers to whom a letter can be sent, by their address, each once. */
export function addresseesOf<Row extends Addressee>(rows: readonly Row[]): Row[] {
  const reached = rows.filter(({ address, postalCode, city }) => (address || postalCode) && (city || postalCode))
  const keyOf = ({ customerName, companyName, address, houseNumber, postalCode }: Row) =>
    [customerName, companyName, address, houseNumber, postalCode].map((text) => foldText(text ?? '')).join('#')
  return [...new Map(reached.toReversed().map((row) => [keyOf(row), row])).values()].toReversed()
}
