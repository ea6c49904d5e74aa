import type { Contract } from '../../../shared/contracts/schemas.ts'
import { durationOf, isAssumed } from './contract-texts.ts'

/** Shows the duration of a contract; grey and marked when it is assumed. */
export function Duration({ contract }: { readonly contract: Contract }) {
  if (!isAssumed(contract, 'durationValue')) return durationOf(contract)
  return <span className="pv-soft">{durationOf(contract)} (aangenomen)</span>
}
