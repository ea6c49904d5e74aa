import { useQuery } from '@tanstack/react-query'
import { customers } from '../../../shared/api/customers.ts'
import { callDoorOf } from '../../../shared/numbers/gate.ts'
import { callStateText, type MayCallShown } from '../../../shared/numbers/states.ts'
import { query } from '../../lib/query.ts'
import { PhoneLink } from './contact.tsx'

interface GatedPhoneProps {
  readonly phone: string
  readonly mayCall: MayCallShown
}

/** Shows a number without consent: a link that calls it where the office still allows that, else text that says why. */
export function GatedPhone({ phone, mayCall }: GatedPhoneProps) {
  const { data } = useQuery(query(customers.gate, {}))
  const door = callDoorOf(mayCall.state, data?.gate ?? 'block', false)
  return door === 'shut' ? <ShutPhone phone={phone} mayCall={mayCall} /> : <PhoneLink phone={phone} />
}

const ShutPhone = ({ phone, mayCall }: GatedPhoneProps) => (
  <span data-tip={callStateText(mayCall)}>
    {phone}
    <span className="pv-hidden"> {callStateText(mayCall)}</span>
  </span>
)
