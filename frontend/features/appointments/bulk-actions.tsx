import { Check, CircleDot, Download, UserRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { oversees } from '../../../shared/access.ts'
import { appointments } from '../../../shared/api/appointments.ts'
import { MOST_CHANGED } from '../../../shared/api/parts/bulk.ts'
import type { AppointmentStatus } from '../../../shared/api/parts/statuses.ts'
import { type AppointmentFilter, MOST_EXPORTED_IDS } from '../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { now } from '../../../shared/time.ts'
import { statusChoices } from '../../domains/appointments.ts'
import { call } from '../../lib/client.ts'
import { fullNameOf } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { saveExport } from '../../records/list/save-export.ts'
import { BulkQuestion } from '../../records/runs/bulk-run.tsx'
import { useBulkChange } from '../../records/runs/use-run.ts'
import { toast } from '../../ui/messages/toast.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { BulkAction } from '../../ui/table/bulk-bar.tsx'
import { appointmentNoun } from './api.ts'

const ChoicePanel = onDemand(() => import('../../ui/menus/choice-panel.tsx').then((m) => m.ChoicePanel))
const AssignMany = onDemand(() => import('../../domains/assign-many.tsx').then((m) => m.AssignMany<Appointment>))

interface BulkActionsProps {
  readonly selected: readonly Appointment[]
  /** Filter of the list in which the rows are selected. */
  readonly filter: Partial<AppointmentFilter>
  readonly clear: () => void
}

/**
 * Returns a Dutch note with the number of mails about cancellations: one per coming appointment with an e-mail address.
 * Undefined without mails, and for another status than cancelled.
 */
function mailNote(rows: readonly Appointment[], status: AppointmentStatus): string | undefined {
  if (status !== 'cancelled') return
  const at = now()
  const mailed = rows.filter((row) => row.customerEmail !== null && row.status !== status && row.appointmentDate > at)
  if (mailed.length === 0) return
  return mailed.length === 1 ? '1 klant krijgt een e-mail.' : `${mailed.length} klanten krijgen een e-mail.`
}

type WantedChange = { status: AppointmentStatus } | { agentId: string } | { isHeld: true }

/**
 * Shows the buttons for the selected appointments: status, export, and for admins and team leaders assign. 'Bevestigen'
 * shows when the user can confirm that some were held (rulings 36). All but the export are runs that can be undone.
 */
export function BulkActions({ selected, filter, clear }: BulkActionsProps) {
  const { id: userId, role } = useUser()
  const [isAssigning, setIsAssigning] = useState(false)
  const bulk = useBulkChange<WantedChange>(useCommand(appointments.changeMany), {
    ...{ most: MOST_CHANGED, noun: appointmentNoun, onBegun: clear },
    failure: { fallback: 'De afspraken konden niet worden gewijzigd.' },
  })
  const toConfirm = selected.filter((one) => one.toConfirm && one.createdBy !== userId)
  return (
    <>
      <StatusAction selected={selected} bulk={bulk} />
      {toConfirm.length > 0 && (
        <BulkAction
          icon={<Check aria-hidden="true" />}
          busy={bulk.isPending}
          onClick={() => bulk.fits(toConfirm) && void bulk.change(toConfirm, { isHeld: true }).catch(() => undefined)}
        >
          {`Bevestigen (${toConfirm.length})`}
        </BulkAction>
      )}
      {oversees(role) && (
        <BulkAction
          icon={<UserRound aria-hidden="true" />}
          busy={bulk.isPending}
          onClick={() => setIsAssigning(bulk.fits(selected))}
        >
          Toewijzen
        </BulkAction>
      )}
      <BulkAction icon={<Download aria-hidden="true" />} onClick={() => exportSelected(selected, filter)}>
        Exporteren
      </BulkAction>
      {isAssigning && (
        <AssignMany
          selected={selected}
          noun={appointmentNoun}
          nowOf={({ agent }) => fullNameOf(agent)}
          onAssign={(agentId) => bulk.change(selected, { agentId })}
          onClose={() => setIsAssigning(false)}
        />
      )}
    </>
  )
}

interface StatusActionProps {
  readonly selected: readonly Appointment[]
  readonly bulk: ReturnType<typeof useBulkChange<WantedChange>>
}

/** Shows the button that offers a new status for the selected appointments, and asks before it changes them. */
function StatusAction({ selected, bulk }: StatusActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [status, setStatus] = useState<AppointmentStatus | null>(null)
  return (
    <>
      <BulkAction
        ref={button}
        icon={<CircleDot aria-hidden="true" />}
        busy={bulk.isPending}
        onClick={() => setIsOpen(bulk.fits(selected))}
      >
        Status
      </BulkAction>
      {isOpen && (
        <ChoicePanel
          id={panelId}
          anchor={button}
          label="Status van de selectie"
          value={null}
          choices={statusChoices}
          onChoose={(next) => {
            setIsOpen(false)
            setStatus(next as AppointmentStatus)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
      {status && (
        <BulkQuestion
          rows={selected}
          noun={appointmentNoun}
          title={selected.length === 1 ? 'Status wijzigen?' : `Status van ${selected.length} afspraken wijzigen?`}
          nowOf={(row) => statusLabels[row.status]}
          next={statusLabels[status]}
          note={mailNote(selected, status)}
          onConfirm={() => bulk.change(selected, { status })}
          onClose={() => setStatus(null)}
        />
      )}
    </>
  )
}

function exportSelected(selected: readonly Appointment[], filter: Partial<AppointmentFilter>): void {
  if (selected.length > MOST_EXPORTED_IDS) {
    toast({ title: `Kies hoogstens ${MOST_EXPORTED_IDS} afspraken om te exporteren`, tone: 'info' })
    return
  }
  const ids = selected.map(({ id }) => id).join(',')
  saveExport('afspraken', 'xlsx', () => call(appointments.export, { query: { ...filter, ids, format: 'xlsx' } }))
}
