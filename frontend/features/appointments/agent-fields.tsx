import type { UseFormReturn } from 'react-hook-form'
import { mayBeGivenWork } from '../../../shared/access.ts'
import type { Appointment } from '../../../shared/contract/appointments.ts'
import type { Colleague } from '../../../shared/contract/users.ts'
import { personOptions, useColleagues, useTeamOptions } from '../../domains/people.ts'
import { fullName } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { type CheckedForm, type FormValues, fieldLabels } from './form-values.ts'

interface AgentFieldsProps {
  readonly form: UseFormReturn<FormValues, unknown, CheckedForm>
  readonly appointment: Appointment | null
}

/** The team that an admin chooses the agent from; it follows from the agent, and nobody else has it (spec §6). */
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
    <FormField form={form} name="teamId" label={fieldLabels.teamId}>
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
 * Whom the appointment is for (spec §6): an admin chooses among all users, filtered by team; caller and team leader among
 * the agents and team leaders of their team; an agent's appointments are their own.
 */
export function AgentField(props: AgentFieldsProps) {
  return useUser().role === 'agent' ? null : <AgentChoice {...props} />
}

/** Lists the agents to choose from, with the query that fetches them. */
export function useAgentChoice(form: AgentFieldsProps['form']) {
  const { role } = useUser()
  const source = useColleagues(role !== 'agent')
  const teamId = form.watch('teamId')
  // Whom the server would refuse is not offered: only an admin gives an appointment to anybody (access.md).
  const mayBe = (person: Colleague) => role === 'admin' || mayBeGivenWork(person.role)
  const people = (source.data ?? []).filter((person) => mayBe(person) && (!teamId || person.teamId === Number(teamId)))
  return { people, source }
}

function AgentChoice({ form, appointment }: AgentFieldsProps) {
  const user = useUser()
  const { people, source } = useAgentChoice(form)
  const known = appointment?.agent ?? user
  return (
    <FormField form={form} name="agentId" label={fieldLabels.agentId} required>
      {(field) => (
        <Combobox
          {...field}
          options={personOptions(people)}
          chosen={{ value: known.id, label: fullName(known), person: true }}
          source={source}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      )}
    </FormField>
  )
}
