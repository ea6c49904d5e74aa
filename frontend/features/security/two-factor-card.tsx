import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTwoFactorStatus } from './api.ts'
import { DisableTwoFactorDialog } from './disable-two-factor-dialog.tsx'
import './security.css'

/** Whether 2FA is on and how many backup codes are left; the way to turn it off. */
export function TwoFactorCard() {
  const status = useTwoFactorStatus()
  const [disabling, setDisabling] = useState(false)
  return (
    <Card title="Tweestapsverificatie (2FA)">
      {status.isPending && <Skeleton height="72px" />}
      {status.isError && <ErrorState error={status.error} onRetry={status.refetch} />}
      {status.data && (
        <div className="security-part">
          <p className="security-line">
            <Badge tone={status.data.enabled ? 'ok' : 'bad'}>
              {status.data.enabled ? 'Ingeschakeld' : 'Uitgeschakeld'}
            </Badge>
            <span>{backupText(status.data.backupCodesLeft)}</span>
          </p>
          <p className="security-note">
            Bij elke login vragen we naast je wachtwoord een code uit je authenticator-app.
          </p>
          <div>
            <Button onClick={() => setDisabling(true)}>2FA uitschakelen</Button>
          </div>
        </div>
      )}
      <DisableTwoFactorDialog open={disabling} onOpenChange={setDisabling} />
    </Card>
  )
}

const backupText = (left: number) =>
  left === 0 ? 'Geen backup codes over' : left === 1 ? '1 backup code over' : `${left} backup codes over`
