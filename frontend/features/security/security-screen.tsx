import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCan } from '../../lib/session.ts'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { AccountCard } from './account-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { DevicesCard } from './login/devices-card.tsx'
import { SessionTimeoutCard } from './login/session-timeout-card.tsx'
import { SessionsCard } from './login/sessions-card.tsx'
import { TwoFactorCard } from './login/two-factor-card.tsx'
import { NotificationSettingsCard } from './notification-settings.tsx'
import styles from './security.module.css'

const ApiKeys = onDemand(
  () => import('./api-keys/api-keys.tsx').then((m) => m.ApiKeys),
  () => <Waiting />,
)
const AuditLogs = onDemand(
  () => import('./audit/audit-logs.tsx').then((m) => m.AuditLogs),
  () => <Waiting />,
)

const Erasures = onDemand(
  () => import('./erasures/erasures.tsx').then((m) => m.Erasures),
  () => <Waiting />,
)

const tabs = [
  { value: 'account', label: 'Account' },
  { value: 'sessies', label: 'Sessies' },
  { value: 'meldingen', label: 'Meldingen' },
  { value: 'api-keys', label: 'API keys' },
  { value: 'auditlog', label: 'Auditlog' },
  { value: 'persoonsgegevens', label: 'Persoonsgegevens' },
] as const
type Tab = (typeof tabs)[number]['value']

/**
 * Shows 'Beveiliging' in tabs: account, sessions and notifications; API keys, audit log and personal data for admins
 * (spec §2, Security page).
 */
export function SecurityScreen() {
  const [params, setParams] = useSearchParams()
  const may: Record<Tab, boolean> = {
    account: true,
    sessies: true,
    meldingen: true,
    'api-keys': useCan('api-key:manage'),
    auditlog: useCan('audit:read'),
    persoonsgegevens: useCan('erasure:manage'),
  }
  const shown = tabs.filter(({ value }) => may[value])
  const tab = shown.find(({ value }) => value === params.get('tab'))?.value ?? 'account'
  return (
    <Screen title="Beveiliging" kind="list">
      <Fill className={styles.tabs}>
        <Tabs
          label="Beveiliging"
          value={tab}
          onChange={(next) => setParams(next === 'account' ? {} : { tab: next })}
          tabs={shown}
        >
          <TabPanel value="account">
            <Page>
              <AccountCard />
              <Grid least={370} gap={12}>
                <TwoFactorCard />
                <AppearanceCard />
              </Grid>
            </Page>
          </TabPanel>
          <TabPanel value="sessies">
            <Page>
              <SessionsCard />
              <DevicesCard />
              <SessionTimeoutCard />
            </Page>
          </TabPanel>
          <TabPanel value="meldingen">
            <Page>
              <NotificationSettingsCard />
            </Page>
          </TabPanel>
          {may['api-keys'] && (
            <TabPanel value="api-keys">
              <ApiKeys />
            </TabPanel>
          )}
          {may.auditlog && (
            <TabPanel value="auditlog">
              <AuditLogs />
            </TabPanel>
          )}
          {may.persoonsgegevens && (
            <TabPanel value="persoonsgegevens">
              <Erasures />
            </TabPanel>
          )}
        </Tabs>
      </Fill>
    </Screen>
  )
}

const Page = ({ children }: { readonly children: ReactNode }) => (
  <Stack gap={12} className={styles.page}>
    {children}
  </Stack>
)

/** Shows the place of a tab for admins until its code is loaded. */
const Waiting = () => (
  <Stack gap={12} className={styles.page} aria-busy="true">
    <Skeleton height="34px" />
    <Skeleton height="240px" />
  </Stack>
)
