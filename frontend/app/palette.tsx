import { CalendarPlus, LogOut, MoonStar, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppointmentDialogs } from '../domains/appointment-dialogs.ts'
import { useFoundAppointments } from '../domains/found-appointments.ts'
import { formatTime, formatWeekday } from '../lib/format.ts'
import { logout, useCan, useUser } from '../lib/session.ts'
import { toggleTheme, useTheme } from '../lib/theme.ts'
import { CommandPalette } from '../ui/command-palette.tsx'
import { mayVisit } from './menu.ts'
import { routes } from './routes.ts'

interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Ctrl/⌘ K: the screens this user may visit, customers, and what can be started from anywhere (design.md rule 7). */
export function Palette(props: PaletteProps) {
  const user = useUser()
  const navigate = useNavigate()
  const { dark } = useTheme()
  const mayBook = useCan('appointment:create')
  const { openNew, openDetails } = useAppointmentDialogs()
  const [text, setText] = useState('')
  const found = useFoundAppointments(text)
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
    onSelect: () => openNew(),
  }
  const theme = {
    id: 'theme',
    label: dark ? 'Licht thema' : 'Donker thema',
    icon: <MoonStar />,
    keywords: ['thema', 'kleur'],
    onSelect: toggleTheme,
  }
  const leave = { id: 'logout', label: 'Uitloggen', icon: <LogOut />, keywords: ['afmelden'], onSelect: () => logout() }
  const customers = found.appointments.map((appointment) => ({
    id: appointment.id,
    label: appointment.customerName,
    hint: `${formatWeekday(appointment.appointmentDate)} ${formatTime(appointment.appointmentDate)}`,
    icon: <UserSearch />,
    found: true,
    onSelect: () => openDetails(appointment),
  }))
  return (
    <CommandPalette
      {...props}
      onSearch={setText}
      loading={found.isLoading}
      groups={[
        { heading: 'Acties', items: mayBook ? [book, theme, leave] : [theme, leave] },
        { heading: 'Schermen', items: screens },
        { heading: 'Afspraken', items: customers },
      ]}
    />
  )
}
