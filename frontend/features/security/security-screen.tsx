import { Screen } from '../../ui/screen.tsx'
import { AccountCard } from './account-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import './security.css'
import { SessionTimeoutCard } from './session-timeout-card.tsx'
import { TipsCard } from './tips-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

/** 'Beveiliging': the account, 2FA, how long a session lasts, how the app looks (spec §2). */
export function SecurityScreen() {
  return (
    <Screen title="Beveiliging">
      <AccountCard />
      <div className="security-cards">
        <TwoFactorCard />
        <SessionTimeoutCard />
        <AppearanceCard />
        <TipsCard />
      </div>
    </Screen>
  )
}
