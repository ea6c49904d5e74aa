import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import type { Colleague } from '../../../../shared/users/schemas.ts'
import { personOptionOf } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import type { ComboboxOption } from '../../../ui/choices/combobox-types.ts'

/**
 * Returns the colleagues and the callers of the appointments as options, each person once, sorted by name. Colleagues
 * are active people only, but a caller may have left.
 */
export function callerOptionsOf(
  colleagues: readonly Colleague[],
  appointments: readonly Appointment[],
): ComboboxOption[] {
  const options = new Map<string, ComboboxOption>()
  for (const { caller } of appointments) {
    options.set(caller.id, { value: caller.id, label: fullNameOf(caller), person: true })
  }
  for (const colleague of colleagues) options.set(colleague.id, personOptionOf(colleague))
  return [...options.values()].sort((one, other) => one.label.localeCompare(other.label, 'nl'))
}
