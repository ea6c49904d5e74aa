import type { UseFormReturn } from 'react-hook-form'
import { isLocalDate, isTime } from '../../../shared/time.ts'
import { useClashWarning } from '../../domains/appointments.ts'
import { useUser } from '../../lib/session.ts'
import { LiveNote } from '../../ui/live-note.tsx'
import type { CheckedForm, FormValues } from './form-values.ts'

interface ClashWarningProps {
  readonly form: UseFormReturn<FormValues, unknown, CheckedForm>
  /** The appointment that is being changed. */
  readonly except: string | undefined
}

/** Warns as soon as agent, date and time are known and the agent is taken; it forbids nothing. */
export function ClashWarning({ form, except }: ClashWarningProps) {
  const { id, role } = useUser()
  const [chosen, date, time] = form.watch(['agentId', 'appointmentDate', 'appointmentTime'])
  const agentId = role === 'agent' ? id : chosen
  const isKnown = Boolean(agentId) && isLocalDate(date) && isTime(time)
  const warning = useClashWarning(isKnown ? { agentId: agentId ?? undefined, date, time, except } : null)
  return (
    <LiveNote lines={1} tone="warn">
      {warning}
    </LiveNote>
  )
}
