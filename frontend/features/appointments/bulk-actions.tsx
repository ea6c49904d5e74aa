import { Check, CircleDot, Download, UserRound } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { oversees } from '../../../shared/access.ts'
import {
  type Appointment,
  type AppointmentChange,
  type AppointmentFilter,
  type AppointmentStatus,
  appointments,
  MOST_EXPORTED_IDS,
} from '../../../shared/contract/appointments.ts'
import { refreshAppointments, statusChoices } from '../../domains/appointments.ts'
import { refreshCommissions } from '../../domains/commissions.ts'
import { call } from '../../lib/client.ts'
import { useUser } from '../../lib/session.ts'
import { forEachRecord, outcomeText } from '../../records/each.ts'
import { saveExport } from '../../records/save-export.ts'
import { BulkAction } from '../../ui/bulk-bar.tsx'
import { toast } from '../../ui/toast.ts'

const ChoicePanel = lazy(() => import('../../ui/choice-panel.tsx').then((m) => ({ default: m.ChoicePanel })))
const AssignDialog = lazy(() => import('./assign-dialog.tsx').then((m) => ({ default: m.AssignDialog })))

interface BulkActionsProps {
  readonly selected: readonly Appointment[]
  /** What the list shows, which the selection is part of. */
  readonly filter: Partial<AppointmentFilter>
  readonly clear: () => void
}

/** What is done with several appointments at once; each under its own version, and what failed is told. */
export function BulkActions({ selected, filter, clear }: BulkActionsProps) {
  const { id: userId, role } = useUser()
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState<'status' | 'agent' | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(null)
  const toConfirm = selected.filter((one) => one.toConfirm && one.createdBy !== userId)

  const change = (body: AppointmentChange) => changeEach(selected, () => body)

  async function changeEach(
    rows: readonly Appointment[],
    bodyOf: (row: Appointment) => AppointmentChange,
    verb?: string,
  ): Promise<void> {
    close()
    setBusy(true)
    const outcome = await forEachRecord(rows, (row) =>
      call(appointments.update, { params: { id: row.id }, body: bodyOf(row) }, { version: row.version }),
    )
    setBusy(false)
    refreshAppointments()
    toast(outcomeText(outcome, ({ customerName }) => customerName, verb))
    if (outcome.failed.length === 0) clear()
  }

  /** Confirms that the appointments took place, by their own status (rulings 36). */
  async function confirm(): Promise<void> {
    await changeEach(toConfirm, ({ status }) => ({ status }), 'bevestigd')
    refreshCommissions()
  }

  function save(): void {
    if (selected.length > MOST_EXPORTED_IDS) {
      toast({ title: `Kies hoogstens ${MOST_EXPORTED_IDS} afspraken om te exporteren`, tone: 'info' })
      return
    }
    const ids = selected.map(({ id }) => id).join(',')
    saveExport('afspraken', 'xlsx', () => call(appointments.export, { query: { ...filter, ids, format: 'xlsx' } }))
  }

  return (
    <>
      <BulkAction ref={button} icon={<CircleDot aria-hidden="true" />} busy={busy} onClick={() => setOpen('status')}>
        Status
      </BulkAction>
      {toConfirm.length > 0 && (
        <BulkAction icon={<Check aria-hidden="true" />} busy={busy} onClick={confirm}>
          {`Bevestigen (${toConfirm.length})`}
        </BulkAction>
      )}
      {oversees(role) && (
        <BulkAction icon={<UserRound aria-hidden="true" />} busy={busy} onClick={() => setOpen('agent')}>
          Toewijzen
        </BulkAction>
      )}
      <BulkAction icon={<Download aria-hidden="true" />} onClick={save}>
        Exporteren
      </BulkAction>
      <Suspense fallback={null}>
        {open === 'status' && (
          <ChoicePanel
            id={panelId}
            anchor={button}
            label="Status van de selectie"
            value={null}
            choices={statusChoices}
            onChoose={(status) => change({ status: status as AppointmentStatus })}
            onClose={close}
          />
        )}
        {open === 'agent' && (
          <AssignDialog count={selected.length} onAssign={(agentId) => change({ agentId })} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
