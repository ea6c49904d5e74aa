import { officeLabels, roleLabels } from '../../../shared/api/parts/fields.ts'
import { formatDateLong, formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Details } from '../../ui/display/details.tsx'
import styles from './security.module.css'

/** Shows the account of the user: name, role, team and status (spec §2 Security page). */
export function AccountCard() {
  const user = useUser()
  return (
    <Card title="Account" className={styles.account}>
      <Details
        items={[
          { label: 'Naam', value: fullNameOf(user) },
          { label: 'E-mail', value: user.email },
          { label: 'Rol', value: roleLabels[user.role] },
          ...(user.approvesFrom === null
            ? []
            : [
                {
                  label: 'Plaatsvervanger',
                  value: `Je keurt betalingen en IBAN-wijzigingen goed die vanaf ${formatDateTime(user.approvesFrom)} worden gemaakt. Een beheerder beëindigt dit.`,
                },
              ]),
          { label: 'Team', value: user.team && `${user.team.name} · ${officeLabels[user.team.office]}` },
          {
            label: 'Accountstatus',
            value: <Badge tone={user.isActive ? 'ok' : 'bad'}>{user.isActive ? 'Actief' : 'Gedeactiveerd'}</Badge>,
          },
          { label: 'Lid sinds', value: formatDateLong(user.createdAt) },
        ]}
      />
    </Card>
  )
}
