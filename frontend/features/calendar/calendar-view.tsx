import { type ComponentProps, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { appointmentFormQueryOf, useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { findClash, mayEditAppointment, showRefusal } from '../../domains/appointments.ts'
import type { View } from '../../domains/calendar-view.ts'
import { useAgents } from '../../domains/people.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/dates/calendar-days.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { listShownAgents } from './agents.ts'
import { CalendarContext, type CalendarUse } from './calendar-context.ts'
import { CalendarTable } from './calendar-table.tsx'
import {
  type Agent,
  type CalendarFilter,
  type Column,
  type Entry,
  hourOf,
  hourRowsOf,
  type Landing,
  type Slot,
  slotKeyOf,
  timeOf,
} from './entries.ts'
import { HoursHead, HoursRows } from './hours-view.tsx'
import { MonthHead, MonthRows } from './month-view.tsx'
import { useDrag } from './moving/use-drag.ts'
import { useMoveAppointment } from './moving/use-move.ts'
import { listShownWeeks, stepDate, titleOf } from './span.ts'

const EntryMenu = onDemand(() => import('./entry-menu.tsx').then((m) => m.EntryMenu))
const MoveConfirm = onDemand(() => import('./moving/dialogs.tsx').then((m) => m.MoveConfirm))
const MoveDialog = onDemand(() => import('./moving/dialogs.tsx').then((m) => m.MoveDialog))

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
  /** Set after a drop, which already gives the new date and time; beside another appointment the user confirms. */
  readonly isDropped: boolean
}

/** Shows the calendar by day, week or month; the user can open, book and move appointments in it. */
export function CalendarView(props: CalendarViewProps) {
  const { view, date, entries, isPhone, isBusy, onDate } = props
  const user = useUser()
  const [params] = useSearchParams()
  const openDay = useOpenDay()
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  const move = useMoveAppointment()
  const days = listShownWeeks(view, date).flat()
  const columns = useColumns(props)
  const rows = view === 'month' ? null : hourRowsOf(entries)
  const [active, setActive] = useState('')
  const [goal, setGoal] = useState<{ slot: string; id: string } | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [menu, setMenu] = useState<Entry | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const slotNamed = (key: string) => slotOf(key, rows, columns)
  const { over, onDrag, drag, drop } = useDrag(slotNamed, land)

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
    onDrag,
  }

  async function put({ entry, to: { agent } }: Moving, day: string, time: string, bookAnyway: boolean): Promise<void> {
    await move(entry, day, time, agent, bookAnyway)
    const agentId = agent?.id ?? entry.appointment.agentId
    const column = columns.find((one) => one.date === day && (one.agent === null || one.agent.id === agentId))
    if (column) setGoal({ slot: slotKeyOf({ ...column, hour: rows && hourOf({ time }) }), id: entry.appointment.id })
  }

  /** Moves a dropped entry at once, as a move can be undone; asks first for a time, or beside another appointment. */
  async function land(entry: Entry, to: Landing): Promise<void> {
    const moving = { entry, to, isDropped: true }
    const { date: day, time, agent } = to
    const { id, agentId } = entry.appointment
    const clash = time === null || (await findClash({ agentId: agent?.id ?? agentId, date: day, time, except: id }))
    if (clash || time === null) setMoving(moving)
    else await put(moving, day, time, false).catch(showRefusal)
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
        view={view}
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
      {menu && (
        <Menu
          entry={menu}
          anchor={anchor}
          onClose={() => setMenu(null)}
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
    </CalendarContext>
  )
}

/** Returns a function that opens a day as a new history entry, so that Back returns to the present view. */
function useOpenDay() {
  const [, setParams] = useSearchParams()
  return (day: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('view', 'day')
      after.set('date', day)
      return after
    })
}

/** Returns the columns of the view: one per agent in a day, else one per day. */
function useColumns({ view, date, entries, filter, isPhone }: CalendarViewProps): readonly Column[] {
  const user = useUser()
  const agents = useAgents(view === 'day').data ?? []
  if (view !== 'day') return listShownWeeks(view, date).flat().map(ofEverybody)
  return ofDay(date, listShownAgents(entries, { user, filter, agents, isPhone }))
}

/** Shows the actions of an entry, which open its appointment or move it. */
function Menu({ entry, ...rest }: Pick<ComponentProps<typeof EntryMenu>, 'entry' | 'anchor' | 'onClose' | 'onMove'>) {
  const { openDetails, openForm } = useAppointmentDialogs()
  const { appointment } = entry
  return (
    <EntryMenu
      entry={entry}
      onDetails={() => openDetails(appointment)}
      onEdit={() => openForm(appointment)}
      {...rest}
    />
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
