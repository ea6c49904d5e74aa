import { roleLabels } from '../../../shared/api/parts/fields.ts'
import type { Colleague, UserDetails } from '../../../shared/users/schemas.ts'
import { personOptionOf, useAgents, useTeams } from '../../domains/people.ts'
import { useUser } from '../../lib/session.ts'
import { Combobox } from '../../ui/choices/combobox.tsx'
import type { ComboboxOption } from '../../ui/choices/combobox-types.ts'
import { Field } from '../../ui/fields/field.tsx'

interface ColleagueFieldProps {
  /** Person who hands over. */
  readonly from: UserDetails
  readonly value: string
  readonly onChange: (id: string) => void
  readonly missing: boolean
  readonly disabled: boolean
}

/**
 * Lets the user choose the colleague who takes over the appointments and leads of the person `from`. Agents and team
 * leaders of the same team come first.
 */
export function ColleagueField({ from, value, onChange, missing, disabled }: ColleagueFieldProps) {
  const agents = useAgents()
  const teams = useTeams(useUser().role === 'admin')
  const teamName = (id: number | null) => teams.data?.find((team) => team.id === id)?.name
  const isNear = ({ teamId }: Colleague) => teamId === from.teamId
  const others = (agents.data ?? []).filter(({ id }) => id !== from.id)
  const sorted = [...others.filter(isNear), ...others.filter((colleague) => !isNear(colleague))]

  const option = (colleague: Colleague): ComboboxOption =>
    personOptionOf(colleague, [roleLabels[colleague.role], teamName(colleague.teamId)].filter(Boolean).join(' · '))

  return (
    <Field label="Overdragen aan" error={missing ? 'Kies een collega' : undefined}>
      <Combobox
        value={value}
        onChange={onChange}
        options={sorted.map(option)}
        source={agents}
        placeholder="Kies een collega"
        searchPlaceholder="Zoek een collega"
        disabled={disabled}
      />
    </Field>
  )
}
