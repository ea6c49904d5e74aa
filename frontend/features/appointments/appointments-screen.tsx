import { MailCheck, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { appointments } from '../../../shared/api/appointments.ts'
import { MOST_CHANGED } from '../../../shared/api/parts/bulk.ts'
import { AppointmentFilter, type AppointmentSort, appointmentSorts } from '../../../shared/api/schemas/appointments.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { callPartOf } from '../../../shared/numbers/states.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { offerStateOf } from '../../domains/appointments.ts'
import { CallLink } from '../../domains/contact/contact.tsx'
import { call } from '../../lib/client.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useFirstUse } from '../../records/list/first-use.tsx'
import { type ListAddress, useListAddress } from '../../records/list/list-address.ts'
import { MoreMenu } from '../../records/list/more-menu.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { SelectAllButton } from '../../records/list/select-all-button.tsx'
import { PER_PAGE, useWholeList } from '../../records/list/use-whole-list.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { FilterLine } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { appointmentNoun } from './api.ts'
import { AppointmentCard } from './appointment-card.tsx'
import styles from './appointments.module.css'
import { BulkActions } from './bulk-actions.tsx'
import { columnsOf } from './columns.tsx'
import { AppointmentFilters } from './filters/appointment-filters.tsx'
import { StatusTabs } from './filters/filter-fields.tsx'
import { formatCoveredPeriod } from './filters/period.ts'
import { AppointmentRunBar } from './run-bar.tsx'
import { useListedAppointments, useListedTotal } from './use-listed.ts'
import { dayHeadingOf } from './when.tsx'

const MailSettingsDialog = onDemand(() => import('./mail-settings-dialog.tsx').then((m) => m.MailSettingsDialog))
const RemoveAppointment = onDemand(() => import('./remove-appointment.tsx').then((m) => m.RemoveAppointment))

/** Shows the list of appointments that the user may read, with all actions on them (spec §2, Appointments list). */
export function AppointmentsScreen() {
  const { role } = useUser()
  const address = useListAddress(AppointmentFilter, appointmentSorts)
  const { filter, setFilter } = address
  const { list, isByDate, refusal, address: listed } = useListedAppointments(address)
  const total = useListedTotal(filter)
  const whole = useWholeList<Appointment>({
    key: filter,
    load: (cursor) => call(appointments.list, { query: { ...filter, limit: PER_PAGE, cursor } }),
    most: MOST_CHANGED,
    many: appointmentNoun.many,
  })
  const isPhone = useIsPhone()
  const { openDetails, openForm } = useAppointmentDialogs()
  const [removing, setRemoving] = useState<Appointment | null>(null)
  const columns = useMemo(
    () =>
      columnsOf({
        withTeam: role === 'admin',
        isUnderDays: isByDate,
        onEdit: openForm,
        onRemove: setRemoving,
      }),
    [role, openForm, isByDate],
  )

  const { isFirstUse, firstStep } = useFirstUse(total === 0 ? list : {}, address.filtered)
  const filters = !isFirstUse && <AppointmentFilters address={address} />

  return (
    <Screen
      title="Afspraken"
      kind="list"
      toolbar={!isFirstUse && <StatusTabs filter={filter} setFilter={setFilter} />}
      actions={
        <>
          {isPhone && filters && <div className="pv-phone-filters">{filters}</div>}
          <ListActions address={address} isFirstUse={isFirstUse} />
        </>
      }
    >
      {!isPhone && filters && <FilterLine className={styles.filters}>{filters}</FilterLine>}
      <AppointmentRunBar />
      <RecordList
        list={list}
        columns={columns}
        noun={appointmentNoun}
        address={listed}
        note={refusal}
        label="Afspraken"
        card={(row) => <AppointmentCard appointment={row} isUnderDay={isByDate} />}
        total={total}
        bulkCount={(selected) => whole.rowsOf(selected).length}
        bulk={(selected, clear) => (
          <>
            <SelectAllButton
              selected={selected}
              whole={whole}
              total={total}
              hasMore={total === undefined ? list.hasNextPage : total > (list.data?.length ?? 0)}
            />
            {!whole.busy && <BulkActions selected={whole.rowsOf(selected)} filter={filter} clear={clear} />}
          </>
        )}
        cardActions={(row) =>
          row.doNotCallSince === null &&
          callPartOf(offerStateOf(row)?.state ?? 'free') === 'may' && (
            <CallLink name={row.customerName} phone={row.customerPhone} />
          )
        }
        headingOf={isByDate ? dayOf : undefined}
        onOpen={openDetails}
        empty={{
          title: 'Geen afspraken gevonden',
          text: `Er is niets gepland van ${formatCoveredPeriod(filter)}.`,
          ...firstStep(<BookButton />),
        }}
        {...(isPhone ? {} : { summary: () => formatCoveredPeriod(filter) })}
      />
      {removing && (
        <RemoveAppointment
          appointment={removing}
          fallback="Er ging iets mis bij het verwijderen van de afspraak."
          open
          onOpenChange={() => setRemoving(null)}
          onRemoved={() => setRemoving(null)}
        />
      )}
    </Screen>
  )
}

interface ListActionsProps {
  readonly address: ListAddress<AppointmentFilter>
  readonly isFirstUse: boolean
}

/** Shows a menu with export and settings of mails, and the button for a new appointment, to those who may. */
function ListActions({ address: { filter, sort }, isFirstUse }: ListActionsProps) {
  const maySet = useCan('appointment:settings')
  const [isSetting, setIsSetting] = useState(false)
  if (isFirstUse && !maySet) return null
  return (
    <>
      <MoreMenu
        exported={
          isFirstUse
            ? null
            : {
                name: 'afspraken',
                endpoint: appointments.export,
                query: { ...filter, sort: sort as AppointmentSort },
              }
        }
        actions={[maySet && { label: 'Mailinstellingen', icon: <MailCheck />, onSelect: () => setIsSetting(true) }]}
      />
      {!isFirstUse && <BookButton />}
      {isSetting && <MailSettingsDialog onClose={() => setIsSetting(false)} />}
    </>
  )
}

/** Shows the button for a new appointment, for those who may. */
function BookButton() {
  const { openNew } = useAppointmentDialogs()
  if (!useCan('appointment:create')) return null
  return <BarButton tone="primary" isTight label="Nieuwe afspraak" icon={<Plus />} onClick={() => openNew()} />
}

const dayOf = ({ appointmentDate }: Appointment): string => dayHeadingOf(appointmentDate)
