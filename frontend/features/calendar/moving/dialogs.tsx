import * as z from 'zod'
import { localDate, localTime } from '../../../../shared/contract/parts/fields.ts'
import { isLocalDate, isTime, localDateOf, localTimeOf, now } from '../../../../shared/time.ts'
import { showRefusal, useClashWarning, useFreeTimes } from '../../../domains/appointments.ts'
import { FreeTimeOffers } from '../../../domains/free-offers.tsx'
import { fullNameOf } from '../../../lib/format.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { TimeField } from '../../../ui/dates/time-field.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../../ui/fields/form.tsx'
import { LiveNote } from '../../../ui/messages/live-note.tsx'
import type { Entry, Landing } from '../entries.ts'
import { whenText } from './use-move.ts'

/** Date and wall time in Amsterdam, as typed so far. */
interface When {
  readonly date: string
  readonly time: string
}

interface MoveProps {
  readonly entry: Entry
  /** Moves the appointment; rejects on failure. */
  readonly onMove: (date: string, time: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation before a dropped appointment is moved to the date, time and agent in `to`. */
export function MoveConfirm({ entry, to, onMove, onClose }: MoveProps & { readonly to: When & Landing }) {
  const { appointment, date, time } = entry
  const given = to.agent && to.agent.id !== appointment.agentId ? ` bij ${to.agent.name}` : ''

  function refuse(error: unknown): never {
    showRefusal(error)
    throw error
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      tone="primary"
      title={`Verplaatsen naar ${whenText(to.date, to.time)}${given}?`}
      description={
        <>
          De afspraak met {appointment.customerName} staat nu op {whenText(date, time)}
          {given && ` bij ${fullNameOf(appointment.agent)}`}.{mailText(entry, to)}
        </>
      }
      confirmText="Verplaatsen"
      onConfirm={() => onMove(to.date, to.time).catch(refuse)}
    >
      <Clash entry={entry} to={to} />
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
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Afspraak verplaatsen"
      description={`${entry.appointment.customerName}, nu ${whenText(entry.date, entry.time)}.${mailText(entry, { date, time })}`}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async ({ appointmentDate, appointmentTime }) => {
          await onMove(appointmentDate, appointmentTime)
          onClose()
        }}
        onFailure={showRefusal}
      >
        <DialogBody>
          <FieldRow>
            <FormField form={form} name="appointmentDate" label="Datum" required>
              {(field) => <DateField {...field} />}
            </FormField>
            <FormField form={form} name="appointmentTime" label="Tijd" required>
              {(field) => <TimeField {...field} />}
            </FormField>
          </FieldRow>
          <Clash
            entry={entry}
            to={{ date, time }}
            onChoose={(next) => {
              form.setValue('appointmentDate', next.date, { shouldDirty: true })
              form.setValue('appointmentTime', next.time, { shouldDirty: true })
            }}
          />
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Verplaatsen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

interface ClashProps {
  readonly entry: Entry
  readonly to: When & Partial<Landing>
  /** Chooses one of the next free times of the agent. */
  readonly onChoose?: (next: When) => void
}

/**
 * Warns when the agent has another appointment at the new time, and with `onChoose` offers free times; never blocks the
 * move.
 */
function Clash({ entry: { appointment, ...from }, to: { date, time, agent }, onChoose }: ClashProps) {
  const { id } = appointment
  const agentId = agent?.id ?? appointment.agentId
  const isElsewhere = date !== from.date || time !== from.time || agentId !== appointment.agentId
  const isKnown = isElsewhere && isLocalDate(date) && isTime(time)
  const warning = useClashWarning(isKnown ? { agentId, date, time, except: id } : null)
  const free = useFreeTimes(onChoose && warning !== null ? { agentIds: [agentId], date, time, except: id } : null)
  return (
    <>
      <LiveNote lines={1} tone="warn">
        {warning}
      </LiveNote>
      {warning !== null && onChoose && (
        <FreeTimeOffers date={date} next={free.data?.[0]?.next ?? []} onChoose={onChoose} />
      )}
    </>
  )
}

/**
 * Returns a sentence that the customer gets a mail. Empty without an address, for a cancelled appointment, and for a
 * past time.
 */
function mailText({ appointment }: Entry, { date, time }: When): string {
  const isAhead = `${date} ${time}` > `${localDateOf(now())} ${localTimeOf(now())}`
  const isMailed = appointment.customerEmail !== null && appointment.status !== 'cancelled' && isAhead
  return isMailed ? ' De klant krijgt hierover een e-mail.' : ''
}
