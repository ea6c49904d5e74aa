import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { auth, type CurrentUser } from '../../../shared/api/auth.ts'
import { storeUser } from '../../lib/browser-storage.ts'
import { page, useTitle } from '../../lib/page.ts'
import { useCommand } from '../../lib/query.ts'
import { logout } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import styles from './auth.module.css'
import { AuthCard } from './auth-card.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

const RELOAD_AFTER_MS = 1500

/**
 * Shows the 2FA set-up in place of the app: set-up and success; then the page reloads (spec §2). The only other exit is
 * to log out.
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

  function begin(): void {
    start.mutate({}, { onError: (error) => showFailure(error, { title: 'Fout bij instellen 2FA' }) })
  }

  // Each call makes a new secret, so it is made once, also when React mounts the screen twice.
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin()
  })

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
      {start.data && <TwoFactorSetup setup={start.data} email={user.email} onVerified={() => setVerified(true)} />}
      {!start.data && !start.isError && <Skeleton height="420px" />}
      {start.isError && (
        <Button tone="primary" onClick={begin}>
          2FA instellen
        </Button>
      )}
      <Button tone="ghost" className={styles.leave} onClick={() => logout()}>
        Uitloggen
      </Button>
    </AuthCard>
  )
}
