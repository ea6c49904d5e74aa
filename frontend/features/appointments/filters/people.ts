import type { Appointment } from '../../../../shared/contract/schemas/appointments.ts'
import type { Colleague } from '../../../../shared/contract/users.ts'
import { personOption } from '../../../domains/people.ts'
import { fullName } from '../../../lib/format.ts'
import type { ComboboxOption } from '../../../ui/choices/combobox-types.ts'

/**
 * Returns an option for everybody who may have booked an appointment, sorted by name. Adds the callers of the
 * appointments, as a team leader's list of colleagues contains none (access.md).
 */
export function callerOptions(
  colleagues: readonly Colleague[],
  appointments: readonly Appointment[],
): ComboboxOption[] {
  const options = new Map<string, ComboboxOption>()
  for (const { caller } of appointments) {
    options.set(caller.id, { value: caller.id, label: fullName(caller), person: true })
  }
  for (const colleague of colleagues) options.set(colleague.id, personOption(colleague))
  return [...options.values()].sort((one, other) => one.label.localeCompare(other.label, 'nl'))
}
