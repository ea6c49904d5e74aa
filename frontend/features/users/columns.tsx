import { INVITATION_HOURS } from '../../../shared/api/invitations.ts'
import { officeLabels, roleLabels } from '../../../shared/api/parts/fields.ts'
import { epochOf, now } from '../../../shared/time.ts'
import { userFields } from '../../../shared/users/record.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { telOf } from '../../domains/contact/contact.tsx'
import { formatDateLong, fullNameOf } from '../../lib/format.ts'
import { listColumnsOf } from '../../records/shown-fields.tsx'
import { PlainLink } from '../../ui/buttons/plain-link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import type { OpenUserAction } from './use-user-dialog.ts'
import { UserActions } from './user-actions.tsx'
import styles from './users.module.css'

/** Returns the table columns of the list of users (spec §2, Users page); all but the last can be sorted. */
export const columnsOf = (onOpen: OpenUserAction): Column<UserDetails>[] => [
  { id: 'user', header: 'Gebruiker', width: 216, cell: (row) => <Named user={row} />, sortBy: fullNameOf },
  {
    id: 'email',
    header: userFields.email.label,
    dropOrder: 2,
    cell: ({ email }) => (
      <PlainLink as="a" href={`mailto:${email}`}>
        {email}
      </PlainLink>
    ),
    sortBy: ({ email }) => email,
  },
  {
    id: 'phone',
    header: userFields.phone.short,
    width: 118,
    dropOrder: 1,
    cell: ({ phone }) =>
      phone ? (
        <PlainLink as="a" tabular href={telOf(phone)}>
          {phone}
        </PlainLink>
      ) : (
        <span className="pv-soft">–</span>
      ),
    sortBy: ({ phone }) => phone,
  },
  {
    id: 'role',
    header: userFields.role.label,
    width: 98,
    cell: ({ role }) => roleLabels[role],
    sortBy: ({ role }) => roleLabels[role],
  },
  {
    id: 'team',
    header: userFields.team.label,
    width: 152,
    dropOrder: 3,
    cell: (row) => <Team user={row} />,
    sortBy: ({ team }) => team?.name,
  },
  ...listColumnsOf<UserDetails>(userFields),
  {
    id: 'status',
    header: 'Status',
    width: 152,
    cell: (row) => <UserStatus user={row} />,
    sortBy: (row) => statusOf(row)?.text ?? '',
  },
  {
    id: 'actions',
    header: 'Acties',
    headerHidden: true,
    width: 148,
    align: 'end',
    cell: (row) => <UserActions user={row} onOpen={onOpen} />,
  },
]

function Named({ user }: { readonly user: UserDetails }) {
  const name = fullNameOf(user)
  return (
    <Row as="span" gap={10} className={styles.person}>
      <Avatar id={user.id} name={name} image={user.profileImageUrl} />
      <Stack as="span" overflow="truncate" className={styles.lines}>
        <Text weight="strong" overflow="truncate">
          {name}
        </Text>
        <Text size={12} color="soft" overflow="truncate">
          {userFields.createdAt.label} {formatDateLong(user.createdAt)}
        </Text>
      </Stack>
    </Row>
  )
}

function Team({ user: { team } }: { readonly user: UserDetails }) {
  if (!team) return <span className="pv-soft">Geen team</span>
  return (
    <Stack as="span" overflow="truncate" className={styles.lines}>
      <Text overflow="truncate">{team.name}</Text>
      <Text size={12} color="soft" overflow="truncate">
        {officeLabels[team.office]}
      </Text>
    </Stack>
  )
}

/**
 * Returns a person's status with its colour: deactivated, invited, invitation expired, without 2FA, stand-in or
 * proposed as one. Null for everybody else in the tab 'Actief'.
 */
function statusOf({ isActive, twoFactorEnabled, invitedAt, standIn }: UserDetails) {
  if (!isActive) return { text: 'Gedeactiveerd', tone: 'neutral' } as const
  if (invitedAt) {
    const isOver = epochOf(now()) - Date.parse(invitedAt) > INVITATION_HOURS * 60 * 60 * 1000
    return isOver
      ? ({ text: 'Uitnodiging verlopen', tone: 'warn' } as const)
      : ({ text: 'Uitgenodigd', tone: 'info' } as const)
  }
  if (!twoFactorEnabled) return { text: 'Actief, geen 2FA', tone: 'warn' } as const
  if (!standIn) return null
  return standIn.approvedAt
    ? ({ text: 'Plaatsvervanger', tone: 'ok' } as const)
    : ({ text: 'Voorgesteld', tone: 'warn' } as const)
}

function UserStatus({ user }: { readonly user: UserDetails }) {
  const status = statusOf(user)
  return status && <Badge tone={status.tone}>{status.text}</Badge>
}

/** Shows a person in the list on a phone. */
export function UserCard({ user }: { readonly user: UserDetails }) {
  const name = fullNameOf(user)
  return (
    <span className={styles.card}>
      <Avatar id={user.id} name={name} image={user.profileImageUrl} size="large" />
      <CardRow
        title={name}
        meta={
          <>
            {[roleLabels[user.role], user.team?.name ?? 'Geen team'].join(' · ')}
            <br />
            {user.email}
            <br />
            {[user.phone, `${userFields.createdAt.label} ${formatDateLong(user.createdAt)}`]
              .filter(Boolean)
              .join(' · ')}
          </>
        }
        end={<UserStatus user={user} />}
      />
    </span>
  )
}
