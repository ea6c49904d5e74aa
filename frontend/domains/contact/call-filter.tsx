import { type CallPart, callPartLabels, callParts } from '../../../shared/numbers/states.ts'
import { formatNumber } from '../../lib/format.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'

/** Filters of a list by whether its numbers may be called; `doNotCall` is what older addresses have. */
interface CallFilters {
  readonly call?: CallPart | undefined
  readonly doNotCall?: 'true' | 'false' | undefined
}

/** Returns the filter that a list sends: without a choice it hides numbers that must not be called (rulings 32). */
export const withoutClosed = <Filter extends CallFilters>(filter: Filter): Filter =>
  filter.call ? filter : { doNotCall: 'false', ...filter }

interface CallFilterProps {
  readonly filter: CallFilters
  readonly onChange: (change: { call: string; doNotCall: string }) => void
  /** Set where the list has numbers that must not be called too, such as in a search. */
  readonly showsAll: boolean
  /** Number of records in each part. */
  readonly counts?: Readonly<Record<CallPart, number>> | undefined
}

/** Lets the user show only numbers that may be called, that lack consent, or that must not be called. */
export function CallFilter({ filter: { call, doNotCall }, onChange, showsAll, counts }: CallFilterProps) {
  return (
    <Field label="Bellen">
      <Select
        value={call ?? (doNotCall === 'true' ? 'closed' : '')}
        onChange={(part) => onChange({ call: part, doNotCall: '' })}
        options={callParts.map((value) => ({
          value,
          label: counts ? `${callPartLabels[value]} (${formatNumber(counts[value])})` : callPartLabels[value],
        }))}
        placeholder={showsAll ? 'Alle nummers' : 'Zonder ‘niet bellen’'}
      />
    </Field>
  )
}
