import { Send } from 'lucide-react'
import { useState } from 'react'
import {
  type DispatchDetails,
  type DispatchOutcome,
  type DispatchResult,
  dispatches,
  dispatchOutcomeLabels,
} from '../../../../shared/api/dispatches.ts'
import { invoices } from '../../../../shared/api/invoices.ts'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { MailList } from '../../../records/mail-list.tsx'
import { RunFrame, type RunOutcome, RunResults } from '../../../records/runs/run.tsx'
import { useRunEnd } from '../../../records/runs/use-run.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { FilterTabs } from '../../../ui/table/filter-bar.tsx'
import { useDispatch, useResults } from './api.ts'

interface RunDialogProps {
  readonly id: string
  /** Number of invoices that waited at the start of the run; null if another screen started it, or if unknown. */
  readonly expected: number | null
  /** Set when this screen started the run. Then a toast reports its end even if it ended before it was shown. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/**
 * Shows the progress of a run that mails invoices to the accounting, and each result. The run continues when the dialog
 * is closed. `expected` is the number of invoices that waited at its start; with `isNew` the run was just started.
 */
export function RunDialog({ id, expected, isNew, onClose }: RunDialogProps) {
  const { data: run, error, refetch } = useDispatch(id)
  useRunEnd(run, isNew, announceEnd)
  return (
    <Dialog onOpenChange={onClose} title="Verzending naar de boekhouding" size="wide" forReading>
      <DialogBody>
        {error && !run && <ErrorState error={error} onRetry={refetch} />}
        {!run && !error && <Skeleton height="240px" />}
        {run && <RunDetails run={run} expected={expected} />}
      </DialogBody>
    </Dialog>
  )
}

/** Shows a toast with the result of a run. */
function announceEnd({ sent, failed, unknown }: DispatchDetails): void {
  const missed = failed + unknown
  toast({
    title: sent === 1 ? '1 factuur verstuurd' : `${formatNumber(sent)} facturen verstuurd`,
    ...(missed > 0 && { description: `${formatNumber(missed)} niet aangekomen`, tone: 'info' as const }),
  })
}

const runOutcomes: Record<DispatchOutcome, RunOutcome> = {
  waiting: 'waiting',
  sent: 'done',
  skipped: 'skipped',
  failed: 'failed',
  unknown: 'unknown',
}

/** Final outcomes of an invoice in a run. */
const ended = ['sent', 'skipped', 'failed', 'unknown'] as const

const ALL = 'alle'

function RunDetails({ run, expected }: { readonly run: DispatchDetails; readonly expected: number | null }) {
  const { state, isScheduled, startedAt, startedBy, to, total, report } = run
  const [outcome, setOutcome] = useState<DispatchOutcome | typeof ALL>(ALL)
  const results = useResults(run, outcome === ALL ? undefined : outcome)
  const goOn = useCommand(dispatches.continue)
  const done = ended.reduce((sum, one) => sum + run[one], 0)
  return (
    <RunFrame
      id={run.id}
      title={formatDateTime(startedAt)}
      begun={`${isScheduled ? 'Automatisch gestart' : `Gestart door ${fullNameOf(startedBy)}`}, aan ${to}`}
      state={state}
      done={done}
      total={state === 'running' ? Math.max(expected ?? 0, done) : total}
      outcomes={ended.map((one) => ({ outcome: runOutcomes[one], label: dispatchOutcomeLabels[one], count: run[one] }))}
      goOn={goOn}
    >
      {report && <MailList mails={[report]} kinds={{ report: 'Verslag van deze verzending' }} />}
      <FilterTabs
        label="Uitkomst"
        value={outcome}
        onChange={setOutcome}
        options={[
          { value: ALL, label: 'Alle' },
          ...ended.map((value) => ({ value, label: dispatchOutcomeLabels[value], count: run[value] })),
        ]}
      />
      {results.data?.length === 0 && <p className="pv-soft">Geen facturen</p>}
      <RunResults
        list={results}
        outcomeOf={(result) => runOutcomes[result.outcome]}
        row={(result) => <Result result={result} />}
      />
    </RunFrame>
  )
}

function Result({ result }: { readonly result: DispatchResult }) {
  const { id, invoiceNumber, type, partnerName, totalAmount, outcome, message, sentToAccounting } = result
  const missed = outcome === 'failed' || outcome === 'unknown'
  return (
    <>
      <div>
        <p>
          <TextLink to={invoiceAddress(id)}>{invoiceNumber}</TextLink>
          {type === 'credit_note' && ` · ${invoiceTypeLabels.credit_note}`} · {formatMoney(totalAmount)}
        </p>
        <p className="pv-soft">
          {partnerName} · {dispatchOutcomeLabels[outcome]}
        </p>
        {message && <p className={missed ? 'pv-color-bad' : 'pv-soft'}>{message}</p>}
      </div>
      {outcome === 'sent' && <Resend result={result} isSent />}
      {missed && (sentToAccounting ? <Badge tone="ok">Alsnog verstuurd</Badge> : <Resend result={result} />)}
    </>
  )
}

interface ResendProps {
  readonly result: DispatchResult
  /** Set when the accounting already has the invoice, so that sending it twice needs confirmation. */
  readonly isSent?: boolean
}

function Resend({ result: { id, invoiceNumber }, isSent = false }: ResendProps) {
  const resend = useCommand(invoices.send)
  const [isAsked, setAsked] = useState(false)
  const send = () =>
    resend.mutateAsync({ body: { invoiceId: id, kind: 'accounting-mail', unlessSent: !isSent } }).then(
      () => toast({ title: 'E-mail wordt opnieuw verzonden' }),
      (error) => showFailure(error, { fallback: 'De e-mail kon niet opnieuw worden verzonden.' }),
    )
  return (
    <>
      <Button
        size="small"
        icon={<Send />}
        busy={resend.isPending}
        aria-label={`Opnieuw versturen: ${invoiceNumber}`}
        onClick={() => (isSent ? setAsked(true) : send())}
      >
        Opnieuw versturen
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={`${invoiceNumber} opnieuw versturen?`}
        description="De boekhouding heeft deze factuur al en krijgt dezelfde documenten nog eens."
        confirmText="Opnieuw versturen"
        tone="primary"
        onConfirm={send}
      />
    </>
  )
}
