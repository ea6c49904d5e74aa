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
import { Screen, ScreenBar } from '../../ui/frame/screen.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { ClosedMonthsPanel } from './closing/closed-months-panel.tsx'
import { ClosingPanel } from './closing/closing-panel.tsx'
import { CutOffPanel } from './cut-off-panel.tsx'
import { DispatchesPanel } from './dispatches/dispatches-panel.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { OpenDocumentsPanel } from './open-documents-panel.tsx'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { VatPanel } from './vat-panel.tsx'
import { YearlyPanel } from './yearly-panel.tsx'

/** Tab of the screen: its name in the address and its label. */
interface Named {
  readonly value: string
  readonly label: string
}

/** Tab about one month, chosen above its panel. */
interface MonthTab extends Named {
  readonly MonthPanel: ComponentType<{ readonly month: string }>
  /** Returns the month `yyyy-mm` that is shown first. */
  readonly firstMonth: () => string
  /** Set when the panel has a layout for paper. */
  readonly isPrinted?: true
}

type BookTab = MonthTab | (Named & { readonly Panel: ComponentType })

const tabs: readonly BookTab[] = [
  { value: 'afsluiten', label: 'Afsluiten', MonthPanel: ClosingPanel, firstMonth: () => addToMonth(thisMonth(), -1) },
  {
    value: 'aansluiting',
    label: 'Aansluiting',
    MonthPanel: ReconciliationPanel,
    firstMonth: thisMonth,
    isPrinted: true,
  },
  { value: 'btw', label: 'Btw', Panel: VatPanel },
  { value: 'openstaand', label: 'Openstaand', Panel: OpenDocumentsPanel },
  { value: 'nog-te-ontvangen', label: 'Nog te ontvangen', Panel: CutOffPanel },
  { value: 'journaal', label: 'Journaal', Panel: JournalPanel },
  { value: 'jaaropgaven', label: 'Jaaropgaven', Panel: YearlyPanel },
  { value: 'verzendingen', label: 'Verzendingen', Panel: DispatchesPanel },
  { value: 'gesloten', label: 'Gesloten maanden', Panel: ClosedMonthsPanel },
]

const MonthFilter = z.object({ month: monthSchema })

/** Shows the screen 'Boekhouding': all about a month of the book, in tabs, and the mails to the accounting. */
export function BookkeepingScreen() {
  const { tab, choose } = useChosenTab()
  return (
    <Screen title="Boekhouding" kind="list">
      <Tabs label="Boekhouding" value={tab?.value ?? ''} onChange={choose} tabs={tabs}>
        {tabs.map((one) => (
          <TabPanel key={one.value} value={one.value}>
            {'Panel' in one ? <one.Panel /> : <OfMonth {...one} />}
          </TabPanel>
        ))}
      </Tabs>
    </Screen>
  )
}

/** Shows a tab of 'Boekhouding' about one month, with the choice of the month above it. */
function OfMonth({ MonthPanel, firstMonth, isPrinted }: MonthTab) {
  const { filter, setFilter } = useUrlFilter(MonthFilter)
  const isPhone = useIsPhone()
  const first = firstMonth()
  const month = filter.month ?? first
  return (
    <>
      <ScreenBar
        toolbar={<MonthPicker value={month} onChange={(next) => setFilter({ month: next === first ? '' : next })} />}
        actions={
          isPrinted && !isPhone ? (
            <IconButton label="Afdrukken" icon={<Printer />} onClick={() => window.print()} />
          ) : undefined
        }
      />
      <MonthPanel month={month} />
    </>
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
