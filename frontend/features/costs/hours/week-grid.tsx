import { type ClipboardEvent, type ReactNode, useId, useRef } from 'react'
import {
  type HoursMonth,
  type ProjectType,
  projectTypeLabels,
  projectTypes,
} from '../../../../shared/api/schemas/costs.ts'
import { formatHours, formatMoney, formatWeekday } from '../../../lib/format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { addDays, today, weekdayOf } from '../../../ui/dates/calendar-days.ts'
import { Box } from '../../../ui/layout/box.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { type PersonFilter, useHoursMonth } from '../api.ts'
import { type Cell, cellKeyOf, cellNameOf, cellsOfDay, cellsOfType } from '../cells.ts'
import { daysOf, monthOfWeek, weekNumber } from '../weeks.ts'
import { cellAt, type GridKeys, useGridKeys } from './grid-keys.ts'
import styles from './hours.module.css'
import { pasteInto } from './paste.ts'
import { describeUncounted, isStuck, sumCells, type WeekSheet } from './use-sheet.ts'

interface WeekGridProps {
  readonly week: WeekSheet
  readonly monday: string
  /** Set for readers who may see costs. */
  readonly hasCosts: boolean
  readonly whose: PersonFilter
  readonly onDescribe: (cell: Cell) => void
}

/**
 * Shows a week as a spreadsheet: types of work by day, edited in place, with sums, and costs if `hasCosts`.
 * `onDescribe` opens the description of a cell.
 */
export function WeekGrid({ week, monday, hasCosts, whose, onDescribe }: WeekGridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const keys = useGridKeys({ grid, monday, sheet: week.sheet, onDescribe })
  const days = daysOf(monday)

  function paste(event: ClipboardEvent): void {
    const cell = cellAt(event.target)
    if (cell && pasteInto(week.sheet, monday, cell, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  return (
    <Box padding={0} surface className="pv-scroller">
      <Text
        ref={grid}
        role="grid"
        as="table"
        tabular
        className={styles.grid}
        aria-label={`Uren van week ${weekNumber(monday)}`}
        onKeyDown={keys.press}
        onPaste={paste}
      >
        <Head days={days} />
        <tbody>
          {projectTypes.map((projectType) => (
            <TypeRow
              key={projectType}
              projectType={projectType}
              week={week}
              monday={monday}
              keys={keys}
              onDescribe={onDescribe}
            />
          ))}
        </tbody>
        <Totals week={week} monday={monday} whose={whose} hasCosts={hasCosts} />
      </Text>
    </Box>
  )
}

/** Shows the names of the columns: type of work, days and week. */
const Head = ({ days }: { readonly days: readonly string[] }) => (
  <thead>
    <tr>
      <HeadCell className={styles.gridName}>Soort werk</HeadCell>
      {days.map((day) => (
        <HeadCell key={day} className={dayClass(day)} aria-current={day === today() ? 'date' : undefined}>
          {formatWeekday(day).replace(/ \d{4}$/, '')}
        </HeadCell>
      ))}
      <HeadCell className={styles.gridWeek}>Week</HeadCell>
    </tr>
  </thead>
)

interface HeadCellProps {
  readonly className: string | undefined
  readonly children: string
  readonly 'aria-current'?: 'date' | undefined
}

const HeadCell = ({ className, ...rest }: HeadCellProps) => (
  <Text
    scope="col"
    as="th"
    size={12}
    weight="medium"
    color="muted"
    overflow="nowrap"
    className={classNames(styles.gridDay, className)}
    {...rest}
  />
)

/** Shows the hours of each day and of the week, and their costs if `hasCosts`. */
function Totals({ week, monday, whose, hasCosts }: Omit<WeekGridProps, 'onDescribe'>) {
  const days = daysOf(monday)
  const total = sumCells(week, days.flatMap(cellsOfDay))
  return (
    <tfoot>
      <TotalsRow
        name="Totaal uren"
        cells={days.map((day) => [day, <DayTotal key={day} week={week} day={day} />])}
        total={<Hours value={total.hours} />}
      />
      {hasCosts && (
        <TotalsRow
          className={styles.gridCost}
          name={
            <>
              Kosten <Rates whose={whose} monday={monday} />
            </>
          }
          cells={days.map((day) => [day, formatMoney(sumCells(week, cellsOfDay(day)).cost)])}
          total={<strong>{formatMoney(total.cost)}</strong>}
        />
      )}
    </tfoot>
  )
}

interface TotalsRowProps {
  readonly name: ReactNode
  /** Day and content of each cell. */
  readonly cells: readonly (readonly [string, ReactNode])[]
  readonly total: ReactNode
  readonly className?: string
}

const TotalsRow = ({ name, cells, total, className }: TotalsRowProps) => (
  <tr className={classNames(styles.gridFoot, className)}>
    <Text scope="row" as="th" weight="strong" className={styles.gridName}>
      {name}
    </Text>
    {cells.map(([day, content]) => (
      <Text key={day} as="td" weight="regular" className={styles.gridSum}>
        {content}
      </Text>
    ))}
    <Text as="td" weight="regular" className={classNames(styles.gridSum, styles.gridWeek)}>
      {total}
    </Text>
  </tr>
)

/** Shows the hourly rates of a week: `€ 18,00 per uur`. */
function Rates({ whose, monday }: Pick<WeekGridProps, 'whose' | 'monday'>) {
  const month = useHoursMonth(whose, monthOfWeek(monday)).data
  const rates = ratesOf(month, monday)
  if (rates === null) return null
  return (
    <span className="pv-soft">
      {rates.length === 0 ? 'zonder tarief' : `${rates.map(formatMoney).join(' en ')} per uur`}
    </span>
  )
}

/** Returns the rates of the hours in a week, or else the rate on its last day; null while loading. */
function ratesOf(month: HoursMonth | undefined, monday: string): readonly number[] | null {
  if (!month || month.month !== monthOfWeek(monday)) return null
  const ofHours = month.weeks.find((week) => week.monday === monday)?.rates ?? []
  if (ofHours.length > 0) return ofHours
  const held = month.rates.findLast(({ effectiveFrom }) => effectiveFrom <= addDays(monday, 6))
  return held ? [held.hourlyRate] : []
}

const dayClass = (day: string): string =>
  classNames(weekdayOf(day) > 4 && styles.weekend, day === today() && styles.today)

interface TypeRowProps {
  readonly projectType: ProjectType
  readonly week: WeekSheet
  readonly monday: string
  readonly keys: GridKeys
  readonly onDescribe: (cell: Cell) => void
}

function TypeRow({ projectType, week, monday, keys, onDescribe }: TypeRowProps) {
  const cells = cellsOfType(monday, projectType)
  return (
    <tr>
      <Text scope="row" as="th" weight="strong" className={styles.gridName}>
        {projectTypeLabels[projectType]}
      </Text>
      {cells.map((cell) => (
        <Text
          key={cell.date}
          as="td"
          weight="regular"
          line="before"
          className={classNames(styles.gridCell, dayClass(cell.date))}
        >
          <HourCell cell={cell} week={week} keys={keys} onDescribe={() => onDescribe(cell)} />
        </Text>
      ))}
      <Text as="td" weight="regular" className={classNames(styles.gridSum, styles.gridWeek)}>
        <Hours value={sumCells(week, cells).hours} />
      </Text>
    </tr>
  )
}

interface HourCellProps {
  readonly cell: Cell
  readonly week: WeekSheet
  readonly keys: GridKeys
  readonly onDescribe: () => void
}

function HourCell({ cell, week, keys, onDescribe }: HourCellProps) {
  const id = useId()
  const key = cellKeyOf(cell)
  const draft = week.drafts.get(key)
  const description = week.entries.get(key)?.description ?? null
  const isWrong = draft?.state === 'wrong'
  const isLeft = isStuck(draft, week)
  const described = [
    isWrong && `${id}-error`,
    isLeft && `${id}-stuck`,
    description !== null && `${id}-description`,
  ].filter(Boolean)
  return (
    <div className={styles.cell}>
      <Text
        type="text"
        inputMode="decimal"
        autoComplete="off"
        as="input"
        tabular
        className={classNames(styles.cellInput, isWrong && styles.cellWrong, isLeft && styles.cellStuck)}
        data-cell={key}
        aria-label={cellNameOf(cell)}
        aria-invalid={isWrong}
        aria-describedby={described.join(' ') || undefined}
        maxLength={20}
        value={week.textOf(cell)}
        onChange={(event) => week.sheet.type(cell, event.target.value)}
        onFocus={(event) => keys.enter(event.target)}
        onBlur={() => week.sheet.commit([cell])}
        onMouseDown={(event) => {
          // A single click chooses the cell; a double click puts the caret into its text.
          if (event.detail > 1 || keys.isInText()) return keys.point()
          event.preventDefault()
          event.currentTarget.focus()
          event.currentTarget.select()
        }}
      />
      {week.entries.has(key) && (
        <button
          type="button"
          tabIndex={-1}
          className={classNames(styles.corner, description !== null && styles.cornerFilled)}
          aria-label={`Omschrijving van ${cellNameOf(cell)}`}
          data-tip={description ?? 'Omschrijving toevoegen'}
          onClick={onDescribe}
        >
          <span className={styles.cornerSign} />
        </button>
      )}
      {isWrong && (
        <p id={`${id}-error`} className={styles.cellError}>
          {draft.problem}
        </p>
      )}
      {isLeft && (
        <span id={`${id}-stuck`} className="pv-hidden">
          Niet opgeslagen
        </span>
      )}
      {description !== null && (
        <span id={`${id}-description`} className="pv-hidden">
          {description}
        </span>
      )}
    </div>
  )
}

const Hours = ({ value }: { readonly value: number }) =>
  value === 0 ? <span className="pv-soft">–</span> : <strong>{formatHours(value)}</strong>

/** Shows the total hours of a day, and the typed texts that are no valid hours. */
function DayTotal({ week, day }: { readonly week: WeekSheet; readonly day: string }) {
  const { hours, uncounted } = sumCells(week, cellsOfDay(day))
  return (
    <>
      <Hours value={hours} />
      {uncounted.length > 0 && <span className={styles.uncounted}>{describeUncounted(uncounted)}</span>}
    </>
  )
}
