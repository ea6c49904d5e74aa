import { CircleAlert, Info } from 'lucide-react'
import { type HoursMonth, projectTypeLabels, projectTypes } from '../../../../shared/api/schemas/costs.ts'
import { formatDate, formatHours, formatMoney } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { addDays, addMonths, monthHeading, thisMonth, today } from '../../../ui/dates/calendar-days.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Box } from '../../../ui/layout/box.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { type Cell, cellNameOf } from '../cells.ts'
import { mondayOf, spanText, weekNumber } from '../weeks.ts'
import styles from './hours.module.css'

interface MonthProps {
  readonly month: HoursMonth
  readonly hasCosts: boolean
}

interface MonthTableProps extends MonthProps {
  /** Monday of the shown week. */
  readonly monday: string
  readonly onWeek: (monday: string) => void
}

const monthEnd = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

/**
 * Shows the hours of a month by week and type of work, with costs if `hasCosts`. A click on a week opens it; the week
 * of `monday` is open now.
 */
export function MonthTable({ month, hasCosts, monday, onWeek }: MonthTableProps) {
  const first = `${month.month}-01`
  const last = monthEnd(month.month)
  return (
    <Box as="section" padding={0} surface className={classNames('pv-scroller', styles.month)}>
      <header>
        <h2>{monthHeading(month.month)}</h2>
        <Text as="p" size={12} color="muted">
          per week en soort werk
        </Text>
      </header>
      <PlainTable edge amounts={2} aria-label={`Uren van ${monthHeading(month.month).toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">Week</th>
            {projectTypes.map((type) => (
              <th key={type} scope="col" className="pv-wide-only">
                {projectTypeLabels[type]}
              </th>
            ))}
            <th scope="col">Uren</th>
            {hasCosts && <th scope="col">Tarief</th>}
            {hasCosts && <th scope="col">Kosten</th>}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => {
            const from = week.monday < first ? first : week.monday
            const sunday = addDays(week.monday, 6)
            const isShown = week.monday === monday
            return (
              <tr key={week.monday} className={classNames(isShown && styles.monthShown)}>
                <th scope="row">
                  <Text
                    type="button"
                    as="button"
                    weight="bold"
                    className={styles.weekLink}
                    aria-current={isShown || undefined}
                    disabled={week.monday > mondayOf(today())}
                    onClick={() => onWeek(week.monday)}
                  >
                    Week {weekNumber(week.monday)}
                  </Text>{' '}
                  <span className="pv-soft">{spanText(from, sunday > last ? last : sunday)}</span>
                </th>
                {projectTypes.map((type) => (
                  <td key={type} className="pv-wide-only">
                    <Hours value={week.byType[type]} />
                  </td>
                ))}
                <td>
                  <strong>
                    <Hours value={week.hours} />
                  </strong>
                </td>
                {hasCosts && <td>{week.rates.length === 0 ? '–' : week.rates.map(formatMoney).join(' en ')}</td>}
                {hasCosts && <td>{week.cost ? formatMoney(week.cost) : <span className="pv-soft">–</span>}</td>}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Totaal {monthHeading(month.month).split(' ')[0]?.toLowerCase()}</th>
            {projectTypes.map((type) => (
              <td key={type} className="pv-wide-only">
                <Hours value={month.byType[type]} />
              </td>
            ))}
            <td>{formatHours(month.hours)}</td>
            {hasCosts && <td />}
            {hasCosts && <td>{formatMoney(month.cost)}</td>}
          </tr>
        </tfoot>
      </PlainTable>
    </Box>
  )
}

const Hours = ({ value }: { readonly value: number | undefined }) =>
  value ? formatHours(value) : <span className="pv-soft">–</span>

interface MonthCardProps extends MonthProps {
  readonly unsaved: readonly Cell[]
}

/** Shows the total hours and costs of a month, with notes about the hourly rate and unsaved cells. */
export function MonthCard({ month, hasCosts, unsaved }: MonthCardProps) {
  const [first] = unsaved
  return (
    <Card title={month.month === thisMonth() ? 'Deze maand' : monthHeading(month.month)}>
      <Text as="p" color="muted">
        <Text as="strong" size={28} weight="bold" color="default" tabular>
          {formatHours(month.hours)}
        </Text>{' '}
        uur
      </Text>
      {hasCosts && (
        <Text as="p" color="muted">
          Kosten {formatMoney(month.cost)}
        </Text>
      )}
      <Stack as="ul" gap={10} size={12} color="muted" above={12}>
        {hasCosts && (
          <Row as="li" gap={8} align="start">
            <Info aria-hidden="true" />
            {rateNote(month)}
          </Row>
        )}
        {hasCosts && (month.withoutRate ?? 0) > 0 && (
          <Row as="li" gap={8} align="start" color="bad">
            <CircleAlert aria-hidden="true" />
            {formatHours(month.withoutRate)} uur zonder tarief telt voor {formatMoney(0)}.
          </Row>
        )}
        {first && (
          <Row as="li" gap={8} align="start" color="bad">
            <CircleAlert aria-hidden="true" />
            {unsaved.length === 1
              ? `1 cel niet opgeslagen: ${cellNameOf(first)}.`
              : `${unsaved.length} cellen niet opgeslagen.`}
          </Row>
        )}
      </Stack>
    </Card>
  )
}

/** Describes the rate that applies in a month, and the one before it. */
function rateNote({ rates }: HoursMonth): string {
  const [before, last] = rates.slice(-2)
  if (!before) return 'Nog geen tarief. Voeg het toe bij Tarieven.'
  if (!last) return `Tarief sinds ${formatDate(before.effectiveFrom)}: ${formatMoney(before.hourlyRate)}.`
  const since = `Tarief sinds ${formatDate(last.effectiveFrom)}: ${formatMoney(last.hourlyRate)}.`
  return `${since} Daarvoor ${formatMoney(before.hourlyRate)}. Eerdere uren houden hun tarief.`
}
