import {
  CalendarDays,
  Download,
  FileText,
  Hourglass,
  LayoutDashboard,
  ListChecks,
  Plus,
  ShieldCheck,
  Sparkles,
  Trash2,
  UserPlus,
  Users,
  Wallet,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatMoney, formatTime, formatWeekday } from '../../lib/format.ts'
import { AppFrame } from '../app-frame.tsx'
import { Person } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { BottomNav } from '../bottom-nav.tsx'
import { BulkAction } from '../bulk-bar.tsx'
import { Button } from '../button.tsx'
import { useCommandKey } from '../command-key.ts'
import { DataTable } from '../data-table.tsx'
import { CardRow } from '../data-table-card.tsx'
import type { Column, ListState } from '../data-table-types.ts'
import { FilterBar, FilterSearch, FilterTabs } from '../filter-bar.tsx'
import { type NavItem, NavList, type NavSection } from '../nav.tsx'
import { Screen } from '../screen.tsx'
import { Sidebar, UserBlock } from '../sidebar.tsx'
import { toast } from '../toast.ts'
import { TopBar } from '../top-bar.tsx'
import { type DemoAppointment, makeAppointments, people, statuses } from './demo-data.ts'

const AppointmentDialog = lazy(() => import('./demo-dialog.tsx'))
const MobileSheet = lazy(() => import('../mobile-sheet.tsx').then((m) => ({ default: m.MobileSheet })))
const CommandPalette = lazy(() => import('../command-palette.tsx').then((m) => ({ default: m.CommandPalette })))

const demo = new URLSearchParams(location.search)
const all = makeAppointments(Number(demo.get('rows') ?? 500))

const item = (to: string, label: string, icon: NavItem['icon'], more: Partial<NavItem> = {}): NavItem => ({
  to: `/gallery.html?${to}`,
  label,
  icon,
  active: false,
  ...more,
})
const sections: NavSection[] = [
  {
    title: '',
    items: [
      item('dashboard', 'Dashboard', <LayoutDashboard />),
      item('', 'Afspraken', <ListChecks />, { active: true, count: 500 }),
      item('calendar', 'Kalender', <CalendarDays />),
      item('leads', 'Leads', <Sparkles />, { count: 38 }),
    ],
  },
  {
    title: 'Financieel',
    items: [
      item('commissions', 'Commissies', <Wallet />),
      item('invoices', 'Self-billing', <FileText />, {
        items: [
          item('partners', 'Partners', null),
          item('concept', 'Concept', null, { active: demo.has('sub') }),
          item('busy', 'In Behandeling', null),
        ],
      }),
      item('contracts', 'Aflopende Contracten', <Hourglass />),
    ],
  },
  {
    title: 'Beheer',
    items: [item('users', 'Gebruikers', <Users />), item('security', 'Beveiliging', <ShieldCheck />)],
  },
]
const user = { id: people[0]?.id ?? '', name: 'Sophie van Dam', role: 'Beheerder' }

const columns: Column<DemoAppointment>[] = [
  {
    id: 'start',
    header: 'Datum en tijd',
    numeric: true,
    width: 172,
    sortBy: (row) => row.start,
    cell: (row) => (
      <>
        {formatWeekday(row.start)} <span className="pv-soft">{formatTime(row.start)}</span>
      </>
    ),
  },
  {
    id: 'customer',
    header: 'Klant',
    sortBy: (row) => row.customer,
    cell: (row) => <span className="pv-strong">{row.customer}</span>,
  },
  { id: 'city', header: 'Plaats', width: 142, cell: (row) => <span className="pv-soft">{row.city}</span> },
  {
    id: 'agent',
    header: 'Adviseur',
    width: 176,
    sortBy: (row) => row.agent.name,
    cell: (row) => <Person {...row.agent} />,
  },
  { id: 'product', header: 'Product', width: 176, cell: (row) => <span className="pv-soft">{row.product}</span> },
  {
    id: 'status',
    header: 'Status',
    width: 164,
    cell: (row) => <Badge tone={statuses[row.status].tone}>{statuses[row.status].label}</Badge>,
  },
  {
    id: 'amount',
    header: 'Waarde',
    width: 124,
    align: 'end',
    sortBy: (row) => row.amount,
    cell: (row) => formatMoney(row.amount),
  },
]

type Shown = 'all' | keyof typeof statuses
const tabs = [
  { value: 'all' as Shown, label: 'Alle', count: all.length },
  ...Object.entries(statuses).map(([value, { label }]) => ({
    value: value as Shown,
    label,
    count: all.filter((row) => row.status === value).length,
  })),
]

function listOf(rows: readonly DemoAppointment[]): ListState<DemoAppointment> {
  const state = demo.get('state')
  const error = Object.assign(new Error('De server gaf geen antwoord.'), { requestId: '8f2c-41a9' })
  return {
    data: state === 'loading' || state === 'error' ? undefined : state === 'empty' ? [] : rows,
    isPending: state === 'loading',
    isError: state === 'error',
    error: state === 'error' ? error : null,
    refetch: () => toast({ title: 'Opnieuw geladen' }),
    hasNextPage: true,
    fetchNextPage: () => toast({ title: 'Volgende pagina' }),
  }
}

/** The list screen of design/screens, on made-up data. */
export function FrameDemo() {
  const [collapsed, setCollapsed] = useState(demo.has('collapsed'))
  const [layer, setLayer] = useState<'dialog' | 'menu' | 'palette' | null>(null)
  const [shown, setShown] = useState<Shown>('all')
  const [search, setSearch] = useState('')
  useCommandKey(() => setLayer('palette'))
  const rows = all.filter(
    (row) => (shown === 'all' || row.status === shown) && row.customer.toLowerCase().includes(search),
  )
  const nav = sections[0]?.items ?? []
  const close = (open: boolean) => !open && setLayer(null)

  return (
    <AppFrame
      collapsed={collapsed}
      sidebar={
        <Sidebar
          sections={sections}
          collapsed={collapsed}
          user={user}
          settingsPath="/gallery.html"
          onLogout={() => toast({ title: 'Uitgelogd' })}
        />
      }
      topBar={(title) => (
        <TopBar
          title={title}
          collapsed={collapsed}
          user={user}
          settingsPath="/gallery.html"
          onToggleSidebar={() => setCollapsed(!collapsed)}
          onOpenMenu={() => setLayer('menu')}
          onSearch={() => setLayer('palette')}
        />
      )}
      bottomNav={<BottomNav items={nav} />}
    >
      <Screen
        title="Afspraken"
        kind="list"
        toolbar={
          <FilterBar>
            <FilterTabs label="Status" value={shown} onChange={setShown} options={tabs} />
          </FilterBar>
        }
        actions={
          <>
            <FilterSearch value={search} onChange={(text) => setSearch(text.toLowerCase())} placeholder="Zoek klant" />
            <Button tone="primary" icon={<Plus />} onClick={() => setLayer('dialog')}>
              Nieuwe afspraak
            </Button>
          </>
        }
      >
        <DataTable
          list={listOf(rows)}
          columns={columns}
          rowId={(row) => row.id}
          label="Afspraken"
          card={(row) => (
            <CardRow
              title={row.customer}
              meta={`${formatWeekday(row.start)} ${formatTime(row.start)} · ${row.city}`}
              end={formatMoney(row.amount)}
              badge={<Badge tone={statuses[row.status].tone}>{statuses[row.status].label}</Badge>}
            />
          )}
          onOpen={() => setLayer('dialog')}
          empty={{
            title: 'Geen afspraken gevonden',
            text: 'Plan de eerste afspraak, dan staat hij hier.',
            action: (
              <Button icon={<Plus />} onClick={() => setLayer('dialog')}>
                Nieuwe afspraak
              </Button>
            ),
          }}
          filtered={shown !== 'all' || search !== ''}
          onReset={() => {
            setShown('all')
            setSearch('')
          }}
          bulk={
            demo.has('plain')
              ? undefined
              : (selected, clear) => (
                  <>
                    <BulkAction icon={<UserPlus />} onClick={() => toast({ title: `${selected.length} toegewezen` })}>
                      Toewijzen
                    </BulkAction>
                    <BulkAction icon={<Download />} onClick={clear}>
                      Exporteren
                    </BulkAction>
                    <BulkAction icon={<Trash2 />} onClick={clear}>
                      Verwijderen
                    </BulkAction>
                  </>
                )
          }
          count={(list) => `${list.length} afspraken`}
          summary={(list) => `Totaal ${formatMoney(list.reduce((sum, row) => sum + row.amount, 0))}`}
        />
      </Screen>
      <Suspense fallback={null}>
        {layer === 'dialog' && <AppointmentDialog onClose={() => setLayer(null)} />}
        {layer === 'menu' && (
          <MobileSheet open onOpenChange={close}>
            <NavList sections={sections} onNavigate={() => setLayer(null)} />
            <UserBlock user={user} settingsPath="/gallery.html" onLogout={() => setLayer(null)} />
          </MobileSheet>
        )}
        {layer === 'palette' && (
          <CommandPalette
            open
            onOpenChange={close}
            groups={[
              {
                heading: 'Acties',
                items: [{ id: 'new', label: 'Nieuwe afspraak', icon: <Plus />, onSelect: () => setLayer('dialog') }],
              },
              {
                heading: 'Schermen',
                items: sections.flatMap((section) =>
                  section.items.map(({ label, icon, to }) => ({
                    id: label,
                    label,
                    icon,
                    onSelect: () => toast({ title: `Naar ${to}` }),
                  })),
                ),
              },
            ]}
          />
        )}
      </Suspense>
    </AppFrame>
  )
}
