import { LogOut, Moon, ShieldCheck, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../domains/paths.ts'
import { logout, useUser } from '../lib/session.ts'
import { toggleTheme, useTheme } from '../lib/theme.ts'
import { classNames } from '../ui/class-names.ts'
import { Card } from '../ui/display/card.tsx'
import { Sign } from '../ui/display/sign.tsx'
import { Screen } from '../ui/frame/screen.tsx'
import { Grid } from '../ui/layout/grid.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { moreOptionsOf, titlesOf } from './menu.ts'
import styles from './more-screen.module.css'

/**
 * Shows 'Meer opties': more screens for the role of the user, the theme, security and the logout button (spec §2,
 * rulings 21).
 */
export function MoreScreen() {
  const user = useUser()
  const { dark } = useTheme()
  return (
    <Screen title="Meer opties">
      <p className="pv-color-muted">Aanvullende functies en instellingen</p>
      <Grid as="ul" least={260} gap={8}>
        {moreOptionsOf(user).map((route) => (
          <li key={route.path}>
            <Link to={route.path} className={styles.item}>
              <Row
                icon={<route.icon />}
                title={route.more?.title ?? titlesOf(user, route).label}
                text={(user.role !== 'admin' && route.own?.text) || route.more?.text}
              />
            </Link>
          </li>
        ))}
      </Grid>
      <Card title="Instellingen">
        <div className={styles.list}>
          <button type="button" className={styles.item} onClick={() => toggleTheme()}>
            <Row icon={dark ? <Sun /> : <Moon />} title={dark ? 'Licht thema' : 'Donker thema'} />
          </button>
          <Link to={paths.security} className={styles.item}>
            <Row icon={<ShieldCheck />} title="Beveiliging" text="2FA en wachtwoord instellingen" />
          </Link>
        </div>
      </Card>
      <button type="button" className={classNames(styles.item, styles.logout)} onClick={() => logout()}>
        <Row icon={<LogOut />} title="Uitloggen" />
      </button>
    </Screen>
  )
}

function Row({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string | undefined
}) {
  return (
    <>
      <Sign accent>{icon}</Sign>
      <Stack as="span">
        <Text weight="strong">{title}</Text>
        {text !== undefined && (
          <Text size={12} color="soft">
            {text}
          </Text>
        )}
      </Stack>
    </>
  )
}
