import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { customers } from '../../../shared/api/customers.ts'
import { callDoorOf } from '../../../shared/numbers/gate.ts'
import { callStateText, type MayCallShown } from '../../../shared/numbers/state-texts.ts'
import { query } from '../../lib/query.ts'

interface GatedPhoneProps {
  readonly phone: string
  readonly mayCall: MayCallShown
  /** Link that calls the number. */
  readonly children: ReactNode
}

/** Shows a number without consent: the link where the office still allows a call, else text that says why not. */
export function GatedPhone({ phone, mayCall, children }: GatedPhoneProps) {
  const { data } = useQuery(query(customers.gate, {}))
  if (callDoorOf(mayCall.state, data?.inForce ?? 'block', false) !== 'shut') return children
  const why = callStateText(mayCall)
  return (
    <span data-tip={why}>
      {phone}
      <span className="pv-hidden"> {why}</span>
    </span>
  )
}
