import { CircleCheck, CircleDashed } from 'lucide-react'
import { type PeriodDetails, periodStateLabels } from '../../../../shared/api/schemas/periods.ts'
import { daysBetween, type LocalDate } from '../../../../shared/time.ts'
import { stepAddress, stepWords } from '../../../domains/closing/steps.ts'
import { formatDateTime, formatMoney, formatNumber, fullNameOf } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/buttons/link-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { monthHeading, today } from '../../../ui/dates/calendar-days.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { PageHeading } from '../../../ui/frame/screen.tsx'
import { Fill } from '../../../ui/layout/fill.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { usePeriod } from '../api.ts'
import styles from './closing.module.css'
import { PeriodActions } from './period-actions.tsx'

export const stateTones: Record<PeriodDetails['state'], Tone> = {
  ...{ open: 'info', closing: 'warn', closed: 'ok', filed: 'purple' },
}

/** Shows the tab 'Afsluiten': the work that is left before a month is closed, and closing or opening it. */
export function ClosingPanel({ month }: { readonly month: string }) {
  const { data, error, refetch } = usePeriod(month)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Stack padding={16} role="status" aria-busy="true" aria-label="Afsluiten laden">
        <Skeleton height="420px" />
      </Stack>
    )
  }
  const done = data.steps.filter(({ count }) => count === 0).length
  return (
    <Fill scrolls aria-busy={data.month !== month}>
      <Stack gap={12} padding={16} maxWidth={1120}>
        <PageHeading
          title={`${monthHeading(data.month)} afsluiten`}
          subtitle={data.state === 'open' ? `${done} van ${data.steps.length} klaar` : describeState(data)}
          actions={<Badge tone={stateTones[data.state]}>{periodStateLabels[data.state]}</Badge>}
        />
        {data.refusal !== null && <Note tone="bad">{`Niet gesloten. ${data.refusal}`}</Note>}
        {data.opened !== null && (
          <Note tone="neutral">
            {`Weer geopend door ${fullNameOf(data.opened.by)} op ${formatDateTime(data.opened.at)}: ${data.opened.reason}`}
          </Note>
        )}
        <ol aria-label="Stappen">
          {data.steps.map((step) => (
            <StepLine key={step.step} month={data.month} step={step} />
          ))}
        </ol>
        <PeriodActions period={data} />
      </Stack>
    </Fill>
  )
}

/** Returns in Dutch how far closing a month is, or who closed it. */
function describeState({ state, closedBy, closedAt, sealsAt, transactions }: PeriodDetails): string {
  const by = closedBy ? ` door ${fullNameOf(closedBy)}` : ''
  if (state === 'closing') return `Begonnen${by}. De maand staat vast vanaf ${formatDateTime(sealsAt)}.`
  if (closedAt === null) return 'Gesloten met een latere maand'
  return `Gesloten${by} op ${formatDateTime(closedAt)}, ${formatNumber(transactions)} boekingen`
}

interface StepLineProps {
  readonly month: string
  readonly step: PeriodDetails['steps'][number]
}

/**
 * Shows a step: the number, sum and age of what waits, who last worked on it, and a link to it. It is one line of text
 * where nothing waits.
 */
function StepLine({ month, step: { step, count, amount, oldest, isRequired, lastDone } }: StepLineProps) {
  const { title, nouns, button } = stepWords[step]
  const last = lastDone && (
    <Text size={12} color="soft" className={styles.last} title="Laatst gedaan">
      {`${fullNameOf(lastDone.by)} · ${formatDateTime(lastDone.at)}`}
    </Text>
  )
  const noun = nouns[count === 1 ? 0 : 1]
  if (count === 0) {
    return (
      <li className={classNames('pv-line-below', styles.step, styles.stepDone)}>
        <CircleCheck aria-hidden="true" size={18} />
        <Text>{title}</Text>
        <Text color="soft">{step === 'difference' ? `${formatMoney(0)} verschil` : 'Klaar'}</Text>
        {last}
      </li>
    )
  }
  const days = oldest === null ? null : daysBetween(oldest as LocalDate, today() as LocalDate)
  return (
    <li className={classNames('pv-line-below', styles.step)}>
      <CircleDashed aria-hidden="true" size={18} />
      <Stack>
        <Text weight="strong">{title}</Text>
        {isRequired && (
          <Text size={12} color="soft">
            Nodig om te sluiten
          </Text>
        )}
      </Stack>
      <Text tabular>{`${formatNumber(count)} ${noun}`}</Text>
      <Text tabular weight="strong" className={styles.amount}>
        {amount === null ? '' : formatMoney(amount)}
      </Text>
      <Text tabular color="soft">
        {days === null ? '' : days === 1 ? '1 dag' : `${formatNumber(days)} dagen`}
      </Text>
      {last ?? <span />}
      <LinkButton to={stepAddress(step, month)} aria-label={`${title}: ${button}`}>
        {button}
      </LinkButton>
    </li>
  )
}
