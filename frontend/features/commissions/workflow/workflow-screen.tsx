import { ArrowRight, History, ListChecks } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { commissions } from '../../../../shared/api/commissions.ts'
import {
  advanceLabels,
  type Commission,
  CommissionFilter,
  nextStep,
} from '../../../../shared/api/schemas/commissions.ts'
import { useIsOwnRow } from '../../../domains/commissions.ts'
import { PayDialog, type Payment } from '../../../domains/pay/pay-dialog.tsx'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { ExportMenu } from '../../../records/list/export-menu.tsx'
import { useListAddress } from '../../../records/list/list-address.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { type Started, useShownRun } from '../../../records/runs/use-run.ts'
import { useDialogInAddress } from '../../../records/use-dialog-in-address.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { Screen } from '../../../ui/frame/screen.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { BulkAction, BulkAmount } from '../../../ui/table/bulk-bar.tsx'
import { useIsTablet, useMedia } from '../../../ui/use-media.ts'
import { useCommissions, useRuns, useTotals } from '../api.ts'
import { CommissionCard, Totals } from '../columns.tsx'
import { CommissionFilters } from '../commission-filters.tsx'
import styles from '../commissions.module.css'
import { StepButton } from '../step-button.tsx'
import { SummaryCards } from '../summary-cards.tsx'
import { WithCommission } from '../with-commission.tsx'
import { ApproveMany } from './approve-many.tsx'
import { ConfirmMany } from './confirm-many.tsx'
import { FirstPayments } from './first-payments.tsx'
import { OtherRuns } from './other-runs.tsx'
import { fewWorkflowColumns, workflowColumns } from './workflow-columns.tsx'

const RunPanel = lazy(() => import('./run-panel.tsx').then((m) => ({ default: m.RunPanel })))

/** Width from which a run fits beside the table. */
const WIDE = '(min-width: 1200px)'

const dialogs = ['commissie'] as const

/** Shows 'Commissie Beheer' (spec §2), where users move commissions to the next step, one by one or many at once. */
export function WorkflowScreen() {
  const address = useListAddress(CommissionFilter, [])
  const list = useCommissions(address.filter)
  const totals = useTotals(address.filter)
  const isWide = useMedia(WIDE)
  const isTablet = useIsTablet()
  const run = useShownRun()
  const isOwnRow = useIsOwnRow()
  const { opened, open, close } = useDialogInAddress(dialogs)
  const count = totals.data?.isComplete ? totals.data.count : null
  const all = useAllRows()
  const id = opened?.value ?? null
  const panel = run.id !== null && <ShownRun run={run} id={run.id} onClose={isWide ? run.close : undefined} />
  return (
    <Screen
      title="Commissie Beheer"
      kind="list"
      figures={
        <Stack gap={12}>
          <FirstPayments onStarted={run.start} />
          <SummaryCards address={address} />
        </Stack>
      }
      toolbar={<CommissionFilters address={address} withAgent />}
      actions={
        <>
          <LastRun shown={run.id} onShow={run.show} />
          <ExportMenu name="commissies" endpoint={commissions.export} query={address.filter} />
        </>
      }
    >
      <OtherRuns />
      <WithCommission
        rows={list.data}
        id={id}
        onOpen={(row) => open('commissie', row)}
        onClose={close}
        fallback={isWide && panel && <aside className={styles.run}>{panel}</aside>}
      >
        <RecordList
          list={list}
          columns={isTablet || id !== null ? fewWorkflowColumns : workflowColumns}
          noun={{ one: 'commissie', many: 'commissies' }}
          total={count ?? undefined}
          address={address}
          label="Commissies"
          card={(row) => <CommissionCard row={row} />}
          cardActions={(row) => <StepButton row={row} />}
          isAlarming={({ isMarked }) => isMarked}
          opened={id}
          onOpen={(row) => open('commissie', row.id)}
          selectable={(row) => (row.toConfirm ? !isOwnRow(row) : nextStep(row.status) !== null)}
          bulkCount={(selected) => (all.isChosen(selected) ? (count ?? selected.length) : selected.length)}
          bulk={(selected, clear) => (
            <SelectionActions
              {...{ selected, clear, count, all }}
              filter={address.filter}
              onStarted={(started) => {
                clear()
                run.start(started)
              }}
            />
          )}
          summary={() => <Totals totals={totals} />}
          empty={{ title: 'Geen commissies gevonden', text: 'In deze periode zijn er geen commissies.' }}
        />
      </WithCommission>
      {!isWide && panel && id === null && (
        <Dialog open onOpenChange={run.close} title="Verwerking" forReading>
          <DialogBody>{panel}</DialogBody>
        </Dialog>
      )}
    </Screen>
  )
}

interface SelectionActionsProps extends Pick<AdvanceProps, 'selected' | 'filter' | 'count' | 'onStarted'> {
  readonly all: ReturnType<typeof useAllRows>
  readonly clear: () => void
}

/** Shows the buttons that confirm, move on and approve the selected commissions. */
function SelectionActions({ selected, filter, count, all, clear, onStarted }: SelectionActionsProps) {
  return (
    <>
      <ConfirmMany selected={selected.filter(({ toConfirm }) => toConfirm)} clear={clear} />
      <Advance
        selected={selected.filter(({ toConfirm }) => !toConfirm)}
        filter={filter}
        count={count}
        isAll={all.isChosen(selected)}
        onAll={(isAll) => all.choose(isAll ? selected : null)}
        onStarted={onStarted}
      />
      <ApproveMany selected={selected} clear={clear} />
    </>
  )
}

/**
 * Keeps whether the user has chosen all rows of the filter, while certain rows were selected. As soon as other rows are
 * selected, the choice of all rows no longer applies.
 */
function useAllRows() {
  const [allOf, setAllOf] = useState<string | null>(null)
  return {
    isChosen: (selected: readonly Commission[]) => allOf === idsOf(selected),
    choose: (selected: readonly Commission[] | null) => setAllOf(selected && idsOf(selected)),
  }
}

const idsOf = (rows: readonly Commission[]): string => rows.map(({ id }) => id).join()

interface ShownRunProps {
  readonly run: ReturnType<typeof useShownRun>
  readonly id: string
  readonly onClose: (() => void) | undefined
}

const ShownRun = ({ run: { started }, id, onClose }: ShownRunProps) => (
  <Suspense fallback={null}>
    <RunPanel key={id} id={id} expected={started?.rows ?? null} isNew={started?.id === id} onClose={onClose} />
  </Suspense>
)

/** Shows a button for the most recent run, unless that run is shown already. */
function LastRun({ shown, onShow }: { readonly shown: string | null; readonly onShow: (id: string) => void }) {
  const { data, isError, refetch } = useRuns()
  if (isError && !data)
    return <FailedPart onRetry={refetch}>Eerdere verwerkingen konden niet worden geladen</FailedPart>
  const last = data?.items[0]
  if (!last || last.id === shown) return null
  const label = last.state === 'running' ? 'Lopende verwerking tonen' : 'Laatste verwerking tonen'
  return <IconButton label={label} icon={<History />} onClick={() => onShow(last.id)} />
}

interface AdvanceProps {
  readonly selected: readonly Commission[]
  readonly filter: Partial<CommissionFilter>
  /** Number of rows that match the filter; null where unknown. */
  readonly count: number | null
  /** Set when the user has chosen all rows that match the filter, also those not loaded yet. */
  readonly isAll: boolean
  readonly onAll: (isAll: boolean) => void
  readonly onStarted: (run: Started) => void
}

/** Returns the text for all rows of the filter: `Alle 210`, or `Alles` where their number is unknown. */
const allText = (count: number | null): string => (count === null ? 'Alles' : `Alle ${formatNumber(count)}`)

/**
 * Shows the button that chooses all rows that match the filter, and the button that moves the chosen rows to their next
 * step. The status of the first row decides which step that is (rulings 38). A dialog asks before a payout.
 */
function Advance({ selected, filter, count, isAll, onAll, onStarted }: AdvanceProps) {
  const [isPaying, setIsPaying] = useState(false)
  const start = useCommand(commissions.advance)
  const expectedStatus = selected[0]?.status
  const next = expectedStatus && nextStep(expectedStatus)
  if (!expectedStatus || !next) return null
  const amount = selected.reduce((sum, { dueCommission }) => sum + Math.round(dueCommission * 100), 0) / 100

  const choice = isAll ? { filter } : { ids: selected.map(({ id }) => id) }

  async function advance(status: Commission['status'], payment?: Payment): Promise<void> {
    const run = await start.mutateAsync({ body: { ...choice, ...payment, expectedStatus: status } })
    onStarted({ id: run.id, rows: isAll ? count : selected.length })
  }

  const take = (status: Commission['status']) =>
    advance(status).catch((error) =>
      showFailure(error, { fallback: 'Er ging iets mis bij het bijwerken van de commissie.' }),
    )

  return (
    <>
      <BulkAmount>{isAll ? allText(count) : formatMoney(amount)}</BulkAmount>
      <BulkAction icon={<ListChecks />} onClick={() => onAll(!isAll)}>
        {isAll ? 'Alleen de selectie' : `${allText(count)} selecteren`}
      </BulkAction>
      <BulkAction
        icon={<ArrowRight />}
        busy={start.isPending}
        onClick={() => (next === 'uitbetaald' ? setIsPaying(true) : void take(expectedStatus))}
      >
        {advanceLabels[next]}
      </BulkAction>
      {isPaying && (
        <PayDialog
          choice={choice}
          subject={isAll ? allText(count) : `${formatNumber(selected.length)} geselecteerd, ${formatMoney(amount)}`}
          pay={(payment) => advance(expectedStatus, payment)}
          onClose={() => setIsPaying(false)}
        />
      )}
    </>
  )
}
