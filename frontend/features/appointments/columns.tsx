import { Pencil, Trash2 } from 'lucide-react'
import { appointmentFields } from '../../../shared/appointments/record.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { offerStateOf, useMayEditAppointment } from '../../domains/appointments.ts'
import { CustomerPhone } from '../../domains/contact/contact.tsx'
import { fullNameOf } from '../../lib/format.ts'
import { listColumnsOf } from '../../records/shown-fields.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Person } from '../../ui/display/avatar.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { ConfirmMark } from './confirm-sign.tsx'
import { SaleMark } from './sale-sign.tsx'
import { StatusMenu } from './status-menu.tsx'
import { When } from './when.tsx'

interface ColumnOptions {
  /** Set for the team column, which only admins see (spec §6). */
  readonly withTeam: boolean
  /** Set where headings show the day, so that a row shows only the time. */
  readonly isUnderDays: boolean
  readonly onEdit: (appointment: Appointment) => void
  readonly onRemove: (appointment: Appointment) => void
}

/** Returns the table columns of the list of appointments (spec §2). `withTeam` adds the team. */
export function columnsOf({ withTeam, isUnderDays, onEdit, onRemove }: ColumnOptions): Column<Appointment>[] {
  return [
    { id: 'customer', header: 'Klant', least: 136, cell: (row) => <Customer appointment={row} /> },
    {
      id: 'date',
      header: isUnderDays ? 'Tijd' : 'Datum en tijd',
      width: isUnderDays ? 64 : 132,
      sortable: true,
      cell: (row) => <When instant={row.appointmentDate} isUnderDay={isUnderDays} />,
    },
    { id: 'contact', header: 'Contact', width: 132, dropOrder: 5, cell: contactOf },
    {
      id: 'status',
      header: 'Status',
      width: isUnderDays ? 166 : 188,
      cell: (row) => <Status appointment={row} />,
    },
    {
      id: 'agent',
      header: 'Agent',
      width: isUnderDays ? 150 : 178,
      dropOrder: 4,
      cell: ({ agent }) => <Person id={agent.id} name={fullNameOf(agent)} />,
    },
    ...listColumnsOf<Appointment>(appointmentFields),
    ...(withTeam
      ? [
          {
            id: 'team',
            header: 'Team',
            width: 126,
            dropOrder: 2,
            cell: ({ team }: Appointment) => <span className="pv-soft">{team.name}</span>,
          },
        ]
      : []),
    {
      id: 'actions',
      header: 'Acties',
      headerHidden: true,
      width: 108,
      // The column may be hidden, because the details of an appointment lead to the same actions.
      dropOrder: 3,
      align: 'end',
      cell: (row) => <Actions appointment={row} onEdit={onEdit} onRemove={onRemove} />,
    },
  ]
}

function Customer({ appointment }: { readonly appointment: Appointment }) {
  const { customerName, companyName, city } = appointment
  const more = [city, companyName].filter(Boolean).join(' · ')
  return (
    <>
      <span className="pv-strong">{customerName}</span>
      {more && <span className="pv-soft"> · {more}</span>}
    </>
  )
}

function Status({ appointment }: { readonly appointment: Appointment }) {
  return (
    <Row as="span" gap={4}>
      <StatusMenu appointment={appointment} />
      <SaleMark appointment={appointment} />
      <ConfirmMark appointment={appointment} />
    </Row>
  )
}

const contactOf = (appointment: Appointment) => (
  <CustomerPhone
    phone={appointment.customerPhone}
    closed={appointment.doNotCallSince}
    mayCall={offerStateOf(appointment)}
    brief
  />
)

interface ActionsProps extends Pick<ColumnOptions, 'onEdit' | 'onRemove'> {
  readonly appointment: Appointment
}

function Actions({ appointment, onEdit, onRemove }: ActionsProps) {
  if (!useMayEditAppointment(appointment)) return null
  const { customerName } = appointment
  return (
    <>
      <IconButton
        size="small"
        label={`Afspraak met ${customerName} bewerken`}
        icon={<Pencil />}
        onClick={() => onEdit(appointment)}
      />
      <IconButton
        size="small"
        label={`Afspraak met ${customerName} verwijderen`}
        icon={<Trash2 />}
        onClick={() => onRemove(appointment)}
      />
    </>
  )
}
