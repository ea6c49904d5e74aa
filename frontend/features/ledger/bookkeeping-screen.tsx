import { Printer } from 'lucide-react'
import type { ComponentType } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as z from 'zod'
import { month as monthSchema } from '../../../shared/api/schemas/commissions.ts'
import { addToMonth } from '../../../shared/time.ts'
import { paths } from '../../domains/paths.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { MonthPicker } from '../../records/list/month-picker.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { thisMonth } from '../../ui/dates/calendar-days.ts'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { ClosedMonthsPanel } from './closing/closed-months-panel.tsx'
import { ClosingPanel } from './closing/closing-panel.tsx'
import { DispatchesPanel } from './dispatches/dispatches-panel.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { OpenDocumentsPanel } from './open-documents-panel.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { VatPanel } from './vat-panel.tsx'

/** Tab of the screen: its name in the address, its label, and its panel, which gets the chosen month `yyyy-mm`. */
interface BookTab {
  readonly value: string
  readonly label: string
  readonly Panel: ComponentType<{ readonly month: string }>
  /** Set when the panel is about a month that is over: it then shows the last month first. */
  readonly isAfterwards?: true
  /** Set when the panel has a layout for paper. */
  readonly isPrinted?: true
  /** Set when the panel has a period or day of its own instead of the month. */
  readonly hasOwnPeriod?: true
}

const tabs: readonly BookTab[] = [
  { value: 'afsluiten', label: 'Afsluiten', Panel: ClosingPanel, isAfterwards: true },
  { value: 'aansluiting', label: 'Aansluiting', Panel: ReconciliationPanel, isPrinted: true },
  { value: 'btw', label: 'Btw', Panel: VatPanel, hasOwnPeriod: true },
  { value: 'openstaand', label: 'Openstaand', Panel: OpenDocumentsPanel, hasOwnPeriod: true },
  { value: 'journaal', label: 'Journaal', Panel: JournalPanel, hasOwnPeriod: true },
  { value: 'verzendingen', label: 'Verzendingen', Panel: DispatchesPanel },
  { value: 'gesloten', label: 'Gesloten maanden', Panel: ClosedMonthsPanel },
]

const MonthFilter = z.object({ month: monthSchema })

/** Shows the screen 'Boekhouding': all about a month of the book, in tabs, and the mails to the accounting. */
export function BookkeepingScreen() {
  const { filter, setFilter } = useUrlFilter(MonthFilter)
  const isPhone = useIsPhone()
  const { tab, choose } = useChosenTab()
  const first = tab?.isAfterwards ? addToMonth(thisMonth(), -1) : thisMonth()
  const month = filter.month ?? first
  return (
    <Screen
      title="Boekhouding"
      kind="list"
      {...(!tab?.hasOwnPeriod && {
        toolbar: <MonthPicker value={month} onChange={(next) => setFilter({ month: next === first ? '' : next })} />,
      })}
      {...(!isPhone &&
        tab?.isPrinted && {
          actions: <IconButton label="Afdrukken" icon={<Printer />} onClick={() => window.print()} />,
        })}
    >
      <Tabs label="Boekhouding" value={tab?.value ?? ''} onChange={choose} tabs={tabs}>
        {tabs.map(({ value, Panel }) => (
          <TabPanel key={value} value={value}>
            <Panel month={month} />
          </TabPanel>
        ))}
      </Tabs>
    </Screen>
  )
}

/**
 * Reads the chosen tab from the address. The reconciliation has an address of its own, and an address with a run of
 * mails to the accounting shows these.
 */
function useChosenTab() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const named =
    pathname === paths.reconciliation ? 'aansluiting' : params.has('run') ? 'verzendingen' : params.get('tab')
  const choose = (value: string) => {
    const search = new URLSearchParams(params)
    for (const name of ['tab', 'run']) search.delete(name)
    const isReconciliation = value === 'aansluiting'
    if (!isReconciliation && value !== tabs[0]?.value) search.set('tab', value)
    navigate({ pathname: isReconciliation ? paths.reconciliation : paths.bookkeeping, search: `${search}` })
  }
  return { tab: tabs.find(({ value }) => value === named) ?? tabs[0], choose }
}
