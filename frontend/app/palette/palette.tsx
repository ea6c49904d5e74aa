import {
  Building2,
  CalendarPlus,
  LogOut,
  MoonStar,
  PhoneCall,
  ReceiptEuro,
  Undo2,
  Upload,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { can } from '../../../shared/access.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { paths } from '../../domains/paths.ts'
import { useColleagues } from '../../domains/people.ts'
import { useSearch } from '../../domains/record-search.ts'
import { useSaleDialogs } from '../../domains/sale-dialogs.ts'
import { formatWeekday, fullNameOf } from '../../lib/format.ts'
import { actorOf, logout, useCan, useUser } from '../../lib/session.ts'
import { toggleTheme, useTheme } from '../../lib/theme.ts'
import { actionAddress } from '../../lib/use-action-from-address.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { CommandPalette, type PaletteItem } from '../../ui/frame/command-palette.tsx'
import { canVisit, searchWordsOf, titlesOf } from '../menu.ts'
import { routes } from '../routes.ts'
import { readAppointmentLine } from './appointment-line.ts'
import { useSearchGroups } from './search-groups.tsx'

interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Opens the list of what the user just did. */
  readonly onShowChanges: () => void
}

/** Shows the command palette, which finds actions, screens, customers and records (design.md rule 7). */
export function Palette({ onShowChanges, ...props }: PaletteProps) {
  const user = useUser()
  const navigate = useNavigate()
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  const mayRegister = useCan('sale:create')
  const { openNew: openSale } = useSaleDialogs()
  const [text, setText] = useState('')
  const screens = routes
    .filter((route) => canVisit(user, route))
    // A screen with two addresses is found once.
    .filter(({ within, screen }, _, found) => !found.some((other) => other.path === within && other.screen === screen))
    .map((route) => ({
      id: route.path,
      label: titlesOf(user, route).title,
      icon: <route.icon />,
      keywords: ['ga naar', 'scherm', ...searchWordsOf(user, route)],
      onSelect: () => navigate(route.path),
    }))
  const book = {
    id: 'new-appointment',
    label: 'Nieuwe afspraak',
    icon: <CalendarPlus />,
    onSelect: () => openNew(),
  }
  const register = {
    id: 'new-sale',
    label: 'Sale registreren',
    icon: <ReceiptEuro />,
    keywords: ['nieuwe sale', 'verkoop'],
    onSelect: () => openSale(),
  }
  const starts = useStarts(navigate)
  const own = useOwnItems(onShowChanges)
  const line = useAppointmentLine(mayBook ? text : '')
  const { found, isLoading, isError, refetch } = useSearch(text)
  const hits = useSearchGroups(found)
  return (
    <CommandPalette
      {...props}
      onSearch={setText}
      loading={isLoading}
      note={found.corrected && `Niets met ‘${text.trim()}’. Je ziet resultaten voor ‘${found.corrected}’.`}
      onRetry={isError ? () => void refetch() : undefined}
      groups={[
        {
          heading: 'Acties',
          items: [...line, ...(mayBook ? [book] : []), ...(mayRegister ? [register] : []), ...starts, ...own],
        },
        { heading: 'Schermen', items: screens },
        ...hits,
      ]}
    />
  )
}

/** Returns the palette items about the user: theme, list of what was just done, and logout. */
function useOwnItems(onShowChanges: () => void): PaletteItem[] {
  const { dark } = useTheme()
  return [
    {
      id: 'theme',
      label: dark ? 'Licht thema' : 'Donker thema',
      icon: <MoonStar />,
      keywords: ['thema', 'kleur'],
      onSelect: toggleTheme,
    },
    {
      id: 'changes',
      label: 'Net gedaan',
      icon: <Undo2 />,
      keywords: ['ongedaan maken', 'terugzetten'],
      onSelect: onShowChanges,
    },
    { id: 'logout', label: 'Uitloggen', icon: <LogOut />, keywords: ['afmelden'], onSelect: () => logout() },
  ]
}

/** Returns the palette item that opens the form of the appointment that the typed line describes; none for other texts. */
function useAppointmentLine(text: string): PaletteItem[] {
  const user = useUser()
  const { openNew } = useAppointmentDialogs()
  const isLong = text.trim().split(/\s+/).length > 2
  const { data: colleagues = [] } = useColleagues(isLong && user.role !== 'agent')
  const line = isLong ? readAppointmentLine(text, { today: today(), colleagues }) : null
  if (!line) return []
  const { customer, date, time, agent } = line
  const moment = [date && formatWeekday(date), time].filter(Boolean).join(' ')
  const place = [customer.postalCode, customer.houseNumber].filter(Boolean).join(' ')
  return [
    {
      id: 'book-line',
      label: `Afspraak boeken: ${customer.customerName}`,
      detail: [moment, agent && fullNameOf(agent), customer.customerPhone, place].filter(Boolean).join(' · '),
      icon: <CalendarPlus />,
      isFound: true,
      onSelect: () => openNew({ date, time, agentId: agent?.id, typed: customer }),
    },
  ]
}

/** Returns the palette items that start an action on another screen; only actions that the user may do. */
function useStarts(navigate: (path: string) => unknown) {
  const user = useUser()
  const starts = [
    {
      id: 'new-lead',
      label: 'Lead toevoegen',
      icon: <PhoneCall />,
      keywords: ['nieuwe lead'],
      action: 'lead:create',
      path: `${paths.leads}?nieuw-lead=1`,
    },
    {
      id: 'import-leads',
      label: 'Leads importeren',
      icon: <Upload />,
      keywords: ['uploaden', 'bestand', 'excel', 'csv'],
      action: 'lead:import',
      path: actionAddress(paths.leads, 'importeren'),
    },
    {
      id: 'import-contracts',
      label: 'Contracten importeren',
      icon: <Upload />,
      keywords: ['uploaden', 'bestand', 'excel', 'csv'],
      action: 'contract:manage',
      path: actionAddress(paths.expiringContracts, 'importeren'),
    },
    {
      id: 'new-user',
      label: 'Gebruiker toevoegen',
      icon: <UserRoundPlus />,
      keywords: ['nieuwe gebruiker', 'collega', 'uitnodigen'],
      action: 'user:manage',
      path: actionAddress(paths.users, 'toevoegen'),
    },
    {
      id: 'new-team',
      label: 'Team toevoegen',
      icon: <Building2 />,
      keywords: ['nieuw team'],
      action: 'team:manage',
      path: actionAddress(paths.teams, 'toevoegen'),
    },
  ] as const
  return starts
    .filter(({ action }) => can(actorOf(user), action))
    .map(({ action: _, path, ...start }) => ({ ...start, onSelect: () => navigate(path) }))
}
