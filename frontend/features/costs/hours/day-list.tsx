import { MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, type TouchEvent, useId, useRef } from 'react'
import { projectTypeLabels } from '../../../../shared/api/schemas/costs.ts'
import { formatHours, formatMoney } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { dayTitleOf, today, weekdays } from '../../../ui/dates/calendar-days.ts'
import { Box } from '../../../ui/layout/box.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { type Cell, cellKeyOf, cellNameOf, cellsOfDay } from '../cells.ts'
import { daysOf } from '../weeks.ts'
import styles from './hours.module.css'
import { describeUncounted, isStuck, sumCells, type WeekSheet } from './use-sheet.ts'

interface DayListProps {
  readonly week: WeekSheet
  readonly monday: string
  readonly day: string
  readonly hasCosts: boolean
  readonly onDay: (day: string) => void
  /** Goes to the previous or next day, also of another week. */
  readonly onStep: (days: 1 | -1) => void
  readonly onDescribe: (cell: Cell) => void
}

/** Minimum horizontal swipe, in pixels, that goes to another day. */
const SWIPE = 60

/**
 * Shows one day of a week on a phone, with a field for each type of work and the total. `onStep` goes to the previous
 * or next day; `onDescribe` opens the description of a cell.
 */
export function DayList({ week, monday, day, hasCosts, onDay, onStep, onDescribe }: DayListProps) {
  const started = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { hours, uncounted, cost } = sumCells(week, cellsOfDay(day))

  function start({ touches }: TouchEvent): void {
    const touch = touches[0]
    started.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
  }

  function end({ changedTouches }: TouchEvent): void {
    const touch = changedTouches[0]
    if (!started.current || !touch) return
    const across = touch.clientX - started.current.x
    const down = touch.clientY - started.current.y
    started.current = null
    if (Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(down) * 2) onStep(across < 0 ? 1 : -1)
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.target) + 1]
    if (next) next.focus()
    else event.target.blur()
  }

  return (
    <Stack as="section" gap={12} aria-label={dayTitleOf(day)} onTouchStart={start} onTouchEnd={end}>
      <Stack as="fieldset" gap={4} className={styles.days}>
        <legend className="pv-hidden">Dag</legend>
        {daysOf(monday).map((one, index) => (
          <Stack
            key={one}
            type="button"
            as="button"
            gap={2}
            align="center"
            size={11}
            tabular
            className={classNames(styles.dayButton, one === today() && styles.today)}
            aria-pressed={one === day}
            onClick={() => onDay(one)}
          >
            <span>{weekdays[index]?.short}</span>{' '}
            <Text as="strong" size={14} weight="bold">
              {Number(one.slice(8))}
            </Text>{' '}
            <DayHours week={week} day={one} />
          </Stack>
        ))}
      </Stack>
      <Box ref={list} as="ul" padding={0} surface lined onKeyDown={press}>
        {cellsOfDay(day).map((cell) => (
          <DayField key={cellKeyOf(cell)} cell={cell} week={week} onDescribe={() => onDescribe(cell)} />
        ))}
      </Box>
      <Row as="p" gap={12} align="baseline" justify="between" size={14} tabular padInline={16}>
        <span>
          Totaal {hasCosts && cost !== null && <span className="pv-soft">{formatMoney(cost)}</span>}
          {uncounted.length > 0 && <span className={styles.uncounted}>{describeUncounted(uncounted)}</span>}
        </span>
        <Text as="strong" size={20} weight="bold">
          {formatHours(hours)} uur
        </Text>
      </Row>
    </Stack>
  )
}

function DayHours({ week, day }: { readonly week: WeekSheet; readonly day: string }) {
  const { hours, uncounted } = sumCells(week, cellsOfDay(day))
  return (
    <span className={uncounted.length > 0 ? styles.uncounted : 'pv-soft'}>
      {hours === 0 ? '–' : formatHours(hours)}
    </span>
  )
}

interface DayFieldProps {
  readonly cell: Cell
  readonly week: WeekSheet
  readonly onDescribe: () => void
}

function DayField({ cell, week, onDescribe }: DayFieldProps) {
  const id = useId()
  const key = cellKeyOf(cell)
  const draft = week.drafts.get(key)
  const description = week.entries.get(key)?.description ?? null
  const isWrong = draft?.state === 'wrong'
  const isLeft = isStuck(draft, week)
  const note = isWrong ? draft.problem : isLeft ? 'Niet opgeslagen' : description
  return (
    <li className={styles.dayField}>
      <Row as="label" weight="strong" minHeight={44} htmlFor={id}>
        {projectTypeLabels[cell.projectType]}
      </Row>
      {week.entries.has(key) && (
        <IconButton
          label={`Omschrijving van ${cellNameOf(cell)}`}
          icon={<MessageSquareText />}
          onClick={onDescribe}
          className={description === null ? '' : 'pv-color-accent'}
        />
      )}
      <Text
        id={id}
        type="text"
        inputMode="decimal"
        enterKeyHint="next"
        autoComplete="off"
        maxLength={20}
        placeholder="0,0"
        as="input"
        tabular
        className={classNames(styles.dayInput, isWrong && styles.cellWrong, isLeft && styles.cellStuck)}
        aria-invalid={isWrong}
        aria-describedby={note ? `${id}-note` : undefined}
        value={week.textOf(cell)}
        onChange={(event) => week.sheet.type(cell, event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => week.sheet.commit([cell])}
      />
      {note && (
        <p id={`${id}-note`} className={isWrong || isLeft ? styles.cellError : 'pv-color-muted pv-break'}>
          {note}
        </p>
      )}
    </li>
  )
}
