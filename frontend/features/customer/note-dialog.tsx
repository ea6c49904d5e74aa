import * as z from 'zod'
import { appointments } from '../../../shared/contract/appointments.ts'
import type { CurrentUser } from '../../../shared/contract/auth.ts'
import type { Customer } from '../../../shared/contract/customers.ts'
import { leads } from '../../../shared/contract/leads.ts'
import { lines } from '../../../shared/contract/parts/fields.ts'
import { appointmentRefreshes, mayEdit } from '../../domains/appointments.ts'
import { leadRefreshes, mayEditLead } from '../../domains/leads.ts'
import { call } from '../../lib/client.ts'
import { refresh, useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { differencesOf } from '../../records/differences.ts'
import { nullIfGone } from '../../records/unknown-record.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { toast } from '../../ui/messages/toast.ts'

const LONGEST = 4000
const Note = z.object({ notes: lines(LONGEST) })

/** Record of a customer that keeps the note. */
export interface NoteKeeper {
  readonly kind: 'lead' | 'appointment'
  readonly id: string
  readonly version: number
  readonly notes: string | null
}

/** Returns the record that keeps a user's note on a customer: the latest lead they may change, else appointment. */
export function findNoteKeeper({ leads: own, appointments: visits }: Customer, user: CurrentUser): NoteKeeper | null {
  const lead = own.find((one) => mayEditLead(user, one))
  if (lead) return { ...lead, kind: 'lead' }
  const visit = visits.find((one) => mayEdit(user, one))
  return visit ? { ...visit, kind: 'appointment' } : null
}

const names = { lead: 'lead', appointment: 'afspraak' } as const

interface NoteDialogProps {
  readonly noted: NoteKeeper
  readonly customerName: string
  readonly onClose: () => void
}

/** Edits the note on a customer, which their lead or appointment keeps. */
export function NoteDialog({ noted, customerName, onClose }: NoteDialogProps) {
  const changeLead = useCommand(leads.update, { refreshes: leadRefreshes })
  const changeAppointment = useCommand(appointments.update, { refreshes: appointmentRefreshes })
  return (
    <RecordDialog
      kind={`note-${noted.kind}`}
      record={noted}
      schema={Note}
      valuesOf={(one) => ({ notes: one?.notes ?? '' })}
      size="small"
      title="Notitie"
      description={`${customerName} · staat bij de ${names[noted.kind]}`}
      submit="Opslaan"
      save={async ({ notes }, base) => {
        const { id, version } = base ?? noted
        const change = { params: { id }, body: { notes: notes ?? null }, version }
        await (noted.kind === 'lead' ? changeLead.mutateAsync(change) : changeAppointment.mutateAsync(change))
      }}
      onSaved={() => {
        toast({ title: 'Notitie opgeslagen' })
        onClose()
      }}
      failure={{ fallback: 'De notitie kon niet worden opgeslagen' }}
      conflict={{
        newest: newestOf,
        changes: (before, after) => differencesOf({ notes: 'Notities' }, before, after, () => after.notes ?? ''),
        gone: `De ${names[noted.kind]} is niet meer te vinden.`,
        refresh: () => refresh(noted.kind === 'lead' ? leadRefreshes : appointmentRefreshes),
      }}
      onClose={onClose}
    >
      {(form) => (
        <FormField form={form} name="notes" label="Notities">
          {(field) => <TextArea {...field} rows={6} maxLength={LONGEST} />}
        </FormField>
      )}
    </RecordDialog>
  )
}

async function newestOf({ kind, id }: NoteKeeper): Promise<NoteKeeper | null> {
  const read = kind === 'lead' ? call(leads.get, { params: { id } }) : call(appointments.get, { params: { id } })
  const newest = await read.catch(nullIfGone)
  return newest && { ...newest, kind }
}
