import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { type Appointment, AppointmentFilter } from '../../../shared/contract/appointments.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useAppointments } from './api.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { AppointmentFilters } from './appointment-filters.tsx'
import './appointments.css'
import { columnsOf } from './columns.tsx'
import { StatusTabs } from './filter-fields.tsx'
import { useMayEdit } from './may-edit.ts'
import { periodCovered } from './period.ts'
import { useOpened } from './use-opened.ts'

const AppointmentDialog = lazy(() => import('./appointment-dialog.tsx').then((m) => ({ default: m.AppointmentDialog })))
const DetailsDialog = lazy(() => import('./details-dialog.tsx').then((m) => ({ default: m.DetailsDialog })))
const RemoveAppointment = lazy(() => import('./remove-appointment.tsx').then((m) => ({ default: m.RemoveAppointment })))

/** The appointments within reach, and everything one does with them (spec §2, Appointments list). */
export function AppointmentsScreen() {
  const { role } = useUser()
  const mayBook = useCan('appointment:create')
  const { filter, setFilter, resetFilter, filtered } = useUrlFilter(AppointmentFilter)
  const list = useAppointments(filter)
  const isPhone = useIsPhone()
  const { origin, opened, isNew, isEditing, openNew, openDetails, openForm, close } = useOpened(list.data)
  const isForm = useMayEdit(opened) && isEditing
  const [removing, setRemoving] = useState<Appointment | null>(null)
  const columns = useMemo(
    () => columnsOf({ withTeam: role === 'admin', onEdit: openForm, onRemove: setRemoving }),
    [role, openForm],
  )

  const filters = <AppointmentFilters filter={filter} setFilter={setFilter} filtered={filtered} onReset={resetFilter} />

  return (
    <Screen
      title="Afspraken"
      kind="list"
      toolbar={<StatusTabs filter={filter} setFilter={setFilter} />}
      actions={
        <>
          {isPhone && filters}
          {mayBook && <BookButton isPhone={isPhone} onClick={openNew} />}
        </>
      }
    >
      {!isPhone && <div className="appointments-filters">{filters}</div>}
      <DataTable
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        label="Afspraken"
        card={(row) => <AppointmentCard appointment={row} />}
        onOpen={openDetails}
        empty={{ title: 'Geen afspraken gevonden', text: `Er is niets gepland van ${periodCovered(filter)}.` }}
        filtered={filtered}
        onReset={resetFilter}
        count={(rows) => countText(rows.length, list.hasNextPage === true)}
        {...(isPhone ? {} : { summary: () => periodCovered(filter) })}
      />
      <Suspense fallback={null}>
        {isNew && mayBook && <AppointmentDialog appointment={null} returnFocus={origin} onClose={close} />}
        {opened && isForm && (
          <AppointmentDialog key={opened.id} appointment={opened} returnFocus={origin} onClose={close} />
        )}
        {opened && !isForm && (
          <DetailsDialog appointment={opened} returnFocus={origin} onClose={close} onEdit={() => openForm(opened)} />
        )}
        {removing && (
          <RemoveAppointment
            appointment={removing}
            fallback="Er ging iets mis bij het verwijderen van de afspraak."
            open
            onOpenChange={() => setRemoving(null)}
            onRemoved={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </Screen>
  )
}

function BookButton({ isPhone, onClick }: { readonly isPhone: boolean; readonly onClick: () => void }) {
  if (isPhone) return <IconButton tone="primary" label="Nieuwe afspraak" icon={<Plus />} onClick={onClick} />
  return (
    <Button tone="primary" icon={<Plus />} onClick={onClick}>
      Nieuwe afspraak
    </Button>
  )
}

/** How many are shown; a list that goes on does not know how many there are. */
const countText = (count: number, goesOn: boolean) =>
  `${count} ${count === 1 ? 'afspraak' : 'afspraken'}${goesOn ? ' geladen' : ''}`
