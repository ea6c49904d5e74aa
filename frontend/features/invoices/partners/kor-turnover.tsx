import { KOR_LIMIT, KOR_WARNING } from '../../../../shared/invoicing/kor-limits.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { formatMoney } from '../../../lib/format.ts'
import { Note } from '../../../ui/display/note.tsx'

/** Shows the turnover of a partner under the KOR this year, with a warning near its limit; nothing without the KOR. */
export function KorTurnover({ partner: { korTurnover } }: { readonly partner: Pick<Partner, 'korTurnover'> }) {
  if (korTurnover === null) return null
  const { year, amount } = korTurnover
  const text = `KOR ${year}: ${formatMoney(amount)} van ${formatMoney(KOR_LIMIT)}`
  if (amount < KOR_WARNING) return <p className="pv-soft">{text}</p>
  return <Note tone="warn">{text}. De KOR stopt direct boven dit bedrag.</Note>
}
