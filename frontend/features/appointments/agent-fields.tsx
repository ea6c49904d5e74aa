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

/**
 * Whom the appointment is for (spec §6): an admin chooses among all users, filtered by team; caller and team leader among
 * the agents and team leaders of their team; an agent's appointments are their own.
 */
export function AgentFields(props: AgentFieldsProps) {
  const { role } = useUser()
  if (role === 'agent') return null
  return (
    <>
      {role === 'admin' && <TeamField {...props} />}
      <AgentField {...props} />
    </>
  )
}

function TeamField({ form }: AgentFieldsProps) {
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

function AgentField({ form, appointment }: AgentFieldsProps) {
  const user = useUser()
  const colleagues = useColleagues()
  const teamId = form.watch('teamId')
  // Whom the server would refuse is not offered: only an admin gives an appointment to anybody (access.md).
  const mayBe = ({ role }: Colleague) => user.role === 'admin' || mayBeGivenWork(role)
  const people = (colleagues.data ?? []).filter(
    (person) => mayBe(person) && (!teamId || person.teamId === Number(teamId)),
  )
  const known = appointment?.agent ?? user
  return (
    <FormField form={form} name="agentId" label={fieldLabels.agentId} required>
      {(field) => (
        <Combobox
          {...field}
          options={personOptions(people)}
          chosen={{ value: known.id, label: fullName(known), person: true }}
          source={colleagues}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      )}
    </FormField>
  )
}
