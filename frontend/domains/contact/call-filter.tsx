import {
  type CallPart,
  type CallState,
  callPartLabels,
  callParts,
  callStateLabels,
} from '../../../shared/numbers/states.ts'
import { formatNumber } from '../../lib/format.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'

/** Filters of a list by whether its numbers may be called; `doNotCall` is what older addresses have. */
interface CallFilters {
  readonly call?: CallPart | undefined
  /** State that 'Wie mag gebeld worden' links to. */
  readonly callState?: CallState | undefined
  readonly doNotCall?: 'true' | 'false' | undefined
}

/** Returns the filter that a list sends: without a choice it hides numbers that must not be called (rulings 32). */
export const withoutClosed = <Filter extends CallFilters>(filter: Filter): Filter =>
  filter.call || filter.callState ? filter : { doNotCall: 'false', ...filter }

/** Value of the option of one state; a part may have the name of a state. */
const STATE = 'state'

interface CallFilterProps {
  readonly filter: CallFilters
  readonly onChange: (change: { call: string; callState: string; doNotCall: string }) => void
  /** Set where the list has numbers that must not be called too, such as in a search. */
  readonly showsAll: boolean
  /** Number of records in each part. */
  readonly counts?: Readonly<Record<CallPart, number>> | undefined
}

/** Lets the user show only numbers that may be called, that lack consent, or that must not be called. */
export function CallFilter({ filter: { call, callState, doNotCall }, onChange, showsAll, counts }: CallFilterProps) {
  const parts = callParts.map((value) => ({
    value: value as string,
    label: counts ? `${callPartLabels[value]} (${formatNumber(counts[value])})` : callPartLabels[value],
  }))
  const state = callState && { value: STATE, label: callStateLabels[callState] }
  return (
    <Field label="Bellen">
      <Select
        value={state ? STATE : (call ?? (doNotCall === 'true' ? 'closed' : ''))}
        onChange={(part) => part !== STATE && onChange({ call: part, callState: '', doNotCall: '' })}
        options={state ? [...parts, state] : parts}
        placeholder={showsAll ? 'Alle nummers' : 'Zonder ‘niet bellen’'}
      />
    </Field>
  )
}
