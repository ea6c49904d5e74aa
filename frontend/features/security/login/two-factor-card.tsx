import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import type { auth } from '../../../../shared/api/auth.ts'
import type { Reply } from '../../../lib/client.ts'
import { refreshUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Menu, MenuItem } from '../../../ui/menus/menu.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useTwoFactorStatus } from '../api.ts'

const BackupCodesDialog = onDemand(() => import('./backup-codes-dialog.tsx').then((m) => m.BackupCodesDialog))
const TwoFactorOffDialog = onDemand(() => import('./two-factor-off-dialog.tsx').then((m) => m.TwoFactorOffDialog))

/** Number of remaining codes at or below which the user is asked to create new ones. */
const FEW = 3

type Status = Reply<typeof auth.twoFactorStatus>

/**
 * Shows a switch that starts the set-up of 2FA. While 2FA is on, it shows the number of backup codes left, and a menu to
 * renew them, set up 2FA again or turn it off (rulings 7). Few codes get a button to renew them.
 */
export function TwoFactorCard() {
  const status = useTwoFactorStatus()
  return (
    <Card
      title="Tweestapsverificatie (2FA)"
      actions={
        status.data && (
          <Badge tone={status.data.enabled ? 'ok' : 'bad'}>
            {status.data.enabled ? 'Ingeschakeld' : 'Uitgeschakeld'}
          </Badge>
        )
      }
    >
      {status.isPending && <Skeleton height="120px" />}
      {status.isError && <ErrorState error={status.error} onRetry={status.refetch} />}
      {status.data && <TwoFactor status={status.data} />}
    </Card>
  )
}

function TwoFactor({ status: { enabled, backupCodesLeft } }: { readonly status: Status }) {
  const [dialog, setDialog] = useState<'codes' | 'disable' | 'renew' | null>(null)
  const close = () => setDialog(null)
  const more = useRef<HTMLButtonElement>(null)
  const areFew = backupCodesLeft <= FEW
  return (
    <Stack gap={12}>
      <Switch
        value={enabled}
        disabled={enabled}
        onChange={() => void refreshUser()}
        label="2FA bij elke login"
        hint={enabled ? undefined : 'Zet dit aan om 2FA in te stellen.'}
      />
      {enabled && (
        <>
          <Row gap={12} justify="between">
            <CodesLeft count={backupCodesLeft} />
            <Menu trigger={<IconButton ref={more} size="small" label="Meer" icon={<Ellipsis />} />}>
              {!areFew && <MenuItem onSelect={() => setDialog('codes')}>Nieuwe backup codes</MenuItem>}
              <MenuItem onSelect={() => setDialog('renew')}>Opnieuw instellen</MenuItem>
              <MenuItem tone="danger" onSelect={() => setDialog('disable')}>
                2FA uitschakelen
              </MenuItem>
            </Menu>
          </Row>
          {areFew && (
            <Row>
              <Button onClick={() => setDialog('codes')}>Nieuwe backup codes</Button>
            </Row>
          )}
        </>
      )}
      {dialog === 'codes' && <BackupCodesDialog returnFocus={more} onClose={close} />}
      {(dialog === 'disable' || dialog === 'renew') && <TwoFactorOffDialog purpose={dialog} onClose={close} />}
    </Stack>
  )
}

function CodesLeft({ count }: { readonly count: number }) {
  if (count > FEW)
    return (
      <Text as="p" size={13} color="muted">
        {backupText(count)}
      </Text>
    )
  return (
    <Stack gap={6} align="start">
      <Badge tone={count === 0 ? 'bad' : 'warn'}>{backupText(count)}</Badge>
      <Text as="p" size={13} color="muted">
        Maak nieuwe codes, zodat je ook zonder je telefoon kunt inloggen.
      </Text>
    </Stack>
  )
}

const backupText = (left: number) =>
  left === 0 ? 'Geen backup codes over' : left === 1 ? '1 backup code over' : `${left} backup codes over`
