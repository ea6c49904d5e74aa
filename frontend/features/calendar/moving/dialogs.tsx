import * as z from 'zod'
import { localDate, localTime } from '../../../../shared/api/parts/fields.ts'
import { isLocalDate, isTime } from '../../../../shared/time.ts'
import { findClash, showRefusal, useClashWarning, useFreeTimes } from '../../../domains/appointments.ts'
import { FreeTimeOffers } from '../../../domains/free-offers.tsx'
import { CallError } from '../../../lib/call-error.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { FormDialog } from '../../../records/dialog/form-dialog.tsx'
import { FormDate, FormTime } from '../../../records/form-controls.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { useZodForm } from '../../../ui/fields/form.tsx'
import { LiveNote } from '../../../ui/messages/live-note.tsx'
import type { Entry, Landing } from '../entries.ts'
import { mailText, type When, whenText } from './use-move.ts'

interface MoveProps {
  readonly entry: Entry
  /** Moves the appointment, with `bookAnyway` beside another one of its agent; rejects on failure. */
  readonly onMove: (date: string, time: string, bookAnyway: boolean) => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation before a dropped appointment is moved beside another one of the agent in `to`. */
export function MoveConfirm({ entry, to, onMove, onClose }: MoveProps & { readonly to: When & Landing }) {
  const { appointment, date, time } = entry
  const { warning, isBusy } = useClash(entry, to)
  const given = to.agent && to.agent.id !== appointment.agentId ? ` bij ${to.agent.name}` : ''

  function refuse(error: unknown): never {
    showRefusal(error)
    throw error
  }

  return (
    <Confirm
      onOpenChange={onClose}
      tone="primary"
      title={`Verplaatsen naar ${whenText(to.date, to.time)}${given}?`}
      description={
        <>
          De afspraak met {appointment.customerName} staat nu op {whenText(date, time)}
          {given && ` bij ${fullNameOf(appointment.agent)}`}.{mailText(entry, to)}
        </>
      }
      confirmText={submitOf(isBusy)}
      onConfirm={async () => {
        const unseen = isBusy ? null : await findUnseen(entry, to)
        await (unseen === null ? onMove(to.date, to.time, isBusy) : Promise.reject(new CallError(409, unseen))).catch(
          refuse,
        )
      }}
    >
      <LiveNote lines={1} tone="warn">
        {warning}
      </LiveNote>
    </Confirm>
  )
}

const MoveForm = z.object({
  appointmentDate: localDate('Datum is verplicht'),
  appointmentTime: localTime('Tijd is verplicht'),
})

/**
 * Shows a form that moves an appointment to a typed date and time. Opens from the menu, and after a drop outside the
 * hours.
 */
export function MoveDialog({ entry, to, onMove, onClose }: MoveProps & { readonly to: Landing }) {
  const form = useZodForm(MoveForm, { defaultValues: { appointmentDate: to.date, appointmentTime: to.time ?? '' } })
  const [date, time] = form.watch(['appointmentDate', 'appointmentTime'])
  const { warning, isBusy } = useClash(entry, { date, time })
  const { agentId } = entry.appointment
  const free = useFreeTimes(isBusy ? { agentIds: [agentId], date, time, except: entry.appointment.id } : null)
  return (
    <FormDialog
      title="Afspraak verplaatsen"
      description={`${entry.appointment.customerName}, nu ${whenText(entry.date, entry.time)}.${mailText(entry, { date, time })}`}
      form={form}
      onSubmit={async ({ appointmentDate, appointmentTime }) => {
        const unseen = isBusy ? null : await findUnseen(entry, { date: appointmentDate, time: appointmentTime })
        if (unseen !== null) return form.setError('appointmentTime', { message: unseen })
        await onMove(appointmentDate, appointmentTime, isBusy)
        onClose()
      }}
      onFailure={showRefusal}
      submit={submitOf(isBusy)}
      onClose={onClose}
    >
      <FieldRow>
        <FormDate form={form} name="appointmentDate" label="Datum" required />
        <FormTime form={form} name="appointmentTime" label="Tijd" required />
      </FieldRow>
      <LiveNote lines={1} tone="warn">
        {warning}
      </LiveNote>
      {isBusy && (
        <FreeTimeOffers
          date={date}
          next={free.data?.[0]?.next ?? []}
          onChoose={(next) => {
            form.setValue('appointmentDate', next.date, { shouldDirty: true })
            form.setValue('appointmentTime', next.time, { shouldDirty: true })
          }}
        />
      )}
    </FormDialog>
  )
}

const submitOf = (isBusy: boolean): string => (isBusy ? 'Toch verplaatsen' : 'Verplaatsen')

const useClash = (entry: Entry, to: When & Partial<Landing>) => useClashWarning(momentElsewhere(entry, to))

/** Returns the warning for whoever saves before the check of the dialog is done; null when the agent is free. */
async function findUnseen(entry: Entry, to: When & Partial<Landing>): Promise<string | null> {
  const moment = momentElsewhere(entry, to)
  return moment && findClash(moment)
}

/** Returns the moment to check for the agent; null for the present one, and until date and time are typed. */
function momentElsewhere({ appointment, ...from }: Entry, { date, time, agent }: When & Partial<Landing>) {
  const agentId = agent?.id ?? appointment.agentId
  const isElsewhere = date !== from.date || time !== from.time || agentId !== appointment.agentId
  const isKnown = isElsewhere && isLocalDate(date) && isTime(time)
  return isKnown ? { agentId, date, time, except: appointment.id } : null
}
