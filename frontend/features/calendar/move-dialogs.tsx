import * as z from 'zod'
import { localDate, localTime } from '../../../shared/contract/fields.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { FieldRow } from '../../ui/field.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import type { Entry } from './entries.ts'
import { whenText } from './use-move.ts'

interface MoveProps {
  readonly entry: Entry
  /** Moves it; fails when it could not, after having said so. */
  readonly onMove: (date: string, time: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks before an appointment goes where it was dropped. */
export function MoveConfirm({ entry, to, onMove, onClose }: MoveProps & { to: { date: string; time: string } }) {
  const { appointment, date, time } = entry
  return (
    <Confirm
      open
      onOpenChange={onClose}
      tone="primary"
      title={`Verplaatsen naar ${whenText(to.date, to.time)}?`}
      description={
        <>
          De afspraak met {appointment.customerName} staat nu op {whenText(date, time)}.{mailText(entry)}
        </>
      }
      confirmText="Verplaatsen"
      onConfirm={() => onMove(to.date, to.time)}
    />
  )
}

const MoveForm = z.object({
  appointmentDate: localDate('Datum is verplicht'),
  appointmentTime: localTime('Tijd is verplicht'),
})

/** Moves an appointment to a date and time that are typed: the way without a mouse. */
export function MoveDialog({ entry, to, onMove, onClose }: MoveProps & { to: { date: string; time: string | null } }) {
  const form = useZodForm(MoveForm, { defaultValues: { appointmentDate: to.date, appointmentTime: to.time ?? '' } })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title="Afspraak verplaatsen"
      description={`${entry.appointment.customerName}, nu ${whenText(entry.date, entry.time)}.${mailText(entry)}`}
      dirty={form.formState.isDirty}
    >
      <Form
        form={form}
        onSubmit={async ({ appointmentDate, appointmentTime }) => {
          await onMove(appointmentDate, appointmentTime)
          onClose()
        }}
        onFailure={() => {}}
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
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>Verplaatsen</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const mailText = ({ appointment }: Entry) =>
  appointment.customerEmail === null ? '' : ' De klant krijgt hierover een e-mail.'
