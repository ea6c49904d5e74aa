import { Plus, Rss } from 'lucide-react'
import { useState } from 'react'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { rememberView, type View, viewOf } from '../../domains/calendar-view.ts'
import { RouteOfDay } from '../../domains/contact/route-of-day.tsx'
import { useCan, useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useAppointmentsBetween } from './api.ts'
import styles from './calendar.module.css'
import { CalendarAddress } from './calendar-address.ts'
import { CalendarFilters } from './calendar-filters.tsx'
import { CalendarView } from './calendar-view.tsx'
import { type CalendarFilter, entriesOf } from './entries.ts'
import { Navigation } from './navigation.tsx'
import { listShownWeeks } from './span.ts'

const FeedDialog = onDemand(() => import('./feed-dialog.tsx').then((m) => m.FeedDialog))

const viewOptions: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'day', label: 'Dag' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Maand' },
]

/** Shows the appointments that the user may read by day, week or month (spec §2 Calendar, rulings 24). */
export function CalendarScreen() {
  const { role } = useUser()
  const isPhone = useIsPhone()
  const mayBook = useCan('appointment:create')
  const { openNew } = useAppointmentDialogs()
  const { filter: asked, setFilter } = useUrlFilter(CalendarAddress)
  const [subscribing, setSubscribing] = useState(false)

  const { view: askedView, date: askedDate, ...choices } = asked
  const view = viewOf(askedView, isPhone, role)
  const date = askedDate ?? today()
  const days = listShownWeeks(view, date).flat()
  const list = useAppointmentsBetween(days[0] ?? date, days.at(-1) ?? date)
  const filter = role === 'admin' ? choices : withoutPlace(choices)
  const entries = entriesOf(list.data ?? [], filter)
  const isEmpty = list.data !== undefined && entries.length === 0
  const emptyText = Object.keys(filter).length > 0 ? 'Niets gevonden met deze filters.' : 'Geen afspraken gevonden'
  const subscribe = () => setSubscribing(true)
  useActionFromAddress('abonneren', subscribe)

  return (
    <Screen
      title="Kalender"
      kind="list"
      toolbar={<Navigation view={view} date={date} isPhone={isPhone} onDate={(next) => setFilter({ date: next })} />}
      actions={
        <>
          <SegmentedControl
            label="Weergave"
            value={view}
            onChange={(next) => {
              rememberView(next)
              setFilter({ view: next })
            }}
            options={viewOptions.filter(({ value }) => !isPhone || value !== 'week')}
          />
          <IconButton label="Agenda-abonnement" icon={<Rss />} onClick={subscribe} />
          {mayBook && (
            <BarButton
              tone="primary"
              isTight
              label="Nieuwe afspraak"
              icon={<Plus />}
              onClick={() => openNew(view === 'day' ? { date } : {})}
            />
          )}
        </>
      }
    >
      <CalendarFilters filter={filter} setFilter={setFilter}>
        {view === 'day' && date === today() && <RouteOfDay appointments={list.data ?? []} />}
      </CalendarFilters>
      {(list.isPending || isEmpty) && (
        <Text
          as="p"
          size={13}
          color="muted"
          padBlock={8}
          padInline={16}
          line="below"
          className={styles.note}
          role="status"
        >
          {list.isPending ? 'Afspraken laden...' : emptyText}
        </Text>
      )}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <CalendarView
          view={view}
          date={date}
          entries={entries}
          filter={filter}
          isPhone={isPhone}
          isBusy={list.isPending}
          onDate={(next) => setFilter({ date: next })}
        />
      )}
      {subscribing && <FeedDialog onClose={() => setSubscribing(false)} />}
    </Screen>
  )
}

/** Removes team and office from the filter for everybody but an admin, who alone sees several teams (spec §6). */
const withoutPlace = ({ office: _office, teamId: _teamId, ...filter }: CalendarFilter): CalendarFilter => filter
