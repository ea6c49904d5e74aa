import { CalendarPlus, LogOut, MoonStar } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { logout, useCan, useUser } from '../lib/session.ts'
import { toggleTheme, useTheme } from '../lib/theme.ts'
import { CommandPalette } from '../ui/command-palette.tsx'
import { mayVisit } from './menu.ts'
import { routes } from './routes.ts'

interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Ctrl/⌘ K: the screens this user may visit and what can be started from anywhere (design.md rule 7). */
export function Palette(props: PaletteProps) {
  const user = useUser()
  const navigate = useNavigate()
  const { dark } = useTheme()
  const mayBook = useCan('appointment:create')
  const screens = routes
    .filter((route) => mayVisit(user, route))
    .map(({ path, title, icon: Icon }) => ({
      id: path,
      label: title,
      icon: <Icon />,
      keywords: ['ga naar', 'scherm'],
      onSelect: () => navigate(path),
    }))
  const book = {
    id: 'new-appointment',
    label: 'Nieuwe afspraak',
    icon: <CalendarPlus />,
    onSelect: () => navigate(paths.newAppointment),
  }
  const theme = {
    id: 'theme',
    label: dark ? 'Licht thema' : 'Donker thema',
    icon: <MoonStar />,
    keywords: ['thema', 'kleur'],
    onSelect: toggleTheme,
  }
  const leave = { id: 'logout', label: 'Uitloggen', icon: <LogOut />, keywords: ['afmelden'], onSelect: () => logout() }
  return (
    <CommandPalette
      {...props}
      placeholder="Zoek een scherm of actie"
      groups={[
        { heading: 'Acties', items: mayBook ? [book, theme, leave] : [theme, leave] },
        { heading: 'Schermen', items: screens },
      ]}
    />
  )
}
