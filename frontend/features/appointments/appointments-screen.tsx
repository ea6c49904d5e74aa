import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import * as z from 'zod'
import { type Appointment, AppointmentFilter, appointmentSorts } from '../../../shared/contract/appointments.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { sortOf, sortText } from '../../ui/sort-text.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useAppointments } from './api.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { AppointmentFilters } from './appointment-filters.tsx'
import './appointments.css'
import { columnsOf } from './columns.tsx'
import { ExportMenu } from './export-menu.tsx'
import { StatusTabs } from './filter-fields.tsx'
import { MailSettingsButton } from './mail-settings-button.tsx'
import { periodCovered } from './period.ts'

const RemoveAppointment = lazy(() => import('./remove-appointment.tsx').then((m) => ({ default: m.RemoveAppointment })))

/** The order of the list, in the address beside the filters. */
const AppointmentOrder = z.object({ sort: z.enum(appointmentSorts) })

/** The appointments within reach, and everything one does with them (spec §2, Appointments list). */
export function AppointmentsScreen() {
  const { role } = useUser()
  const mayBook = useCan('appointment:create')
  const maySet = useCan('appointment:settings')
  const { filter, setFilter, resetFilter, filtered } = useUrlFilter(AppointmentFilter)
  const { filter: order, setFilter: setOrder } = useUrlFilter(AppointmentOrder)
  const list = useAppointments({ ...filter, ...order })
  const isPhone = useIsPhone()
  const { openNew, openDetails, openForm } = useAppointmentDialogs()
  const [removing, setRemoving] = useState<Appointment | null>(null)
  const columns = useMemo(
    () => columnsOf({ withTeam: role === 'admin', onEdit: openForm, onRemove: setRemoving }),
    [role, openForm],
  )

  const filters = (
    <AppointmentFilters
      filter={filter}
      setFilter={setFilter}
      filtered={filtered}
      onReset={resetFilter}
      sort={order.sort}
      onSort={(sort) => setOrder({ sort })}
    />
  )

  return (
    <Screen
      title="Afspraken"
      kind="list"
      toolbar={<StatusTabs filter={filter} setFilter={setFilter} />}
      actions={
        <>
          {isPhone && <div className="appointments-phone-filters">{filters}</div>}
          <ExportMenu query={{ ...filter, ...order }} isPhone={isPhone} />
          {maySet && <MailSettingsButton />}
          {mayBook && <BookButton isPhone={isPhone} onClick={() => openNew()} />}
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
        sort={sortOf(order.sort)}
        onSortChange={(sort) => setOrder({ sort: sortText(sort) })}
        empty={{ title: 'Geen afspraken gevonden', text: `Er is niets gepland van ${periodCovered(filter)}.` }}
        filtered={filtered}
        onReset={resetFilter}
        count={(rows) => countText(rows.length, list.hasNextPage === true)}
        {...(isPhone ? {} : { summary: () => periodCovered(filter) })}
      />
      <Suspense fallback={null}>
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
