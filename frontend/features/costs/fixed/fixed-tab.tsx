import { Plus, Upload, Wallet } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { costs } from '../../../../shared/api/costs.ts'
import type { FixedCost } from '../../../../shared/costs/record.ts'
import { paths } from '../../../domains/paths.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { ExportMenu } from '../../../records/list/export-menu.tsx'
import { RecordList } from '../../../records/list/record-list.tsx'
import { BarButton } from '../../../ui/buttons/bar-button.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { monthTitleOf } from '../../../ui/dates/calendar-days.ts'
import { ScreenBar } from '../../../ui/frame/screen.tsx'
import { Fill } from '../../../ui/layout/fill.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useIsPhone, useIsTablet } from '../../../ui/use-media.ts'
import { useTotals } from '../api.ts'
import styles from './fixed.module.css'
import { CostCard, columnsOf } from './fixed-columns.tsx'
import { FixedFilters } from './fixed-filters.tsx'
import { type CostLine, type CostsAddress, headingOf, headingSumOf, useCostsList } from './fixed-list.ts'

const CostDialog = onDemand(() => import('./cost-dialog.tsx').then((m) => m.CostDialog))
const SheetImport = onDemand(() => import('../../../records/imports/sheet-import.tsx').then((m) => m.SheetImport))

type Opened = { readonly what: 'form'; readonly cost: FixedCost | null } | { readonly what: 'import' }

/**
 * Shows the fixed costs of a month in a list, grouped by organisation, teams and people. The licences (monthly fees of
 * zzp'ers) share one line.
 */
export function FixedTab() {
  const { address, list, lines, toggle } = useCostsList()
  const { month, wanted } = address
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const checked = useCommand(costs.checkFixedCosts)
  const imported = useCommand(costs.importFixedCosts)
  const [opened, setOpened] = useState<Opened | null>(null)
  const origin = useRef<HTMLElement | null>(null)
  const close = () => setOpened(null)

  const open = useCallback((next: Opened) => {
    origin.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    setOpened(next)
  }, [])

  function openLine(line: CostLine): void {
    if ('licences' in line) toggle(line.group)
    // The system maintains the costs of licences. A licence is changed with its person, so this shows the person in the
    // list of users.
    else if (line.cost.isLicence) navigate(`${paths.users}?${new URLSearchParams({ q: fullNameOf(line.cost.user) })}`)
    else open({ what: 'form', cost: line.cost })
  }

  const data = list.data ?? []
  const columns = useMemo(() => columnsOf((cost) => open({ what: 'form', cost }), toggle), [open, toggle])
  return (
    <Fill className={styles.fixed}>
      <ScreenBar
        toolbar={<FixedFilters address={address} />}
        actions={
          <>
            <BarButton label="Importeren" icon={<Upload />} onClick={() => open({ what: 'import' })} />
            <ExportMenu name="vaste-kosten" endpoint={costs.exportFixedCosts} query={{ ...wanted, month }} />
            <Button tone="primary" icon={<Plus />} onClick={() => open({ what: 'form', cost: null })}>
              {isPhone ? 'Toevoegen' : 'Vaste kosten toevoegen'}
            </Button>
          </>
        }
      />
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'regel', many: 'regels' }}
        counted={`${lines === 1 ? '1 regel' : `${lines ?? 0} regels`} in ${monthTitleOf(`${month}-01`)}`}
        label="Vaste kosten"
        card={(line) => <CostCard line={line} />}
        headingOf={(line) => headingOf(data, line, month)}
        headingEnd={(line) => headingSumOf(data, line)}
        onOpen={openLine}
        summary={() => <Totals address={address} />}
        empty={{
          icon: <Wallet />,
          title: 'Nog geen vaste kosten',
          text: 'Voeg toe wat elke maand terugkomt, zoals huur.',
        }}
        notFound="Geen vaste kosten gevonden"
        address={{ ...address, sort: undefined }}
      />
      {opened?.what === 'form' && <CostDialog cost={opened.cost} returnFocus={origin} onClose={close} />}
      {opened?.what === 'import' && (
        <SheetImport
          title="Vaste kosten importeren"
          description="Kolommen: categorie, omschrijving, geldt voor, bedrag, van, tot en met."
          check={checked.mutateAsync}
          load={imported.mutateAsync}
          onClose={close}
        />
      )}
    </Fill>
  )
}

/** Shows the sums of the month in the footer of the list; in a narrow window only the total. */
function Totals({ address: { month, wanted } }: { readonly address: CostsAddress }) {
  const isNarrow = useIsTablet()
  const { data, isError, refetch } = useTotals(month, wanted)
  if (isError) return <FailedPart onRetry={refetch}>De bedragen konden niet worden geladen.</FailedPart>
  if (!data) return null
  return (
    <>
      {!isNarrow && (
        <>
          Organisatie {formatMoney(data.organisation)} · Teams {formatMoney(data.teams)} · Personen{' '}
          {formatMoney(data.people)} ·{' '}
        </>
      )}
      <strong>Totaal per maand {formatMoney(data.total)}</strong>
    </>
  )
}
