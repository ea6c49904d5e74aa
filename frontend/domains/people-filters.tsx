import { Combobox } from '../ui/choices/combobox.tsx'
import { Select } from '../ui/choices/select.tsx'
import { useAgentOptions, useTeamOptions } from './people.ts'

interface PersonFilterProps {
  readonly value: string | undefined
  /** Called with the chosen id, or `''` when the choice is cleared. */
  readonly onChange: (id: string) => void
}

/** Shows a box that filters a list by agent. */
export function AgentFilter({ value, onChange }: PersonFilterProps) {
  const { options, source } = useAgentOptions(value)
  return (
    <Combobox
      aria-label="Agent"
      value={value}
      onChange={onChange}
      options={options}
      source={source}
      placeholder="Alle agenten"
      searchPlaceholder="Zoek een agent"
      clearable
    />
  )
}

interface TeamFilterProps {
  readonly value: string | number | undefined
  readonly onChange: (id: string) => void
  /** Further choices, listed after the teams. */
  readonly others?: readonly { readonly value: string; readonly label: string }[]
}

/** Shows a box that filters a list by team, for an admin. `others` are more choices, listed after the teams. */
export function TeamFilter({ value, onChange, others = [] }: TeamFilterProps) {
  const { options, source } = useTeamOptions()
  return (
    <Select
      aria-label="Team"
      value={value === undefined ? '' : String(value)}
      onChange={onChange}
      options={[...options, ...others]}
      source={source}
      placeholder="Alle teams"
    />
  )
}
