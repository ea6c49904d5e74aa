import { FileText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type Commission, CommissionFilter, commissions } from '../../../shared/contract/commissions.ts'
import { call } from '../../lib/client.ts'
import { ExportMenu } from '../../records/export-menu.tsx'
import { useListAddress } from '../../records/list-address.ts'
import { RecordList } from '../../records/record-list.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useCommissions, useTotals } from './api.ts'
import { CommissionCard, ownColumns, Totals } from './columns.tsx'
import { CommissionFilters } from './commission-filters.tsx'
import './commissions.css'
import { SummaryCards } from './summary-cards.tsx'
import { useOpenedDialog } from './use-opened-dialog.ts'

const AskDialog = lazy(() => import('./ask-dialog.tsx').then((m) => ({ default: m.AskDialog })))
const StatementDialog = lazy(() => import('./statement-dialog.tsx').then((m) => ({ default: m.StatementDialog })))

/** 'Mijn Commissies' (spec §2): one's own amounts, and questions about them. */
export function OwnCommissionsScreen() {
  const address = useListAddress(CommissionFilter, [])
  const list = useCommissions(address.filter)
  const totals = useTotals(address.filter)
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<Commission | null>(null)
  const { dialog, open, close } = useOpenedDialog()
  return (
    <Screen
      title="Mijn Commissies"
      kind="list"
      figures={<SummaryCards value={address.filter.status} onChange={(status) => address.setFilter({ status })} />}
      toolbar={<CommissionFilters address={address} />}
      actions={
        <>
          {isPhone ? (
            <IconButton label="Maandoverzicht" icon={<FileText />} onClick={() => open('overzicht')} />
          ) : (
            <Button icon={<FileText />} onClick={() => open('overzicht')}>
              Maandoverzicht
            </Button>
          )}
          <ExportMenu
            name="commissies"
            load={(format) => call(commissions.export, { query: { ...address.filter, format } })}
            isPhone={isPhone}
          />
        </>
      }
    >
      <RecordList
        list={list}
        columns={ownColumns}
        noun={{ one: 'commissie', many: 'commissies' }}
        total={totals.data?.isWhole ? totals.data.count : undefined}
        address={address}
        label="Mijn commissies"
        card={(row) => <CommissionCard row={row} />}
        onOpen={setOpened}
        summary={() => <Totals totals={totals.data} />}
        empty={{ title: 'Geen commissies gevonden', text: 'In deze periode heb je geen commissies.' }}
      />
      <Suspense fallback={null}>
        {opened && <AskDialog key={opened.id} row={opened} onClose={() => setOpened(null)} />}
        {dialog === 'overzicht' && <StatementDialog onClose={close} />}
      </Suspense>
    </Screen>
  )
}
