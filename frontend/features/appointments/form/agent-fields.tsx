import type { UseFormReturn } from 'react-hook-form'
import { mayBeGivenWork } from '../../../../shared/access.ts'
import { appointmentFields } from '../../../../shared/appointments/record.ts'
import type { Appointment } from '../../../../shared/appointments/schemas.ts'
import type { Colleague } from '../../../../shared/users/schemas.ts'
import { personOptionsOf, useColleagues, useTeamOptions } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import type { CheckedForm, FormValues } from './form-values.ts'

interface AgentFieldsProps {
  readonly form: UseFormReturn<FormValues, unknown, CheckedForm>
  readonly appointment: Appointment | null
}

/** Shows an admin the field that limits the choice of agents to one team; renders nothing for others (spec §6). */
export function TeamField(props: Pick<AgentFieldsProps, 'form'>) {
  return useUser().role === 'admin' ? <TeamChoice {...props} /> : null
}

function TeamChoice({ form }: Pick<AgentFieldsProps, 'form'>) {
  const { options, source } = useTeamOptions()
  const { data: people = [] } = useColleagues()

  function choose(teamId: string): void {
    form.setValue('teamId', teamId === '' ? null : Number(teamId), { shouldDirty: true })
    const agent = people.find(({ id }) => id === form.getValues('agentId'))
    if (teamId !== '' && agent && agent.teamId !== Number(teamId)) form.setValue('agentId', '', { shouldDirty: true })
  }

  return (
    <FormField form={form} name="teamId" label={appointmentFields.teamId.label}>
      {({ value, onBlur, ref }) => (
        <Select
          ref={ref}
          value={value ? String(value) : ''}
          onChange={choose}
          onBlur={onBlur}
          options={options}
          source={source}
          placeholder="Alle teams"
        />
      )}
    </FormField>
  )
}

/**
 * Shows the choice of an agent (spec §6): any user for an admin, agents and team leaders of the team for others.
 * Renders nothing for agents, who book for themselves.
 */
export function AgentField(props: AgentFieldsProps) {
  return useUser().role === 'agent' ? null : <AgentChoice {...props} />
}

/**
 * Returns the people whom the user may choose as agent, and the query that fetches them. A team chosen in the form
 * limits the people.
 */
export function useAgentChoice(form: AgentFieldsProps['form']) {
  const { role } = useUser()
  const source = useColleagues(role !== 'agent')
  const teamId = form.watch('teamId')
  // Leaves out people the server would refuse: only an admin may assign an appointment to every role (access.md).
  const mayBe = (person: Colleague) => role === 'admin' || mayBeGivenWork(person.role)
  const people = (source.data ?? []).filter((person) => mayBe(person) && (!teamId || person.teamId === Number(teamId)))
  return { people, source }
}

function AgentChoice({ form, appointment }: AgentFieldsProps) {
  const user = useUser()
  const { people, source } = useAgentChoice(form)
  const known = appointment?.agent ?? user
  return (
    <FormField form={form} name="agentId" label={appointmentFields.agentId.label} required>
      {(field) => (
        <Combobox
          {...field}
          options={personOptionsOf(people)}
          chosen={{ value: known.id, label: fullNameOf(known), person: true }}
          source={source}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      )}
    </FormField>
  )
}
