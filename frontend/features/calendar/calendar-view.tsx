import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { appointmentFormQueryOf, useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { mayEditAppointment } from '../../domains/appointments.ts'
import { useAgents } from '../../domains/people.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { listShownAgents } from './agents.ts'
import { CalendarContext, type CalendarUse } from './calendar-context.ts'
import { CalendarTable } from './calendar-table.tsx'
import {
  type Agent,
  type CalendarFilter,
  type Column,
  type Entry,
  findLanding,
  hourOf,
  hourRowsOf,
  isAt,
  type Landing,
  type Slot,
  slotKeyOf,
  timeOf,
} from './entries.ts'
import { HoursHead, HoursRows } from './hours-view.tsx'
import { MonthHead, MonthRows } from './month-view.tsx'
import { useMoveAppointment } from './moving/use-move.ts'
import { nearestQuarter } from './pointer.ts'
import { listShownWeeks, stepDate, titleOf, type View } from './span.ts'

const EntryMenu = lazy(() => import('./entry-menu.tsx').then((m) => ({ default: m.EntryMenu })))
const MoveConfirm = lazy(() => import('./moving/dialogs.tsx').then((m) => ({ default: m.MoveConfirm })))
const MoveDialog = lazy(() => import('./moving/dialogs.tsx').then((m) => ({ default: m.MoveDialog })))

interface CalendarViewProps {
  readonly view: View
  readonly date: string
  readonly entries: readonly Entry[]
  readonly filter: CalendarFilter
  readonly isPhone: boolean
  readonly isBusy: boolean
  readonly onDate: (date: string) => void
}

/** Requested move of an entry; without a time the dialog asks for it. */
interface Moving {
  readonly entry: Entry
  readonly to: Landing
  /** Set after a drop, which already gives the new date and time; the user only confirms the move. */
  readonly isDropped: boolean
}

/** Shows the calendar by day, week or month; the user can open, book and move appointments in it. */
export function CalendarView({ view, date, entries, filter, isPhone, isBusy, onDate }: CalendarViewProps) {
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const mayBook = useCan('appointment:create')
  const { openNew, openDetails, openForm } = useAppointmentDialogs()
  const move = useMoveAppointment()
  const days = listShownWeeks(view, date).flat()
  const agents = useAgents(view === 'day').data ?? []
  const columns: readonly Column[] =
    view === 'day' ? ofDay(date, listShownAgents(entries, { user, filter, agents, isPhone })) : days.map(ofEverybody)
  const rows = view === 'month' ? null : hourRowsOf(entries)
  const [active, setActive] = useState('')
  const [over, setOver] = useState<CalendarUse['over']>(null)
  const [goal, setGoal] = useState<{ slot: string; id: string } | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [menu, setMenu] = useState<Entry | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const dragged = useRef<{ readonly entry: Entry; readonly grip: number } | null>(null)
  const slotNamed = (key: string) => slotOf(key, rows, columns)

  const use: CalendarUse = {
    active: slotKeyOf(days.includes(dateIn(active)) ? slotNamed(active) : slotNamed(entranceOf(days, date))),
    over,
    mayBook: ({ agent }) => mayBook && (user.role !== 'agent' || agent === null || agent.id === user.id),
    mayEdit: ({ appointment }) => mayEditAppointment(user, appointment),
    linkTo: ({ appointment }) => appointmentFormQueryOf(params, appointment.id),
    onBook: (slot, quarter) => openNew({ date: slot.date, time: timeOf(slot, quarter), agentId: slot.agent?.id }),
    onOpenDay: openDay,
    onMenu: (entry, element) => {
      anchor.current = element
      setMenu(entry)
    },
    onDrag: (entry, grip = 0) => {
      dragged.current = entry && { entry, grip }
      if (entry === null) setOver(null)
    },
  }

  /** Opens a day as a new history entry, so that Back returns to the present view. */
  function openDay(day: string): void {
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('view', 'day')
      after.set('date', day)
      return after
    })
  }

  /** Returns where a dragged entry would land; null where that is not allowed, and without a dragged entry. */
  function landingAt(cell: HTMLElement | null, y: number): { readonly key: string; readonly to: Landing } | null {
    const key = cell?.dataset['slot']
    if (!cell || key === undefined || dragged.current === null) return null
    const { entry, grip } = dragged.current
    const slot = slotNamed(key)
    const isGivenAway = slot.agent !== null && slot.agent.id !== entry.appointment.agentId
    if (isGivenAway && user.role === 'agent') return null
    const quarter = typeof slot.hour === 'number' ? nearestQuarter(cell, y - grip) : 0
    const to = findLanding(entry, slot, quarter)
    return {
      key: to.time === null || slot.hour === null ? key : slotKeyOf({ ...slot, hour: hourOf({ time: to.time }) }),
      to,
    }
  }

  function drag(cell: HTMLElement | null, y: number): boolean {
    const next = landingAt(cell, y)
    setOver((known) => (known?.key === next?.key && known?.to.time === next?.to.time ? known : next))
    return next !== null
  }

  function drop(cell: HTMLElement, y: number): void {
    const landing = landingAt(cell, y)
    setOver(null)
    if (landing === null || dragged.current === null) return
    const { entry } = dragged.current
    if (!isAt(entry, landing.to)) setMoving({ entry, to: landing.to, isDropped: true })
  }

  async function put({ entry, to: { agent } }: Moving, day: string, time: string, bookAnyway: boolean): Promise<void> {
    await move(entry, day, time, agent, bookAnyway)
    const agentId = agent?.id ?? entry.appointment.agentId
    const column = columns.find((one) => one.date === day && (one.agent === null || one.agent.id === agentId))
    if (column) setGoal({ slot: slotKeyOf({ ...column, hour: rows && hourOf({ time }) }), id: entry.appointment.id })
  }

  function leave(by: 1 | -1): void {
    const slot = slotNamed(use.active)
    setActive(slotKeyOf({ ...slot, date: stepDate(view, slot.date, by) }))
    onDate(stepDate(view, date, by))
  }

  return (
    <CalendarContext value={use}>
      <CalendarTable
        label={`Afspraken, ${titleOf(view, date)}`}
        className={`cal-by-${view}`}
        isBusy={isBusy}
        columns={columns.map((column) => slotKeyOf({ ...column, hour: null }))}
        head={view === 'month' ? <MonthHead /> : <HoursHead columns={columns} entries={entries} />}
        onActivate={setActive}
        onDragOver={drag}
        onDrop={drop}
        onLeave={leave}
        goal={moving === null ? goal : null}
        onReached={() => setGoal(null)}
      >
        {rows === null ? (
          <MonthRows date={date} entries={entries} isPhone={isPhone} />
        ) : (
          <HoursRows columns={columns} rows={rows} entries={entries} />
        )}
      </CalendarTable>
      <Suspense fallback={null}>
        {menu && (
          <EntryMenu
            entry={menu}
            anchor={anchor}
            onClose={() => setMenu(null)}
            onDetails={() => openDetails(menu.appointment)}
            onEdit={() => openForm(menu.appointment)}
            onMove={() => setMoving({ entry: menu, to: { ...menu, agent: null }, isDropped: false })}
          />
        )}
        {moving && (
          <Move
            moving={moving}
            onMove={(day, time, bookAnyway) => put(moving, day, time, bookAnyway)}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
    </CalendarContext>
  )
}

interface MoveProps {
  readonly moving: Moving
  readonly onMove: (date: string, time: string, bookAnyway: boolean) => Promise<void>
  readonly onClose: () => void
}

function Move({ moving: { entry, to, isDropped }, ...rest }: MoveProps) {
  if (isDropped && to.time !== null) return <MoveConfirm entry={entry} to={{ ...to, time: to.time }} {...rest} />
  return <MoveDialog entry={entry} to={to} {...rest} />
}

/** Rows of the day or week view; null for the month view. */
type HourRows = readonly ('outside' | number)[] | null

/** Returns the date that gets focus first: today where it is shown, else the requested date. */
const entranceOf = (days: readonly string[], date: string): string => (days.includes(today()) ? today() : date)

const dateIn = (key: string): string => key.slice(0, '2026-11-23'.length)

const ofEverybody = (date: string): Column => ({ date, agent: null })

/** Returns the columns of a day: one per agent, or a single column without agents. */
const ofDay = (date: string, agents: readonly Agent[]): Column[] =>
  agents.length === 0 ? [ofEverybody(date)] : agents.map((agent) => ({ date, agent }))

/**
 * Returns the slot for a key, also for a key of another view. If this view lacks the row or column of the key, the slot
 * is in the first one.
 */
function slotOf(key: string, rows: HourRows, columns: readonly Column[]): Slot {
  const [date = '', hour, agentId] = key.split(' ')
  const ofDate = columns.filter((column) => column.date === date)
  const agent = (ofDate.find((column) => column.agent?.id === agentId) ?? ofDate[0] ?? columns[0])?.agent ?? null
  if (rows === null) return { date, hour: null, agent: null }
  return { date, agent, hour: rows.find((row) => String(row) === hour) ?? rows[0] ?? null }
}
