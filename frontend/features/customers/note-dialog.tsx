import * as z from 'zod'
import { appointments } from '../../../shared/api/appointments.ts'
import type { CurrentUser } from '../../../shared/api/auth.ts'
import { leads } from '../../../shared/api/leads.ts'
import { lines } from '../../../shared/api/parts/fields.ts'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { mayEditAppointment } from '../../domains/appointments.ts'
import { mayEditLead } from '../../domains/leads.ts'
import { call } from '../../lib/client.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { differencesOf } from '../../records/differences.ts'
import { nullIfGone } from '../../records/failure.ts'
import { FormArea } from '../../records/form-controls.tsx'

const LONGEST = 4000
const Note = z.object({ notes: lines(LONGEST) })

/** Lead or appointment whose notes are shown as the note on its customer: customers have no record of their own. */
export interface NoteKeeper {
  readonly kind: 'lead' | 'appointment'
  readonly id: string
  readonly version: number
  readonly notes: string | null
}

/**
 * Returns the record with the note on a customer: the latest lead that the user may change; without such a lead, the
 * latest appointment that the user may change. Null without either.
 */
export function findNoteKeeper({ leads: own, appointments: visits }: Customer, user: CurrentUser): NoteKeeper | null {
  const lead = own.find((one) => mayEditLead(user, one))
  if (lead) return { ...lead, kind: 'lead' }
  const visit = visits.find((one) => mayEditAppointment(user, one))
  return visit ? { ...visit, kind: 'appointment' } : null
}

const names = { lead: 'lead', appointment: 'afspraak' } as const

interface NoteDialogProps {
  readonly keeper: NoteKeeper
  readonly customerName: string
  readonly onClose: () => void
}

/** Shows a dialog that edits the note on a customer; the note is saved with their lead or appointment. */
export function NoteDialog({ keeper, customerName, onClose }: NoteDialogProps) {
  const changeLead = useCommand(leads.update)
  const changeAppointment = useCommand(appointments.update)
  return (
    <RecordDialog
      kind={`note-${keeper.kind}`}
      record={keeper}
      schema={Note}
      valuesOf={(one) => ({ notes: one?.notes ?? '' })}
      size="small"
      title="Notitie"
      description={`${customerName} · staat bij de ${names[keeper.kind]}`}
      submit="Opslaan"
      save={async ({ notes }, base) => {
        const { id, version } = base ?? keeper
        const change = { params: { id }, body: { notes: notes ?? null }, version }
        await (keeper.kind === 'lead' ? changeLead.mutateAsync(change) : changeAppointment.mutateAsync(change))
      }}
      saved="Notitie opgeslagen"
      failure={{ fallback: 'De notitie kon niet worden opgeslagen.' }}
      conflict={{
        newest: newestOf,
        changes: (before, after) => differencesOf({ notes: 'Notities' }, before, after, () => after.notes ?? ''),
        gone: `De ${names[keeper.kind]} is niet meer te vinden.`,
      }}
      onClose={onClose}
    >
      {(form) => <FormArea form={form} name="notes" label="Notities" rows={6} maxLength={LONGEST} />}
    </RecordDialog>
  )
}

/** Fetches the current state of the record; null when it is deleted or out of reach. */
async function newestOf({ kind, id }: NoteKeeper): Promise<NoteKeeper | null> {
  const read = kind === 'lead' ? call(leads.get, { params: { id } }) : call(appointments.get, { params: { id } })
  const newest = await read.catch(nullIfGone)
  return newest && { ...newest, kind }
}
