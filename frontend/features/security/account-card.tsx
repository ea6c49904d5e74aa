import { useRef, useState } from 'react'
import { officeLabels, roleLabels } from '../../../shared/api/parts/fields.ts'
import { formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Details } from '../../ui/display/details.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import styles from './security.module.css'

const OwnPasswordDialog = onDemand(() =>
  import('../../domains/account/own-password-dialog.tsx').then((m) => m.OwnPasswordDialog),
)

/** Shows the account of the user: name, role, team and status, and changes the own password of a local one (spec §2 Security page, rulings 9). */
export function AccountCard() {
  const user = useUser()
  const [isChanging, setIsChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  return (
    <Card
      title="Account"
      className={styles.account}
      actions={
        user.isLocalAccount && (
          <Button ref={change} onClick={() => setIsChanging(true)}>
            Wachtwoord wijzigen
          </Button>
        )
      }
    >
      <Details
        items={[
          { label: 'Naam', value: fullNameOf(user) },
          { label: 'E-mail', value: user.email },
          { label: 'Rol', value: roleLabels[user.role] },
          {
            label: 'Plaatsvervanger',
            value:
              user.approvesFrom &&
              `Je keurt betalingen en IBAN-wijzigingen goed die vanaf ${formatDateTime(user.approvesFrom)} worden gemaakt. Een beheerder beëindigt dit.`,
          },
          {
            label: 'Wachtwoord',
            value:
              !user.isLocalAccount &&
              'Je logt in met een extern account. Je wachtwoord wijzig je bij de organisatie die dat account beheert.',
          },
          { label: 'Team', value: user.team && `${user.team.name} · ${officeLabels[user.team.office]}` },
          {
            label: 'Accountstatus',
            value: <Badge tone={user.isActive ? 'ok' : 'bad'}>{user.isActive ? 'Actief' : 'Gedeactiveerd'}</Badge>,
          },
        ]}
      />
      {isChanging && <OwnPasswordDialog returnFocus={change} onClose={() => setIsChanging(false)} />}
    </Card>
  )
}
