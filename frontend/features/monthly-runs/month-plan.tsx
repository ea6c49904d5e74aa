import { ChevronLeft, ChevronRight, Handshake } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod'
import { monthlyRuns } from '../../../shared/api/monthly-runs.ts'
import type { MonthlyPreview, PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { earliestInvoiceDate } from '../../../shared/invoices/choices.ts'
import { fieldErrorsOf, messageOf } from '../../lib/call-error.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { MonthFilter, spanOfLastMonth, spanOfShiftedMonth } from '../../records/list/month-filter.tsx'
import type { Started } from '../../records/runs/use-run.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'
import styles from './monthly-runs.module.css'
import { countPlannedInvoices, sumPartnerAmounts } from './plan-sums.ts'
import { PlanTable } from './plan-table.tsx'
import { describeKor, describeTerms } from './term-notes.ts'
import { buildRunSettings, type Period, type Plan, usePlan } from './use-plan.ts'

const PeriodFilter = z.object({ from: z.iso.date(), to: z.iso.date() })

/** Shows which invoices a monthly run would create for each partner, and starts that run. */
export function MonthPlan({ onStarted }: { readonly onStarted: (run: Started) => void }) {
  const { filter, setFilter } = useUrlFilter(PeriodFilter)
  const period = filter.from && filter.to ? { from: filter.from, to: filter.to } : spanOfLastMonth()
  const plan = usePlan(period)
  const [invoiceDate, setInvoiceDate] = useState(today())
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const start = useCommand(monthlyRuns.start)
  const { preview, chosen, withEarlier, withQuestions } = plan
  const count = countPlannedInvoices(chosen)
  useActionFromAddress('maken', () => setIsAsking(true), preview !== undefined && count > 0 && !plan.isStale)

  async function startRun(): Promise<void> {
    setProblem(undefined)
    const partnerIds = chosen.map(({ partnerId }) => partnerId)
    try {
      const body = { partnerIds, ...period, invoiceDate, ...buildRunSettings(withEarlier, withQuestions) }
      const { id, total } = await start.mutateAsync({ body })
      onStarted({ id, rows: total })
    } catch (failure) {
      const dateProblem = fieldErrorsOf(failure)['invoiceDate']?.join(' ')
      if (dateProblem) setProblem(dateProblem)
      else toast({ title: messageOf(failure, 'De facturen konden niet worden gemaakt.'), tone: 'destructive' })
    }
  }

  function choose(next: { from: string; to: string }): void {
    plan.reset()
    setFilter(next)
  }

  return (
    <Fill>
      <Strip gap={16} wrap={8} className={styles.bar}>
        <Row gap={4} wrap>
          <IconButton
            label="Vorige maand"
            icon={<ChevronLeft />}
            onClick={() => choose(spanOfShiftedMonth(period.from, -1))}
          />
          <MonthFilter value={period} onChange={choose} isNeeded />
          <IconButton
            label="Volgende maand"
            icon={<ChevronRight />}
            onClick={() => choose(spanOfShiftedMonth(period.from, 1))}
          />
        </Row>
        <Field label="Factuurdatum" error={problem} className={styles.date}>
          <DateField value={invoiceDate} onChange={setInvoiceDate} min={earliestInvoiceDate(today())} />
        </Field>
        {plan.hasEarlier && (
          <Checkbox value={withEarlier} onChange={plan.setWithEarlier} label="Ook werk van vóór de overeenkomst" />
        )}
        {preview && (
          <Button
            tone="primary"
            className={styles.make}
            disabled={count === 0 || plan.isStale}
            busy={start.isPending}
            onClick={() => setIsAsking(true)}
          >
            {`${invoicesText(count)} maken · ${formatMoney(sumPartnerAmounts(chosen, 'totalAmount'))}`}
          </Button>
        )}
      </Strip>
      <PlanBody plan={plan} period={period} invoiceDate={invoiceDate} />
      <Confirm
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`${invoicesText(count)} maken?`}
        description={<Question chosen={chosen} invoiceDate={invoiceDate} />}
        confirmText={`${invoicesText(count)} maken`}
        tone="primary"
        onConfirm={startRun}
      />
    </Fill>
  )
}

const invoicesText = (count: number) => (count === 1 ? '1 factuur' : `${formatNumber(count)} facturen`)

interface PlanBodyProps {
  readonly plan: Plan
  readonly period: Period
  readonly invoiceDate: string
}

function PlanBody({ plan, period, invoiceDate }: PlanBodyProps): ReactNode {
  const { preview, error, refetch } = plan
  if (error && !preview) return <ErrorState error={error} onRetry={refetch} />
  if (!preview) {
    return (
      <Stack gap={8} padding={16} aria-busy="true">
        <Skeleton height="44px" />
        <Skeleton height="44px" />
        <Skeleton height="44px" />
      </Stack>
    )
  }
  if (preview.partners.length === 0) {
    return (
      <EmptyState
        icon={<Handshake />}
        title="Nog geen partners toegevoegd"
        text="Voeg bij Self-billing een bedrijf toe om er facturen voor te maken."
      />
    )
  }
  return (
    <>
      <TermNote chosen={plan.chosen} invoiceDate={invoiceDate} />
      <PlanTable plan={plan} partners={preview.partners} period={period} invoiceDate={invoiceDate} />
      <Foot preview={preview} chosen={plan.chosen} />
    </>
  )
}

interface ChosenProps {
  readonly chosen: readonly PartnerPreview[]
  readonly invoiceDate: string
}

/** Shows which invoices of the chosen partners depart from the legal term, and whose KOR is about to end. */
function TermNote({ chosen, invoiceDate }: ChosenProps) {
  const texts = [...describeTerms(chosen, invoiceDate), ...describeKor(chosen, invoiceDate)]
  if (texts.length === 0) return null
  return (
    <Note tone="warn">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Note>
  )
}

interface FootProps {
  readonly preview: MonthlyPreview
  readonly chosen: readonly PartnerPreview[]
}

/** Shows the number of partners and the sums of the chosen ones. */
function Foot({ preview: { partners, beyond }, chosen }: FootProps) {
  const count = partners.length === 1 ? '1 partner' : `${formatNumber(partners.length)} partners`
  return (
    <Strip foot>
      <span>
        {count}
        {beyond > 0 && ` · ${formatNumber(beyond)} passen niet in deze run`}
      </span>
      <Text tabular>
        {formatMoney(sumPartnerAmounts(chosen, 'amount'))} + btw {formatMoney(sumPartnerAmounts(chosen, 'vatAmount'))} ={' '}
        <Text as="strong" color="default">
          {formatMoney(sumPartnerAmounts(chosen, 'totalAmount'))}
        </Text>
      </Text>
    </Strip>
  )
}

/** Maximum number of partners that the question before the start of a run names. */
const NAMED = 3

const itemsText = (count: number) => (count === 1 ? '1 post' : `${formatNumber(count)} posten`)

/** Shows what the user confirms: the amount, date and partners of the new invoices. Says that no mail is sent yet. */
function Question({ chosen, invoiceDate }: ChosenProps) {
  const names = chosen.slice(0, NAMED).map(({ partnerName }) => partnerName)
  const others = chosen.length - names.length
  const taken = chosen.flatMap(({ asked }) => asked.filter(({ isTaken }) => isTaken)).length
  const waiting = chosen.reduce((count, { questions }) => count + questions.count, 0)
  return (
    <>
      <p>
        <strong>{formatMoney(sumPartnerAmounts(chosen, 'totalAmount'))}</strong> incl. btw, van{' '}
        <Unbroken>{formatDate(invoiceDate)}, voor </Unbroken>
        {[...names, ...(others > 0 ? [`${formatNumber(others)} andere`] : [])].join(', ')}.
      </p>
      {taken > 0 && <p>{`${itemsText(taken)} met open vraag ${taken === 1 ? 'gaat' : 'gaan'} mee.`}</p>}
      {waiting > 0 && <p>{`${itemsText(waiting)} met open vraag ${waiting === 1 ? 'wacht' : 'wachten'}.`}</p>}
      {[...describeTerms(chosen, invoiceDate), ...describeKor(chosen, invoiceDate)].map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>Het worden concepten. De mails gaan nog niet uit.</p>
    </>
  )
}
