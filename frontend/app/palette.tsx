import {
  Building2,
  CalendarPlus,
  FileClock,
  FileText,
  LogOut,
  MoonStar,
  PhoneCall,
  ReceiptEuro,
  Upload,
  UserRound,
  UserRoundPlus,
  UserSearch,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { can, mayBeGivenWork } from '../../shared/access.ts'
import type { Contract } from '../../shared/contract/contracts.ts'
import { roleLabels } from '../../shared/contract/fields.ts'
import { leadStatusLabels } from '../../shared/contract/leads.ts'
import type { Colleague } from '../../shared/contract/users.ts'
import { invoicePage, leadAddress, partnerAddress, saleAddress } from '../domains/addresses.ts'
import { useAppointmentDialogs } from '../domains/appointment-dialogs.ts'
import {
  useFoundAppointments,
  useFoundContracts,
  useFoundInvoices,
  useFoundLeads,
  useFoundPartners,
  useFoundSales,
} from '../domains/found.ts'
import { paths } from '../domains/paths.ts'
import { useColleagues } from '../domains/people.ts'
import { useSaleDialogs } from '../domains/sale-dialogs.ts'
import { statusText } from '../domains/self-billing.ts'
import { formatDate, formatTime, formatWeekday, fullName } from '../lib/format.ts'
import { actorOf, logout, useCan, useUser } from '../lib/session.ts'
import { toggleTheme, useTheme } from '../lib/theme.ts'
import { addressDoing } from '../lib/use-asked-action.ts'
import { CommandPalette } from '../ui/command-palette.tsx'
import { mayVisit, namesOf, wordsOf } from './menu.ts'
import { routes } from './routes.ts'

const ContractDialog = lazy(() =>
  import('../features/contracts/contract-dialog.tsx').then((m) => ({ default: m.ContractDialog })),
)

interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * Shows the command palette: screens, customers, leads, people, contracts, invoices, partners and actions of this user
 * (design.md rule 7).
 */
export function Palette(props: PaletteProps) {
  const user = useUser()
  const navigate = useNavigate()
  const { dark } = useTheme()
  const mayBook = useCan('appointment:create')
  const { openNew, openDetails } = useAppointmentDialogs()
  const mayRegister = useCan('sale:create')
  const { openNew: openSale } = useSaleDialogs()
  const [text, setText] = useState('')
  const foundAppointments = useFoundAppointments(text)
  const foundLeads = useFoundLeads(text)
  const foundContracts = useFoundContracts(text)
  const foundSales = useFoundSales(text)
  const foundInvoices = useFoundInvoices(text)
  const foundPartners = useFoundPartners(text)
  const [contract, setContract] = useState<Contract | null>(null)
  const screens = routes
    .filter((route) => mayVisit(user, route))
    .map((route) => ({
      id: route.path,
      label: namesOf(user, route).title,
      icon: <route.icon />,
      keywords: ['ga naar', 'scherm', ...wordsOf(user, route)],
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
  const theme = {
    id: 'theme',
    label: dark ? 'Licht thema' : 'Donker thema',
    icon: <MoonStar />,
    keywords: ['thema', 'kleur'],
    onSelect: toggleTheme,
  }
  const leave = { id: 'logout', label: 'Uitloggen', icon: <LogOut />, keywords: ['afmelden'], onSelect: () => logout() }
  const customers = foundAppointments.found.map((appointment) => ({
    id: appointment.id,
    label: appointment.customerName,
    hint: `${formatWeekday(appointment.appointmentDate)} ${formatTime(appointment.appointmentDate)}`,
    icon: <UserSearch />,
    found: true,
    onSelect: () => openDetails(appointment),
  }))
  const leads = foundLeads.found.map((lead) => ({
    id: `lead-${lead.id}`,
    label: lead.customerName,
    hint: [lead.companyName, leadStatusLabels[lead.status]].filter(Boolean).join(' · '),
    icon: <PhoneCall />,
    found: true,
    onSelect: () => navigate(leadAddress(lead.id)),
  }))
  const foundPeople = usePeople(text)
  const people = foundPeople.found.map(({ person, path }) => ({
    id: `person-${person.id}`,
    label: fullName(person),
    hint: roleLabels[person.role],
    icon: <UserRound />,
    onSelect: () => navigate(path),
  }))
  const contracts = foundContracts.found.map((one) => ({
    id: `contract-${one.id}`,
    label: one.companyName ?? one.customerName,
    hint: `eindigt ${formatDate(one.expiryDate)}`,
    icon: <FileClock />,
    found: true,
    onSelect: () => setContract(one),
  }))
  const sales = foundSales.found.map((sale) => ({
    id: `sale-${sale.id}`,
    label: sale.companyName ?? sale.customerName,
    hint: `${sale.salesDockId} · ${formatDate(sale.saleDate)}`,
    icon: <ReceiptEuro />,
    found: true,
    onSelect: () => navigate(saleAddress(sale.id)),
  }))
  const invoices = foundInvoices.found.map((invoice) => ({
    id: `invoice-${invoice.id}`,
    label: invoice.invoiceNumber,
    hint: `${invoice.partnerName} · ${statusText(invoice, invoice.status)}`,
    icon: <FileText />,
    found: true,
    onSelect: () => navigate(invoicePage(invoice.id)),
  }))
  const partners = foundPartners.found.map((partner) => ({
    id: `partner-${partner.id}`,
    label: partner.name,
    hint: partner.city,
    icon: <Building2 />,
    found: true,
    onSelect: () => navigate(partnerAddress(partner.id)),
  }))
  const searches = [
    foundAppointments,
    foundLeads,
    foundContracts,
    foundSales,
    foundInvoices,
    foundPartners,
    foundPeople,
  ]
  const failed = searches.filter(({ isError }) => isError)
  return (
    <>
      <CommandPalette
        {...props}
        onSearch={setText}
        loading={searches.some((one) => one.isLoading)}
        onRetry={failed.length > 0 ? () => failed.forEach(({ refetch }) => void refetch()) : undefined}
        groups={[
          {
            heading: 'Acties',
            items: [...(mayBook ? [book] : []), ...(mayRegister ? [register] : []), ...starts, theme, leave],
          },
          { heading: 'Schermen', items: screens },
          { heading: 'Afspraken', items: customers },
          { heading: 'Leads', items: leads },
          { heading: 'Sales', items: sales },
          { heading: 'Mensen', items: people },
          { heading: 'Facturen', items: invoices },
          { heading: 'Partners', items: partners },
          { heading: 'Contracten', items: contracts },
        ]}
      />
      <Suspense fallback={null}>
        {contract && <ContractDialog contract={contract} onClose={() => setContract(null)} />}
      </Suspense>
    </>
  )
}

/** Lists the actions with a screen of their own that this user may do. */
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
      path: addressDoing(paths.leads, 'importeren'),
    },
    {
      id: 'import-contracts',
      label: 'Contracten importeren',
      icon: <Upload />,
      keywords: ['uploaden', 'bestand', 'excel', 'csv'],
      action: 'contract:manage',
      path: addressDoing(paths.expiringContracts, 'importeren'),
    },
    {
      id: 'new-user',
      label: 'Gebruiker toevoegen',
      icon: <UserRoundPlus />,
      keywords: ['nieuwe gebruiker', 'collega', 'uitnodigen'],
      action: 'user:manage',
      path: addressDoing(paths.users, 'toevoegen'),
    },
    {
      id: 'new-team',
      label: 'Team toevoegen',
      icon: <Building2 />,
      keywords: ['nieuw team'],
      action: 'team:manage',
      path: addressDoing(paths.teams, 'toevoegen'),
    },
  ] as const
  return starts
    .filter(({ action }) => can(actorOf(user), action))
    .map(({ action: _, path, ...start }) => ({ ...start, onSelect: () => navigate(path) }))
}

/** Number of letters from which people are searched. */
const LEAST_LETTERS = 2

/**
 * Returns the people within reach with an address for each: the user to manage, else the appointments of that person.
 */
function usePeople(text: string) {
  const user = useUser()
  const manages = useCan('user:read')
  const readsAppointments = useCan('appointment:read')
  const isSought = text.trim().length >= LEAST_LETTERS
  const { data = [], isError, isFetching, refetch } = useColleagues(isSought)

  function pathOf(person: Colleague): string | null {
    const isManaged = manages && (user.role === 'admin' || person.role === 'agent' || person.role === 'caller')
    if (isManaged) return `${paths.users}?${new URLSearchParams({ q: fullName(person) })}`
    return readsAppointments && mayBeGivenWork(person.role) ? `${paths.appointments}?agentId=${person.id}` : null
  }

  const found = (isSought ? data : []).flatMap((person) => {
    const path = pathOf(person)
    return path === null ? [] : [{ person, path }]
  })
  const isLoading = isSought && isFetching
  return { found, isLoading, isError: isSought && isError && !isLoading, refetch }
}
