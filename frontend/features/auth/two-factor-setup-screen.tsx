import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { auth, type CurrentUser } from '../../../shared/api/auth.ts'
import { storeUser } from '../../lib/browser-storage.ts'
import { messageOf } from '../../lib/call-error.ts'
import { page, useTitle } from '../../lib/page.ts'
import { useCommand } from '../../lib/query.ts'
import { logout } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { toast } from '../../ui/messages/toast.ts'
import styles from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

const RELOAD_AFTER_MS = 1500

/**
 * Shows the 2FA set-up in place of the app: introduction, set-up and success; then the page reloads (spec §2). The only
 * other exit is to log out.
 */
export function TwoFactorSetupScreen({ user }: { readonly user: CurrentUser }) {
  const start = useCommand(auth.twoFactorSetup)
  const [verified, setVerified] = useState(false)
  useTitle('Tweestapsverificatie instellen')

  useEffect(() => {
    if (!verified) return
    // After its reload, the page starts from the stored user. Without 2FA, that user would get this screen again.
    storeUser({ ...user, twoFactorEnabled: true })
    const timer = setTimeout(() => page.reload(), RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [verified, user])

  function fail(error: Error): void {
    toast({
      title: 'Fout bij instellen 2FA',
      description: messageOf(error, 'Probeer het opnieuw.'),
      tone: 'destructive',
    })
  }

  if (verified) {
    return (
      <AuthCard title="2FA staat aan" subtitle="Je account is beveiligd. Partnerview wordt nu geopend.">
        <Row as="p" gap={8} justify="center" weight="strong" color="ok" role="status">
          <CircleCheck aria-hidden="true" />
          Tweestapsverificatie is ingesteld
        </Row>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Stel tweestapsverificatie in"
      subtitle="Tweestapsverificatie (2FA) is verplicht om Partnerview te gebruiken."
    >
      {start.data ? (
        <TwoFactorSetup setup={start.data} onVerified={() => setVerified(true)} />
      ) : (
        <Intro>
          <Button tone="primary" busy={start.isPending} onClick={() => start.mutate({}, { onError: fail })}>
            2FA instellen
          </Button>
        </Intro>
      )}
      <Button tone="ghost" className={styles.leave} onClick={() => logout()}>
        Uitloggen
      </Button>
    </AuthCard>
  )
}

function Intro({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={16}>
      <Stack as="ol" gap={10} color="muted" className={styles.steps}>
        <li>Installeer een authenticator-app op je telefoon, zoals Google Authenticator of Microsoft Authenticator.</li>
        <li>Scan de QR-code die je hierna ziet en bewaar je backup codes.</li>
        <li>Vul de 6-cijferige code uit de app in. Voortaan vragen we een code bij elke login.</li>
      </Stack>
      {children}
    </Stack>
  )
}
