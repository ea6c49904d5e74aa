import { lazy, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAppointmentDialogs, withAppointment } from '../../domains/appointment-dialogs.ts'
import { mayEdit } from '../../domains/appointments.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { today } from '../../ui/calendar-days.ts'
import { CalendarContext, type CalendarUse } from './calendar-context.ts'
import { CalendarTable } from './calendar-table.tsx'
import { type Entry, hourOf, movedTo, rowsOf, type Slot, slotKey, timeOf } from './entries.ts'
import { HoursHead, HoursRows } from './hours-view.tsx'
import { MonthHead, MonthRows } from './month-view.tsx'
import { stepped, titleOf, type View, weeksShown } from './span.ts'
import { useMove } from './use-move.ts'

const EntryMenu = lazy(() => import('./entry-menu.tsx').then((m) => ({ default: m.EntryMenu })))
const MoveConfirm = lazy(() => import('./move-dialogs.tsx').then((m) => ({ default: m.MoveConfirm })))
const MoveDialog = lazy(() => import('./move-dialogs.tsx').then((m) => ({ default: m.MoveDialog })))

interface CalendarViewProps {
  readonly view: View
  readonly date: string
  readonly entries: readonly Entry[]
  readonly isPhone: boolean
  readonly isBusy: boolean
  readonly onDate: (date: string) => void
}

/** Where an entry is asked to go; without a time the time is asked. */
interface Moving {
  readonly entry: Entry
  readonly to: { readonly date: string; readonly time: string | null }
  /** It was dropped, so that only a yes is missing. */
  readonly isDropped: boolean
}

/** One view of the calendar with all one can do in it. */
export function CalendarView({ view, date, entries, isPhone, isBusy, onDate }: CalendarViewProps) {
  const user = useUser()
  const [params, setParams] = useSearchParams()
  const mayBook = useCan('appointment:create')
  const { openNew, openDetails, openForm } = useAppointmentDialogs()
  const move = useMove()
  const days = weeksShown(view, date).flat()
  const rows = view === 'month' ? null : rowsOf(entries)
  const [active, setActive] = useState('')
  const [over, setOver] = useState<string | null>(null)
  const [goal, setGoal] = useState<{ slot: string; id: string } | null>(null)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [menu, setMenu] = useState<Entry | null>(null)
  const anchor = useRef<HTMLElement | null>(null)
  const dragged = useRef<Entry | null>(null)

  const use: CalendarUse = {
    active: slotKey(days.includes(slotOf(active, rows).date) ? slotOf(active, rows) : entranceOf(days, date, rows)),
    over,
    mayBook,
    mayEdit: ({ appointment }) => mayEdit(user, appointment),
    linkTo: ({ appointment }) => withAppointment(params, appointment.id),
    onBook: (slot) => openNew({ date: slot.date, time: timeOf(slot) }),
    onOpenDay: openDay,
    onMenu: (entry, element) => {
      anchor.current = element
      setMenu(entry)
    },
    onDrag: (entry) => {
      dragged.current = entry
      if (entry === null) setOver(null)
    },
  }

  /** A step of its own in the browser's history: back leads to the view it was opened from. */
  function openDay(day: string): void {
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set('view', 'day')
      after.set('date', day)
      return after
    })
  }

  function drop(key: string): void {
    const entry = dragged.current
    setOver(null)
    if (entry === null) return
    const to = movedTo(entry, slotOf(key, rows))
    if (to.date !== entry.date || to.time !== entry.time) setMoving({ entry, to, isDropped: true })
  }

  async function put(entry: Entry, day: string, time: string): Promise<void> {
    await move(entry, day, time)
    const slot = slotKey({ date: day, hour: rows === null ? null : hourOf({ time }) })
    if (days.includes(day)) setGoal({ slot, id: entry.appointment.id })
  }

  function leave(by: 1 | -1): void {
    const { date: day, hour } = slotOf(use.active, rows)
    setActive(slotKey({ date: stepped(view, day, by), hour }))
    onDate(stepped(view, date, by))
  }

  return (
    <CalendarContext value={use}>
      <CalendarTable
        label={`Afspraken, ${titleOf(view, date)}`}
        className={`cal-by-${view}`}
        isBusy={isBusy}
        head={view === 'month' ? <MonthHead /> : <HoursHead days={days} />}
        onActivate={setActive}
        onDragOver={(slot) => dragged.current && setOver(slot)}
        onDrop={drop}
        onLeave={leave}
        goal={moving === null ? goal : null}
        onReached={() => setGoal(null)}
      >
        {rows === null ? (
          <MonthRows date={date} entries={entries} isPhone={isPhone} />
        ) : (
          <HoursRows days={days} rows={rows} entries={entries} />
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
            onMove={() => setMoving({ entry: menu, to: { date: menu.date, time: menu.time }, isDropped: false })}
          />
        )}
        {moving && (
          <Move moving={moving} onMove={(day, time) => put(moving.entry, day, time)} onClose={() => setMoving(null)} />
        )}
      </Suspense>
    </CalendarContext>
  )
}

interface MoveProps {
  readonly moving: Moving
  readonly onMove: (date: string, time: string) => Promise<void>
  readonly onClose: () => void
}

function Move({ moving: { entry, to, isDropped }, ...rest }: MoveProps) {
  const { date, time } = to
  if (isDropped && time !== null) return <MoveConfirm entry={entry} to={{ date, time }} {...rest} />
  return <MoveDialog entry={entry} to={to} {...rest} />
}

/** The rows of a view by the hour; null for one by the day. */
type HourRows = readonly ('outside' | number)[] | null

/** Where the tab key enters: the top of today where it is shown, else of the day that was asked for. */
const entranceOf = (days: readonly string[], date: string, rows: HourRows): Slot => ({
  date: days.includes(today()) ? today() : date,
  hour: rows?.[0] ?? null,
})

/** A slot by its name in whatever view, as this view has it. */
function slotOf(key: string, rows: HourRows): Slot {
  const [date = '', hour] = key.split(' ')
  if (rows === null) return { date, hour: null }
  return { date, hour: rows.find((row) => String(row) === hour) ?? rows[0] ?? null }
}
