import { ArrowLeft, CircleCheckBig, Navigation } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { mayBeGivenWork } from '../../../shared/access.ts'
import type { MyDay, Work } from '../../../shared/api/my-day.ts'
import { now } from '../../../shared/time.ts'
import { RouteOfDay } from '../../domains/contact/route-of-day.tsx'
import { keyOf, useMyDay, WORK_PARAMETER } from '../../domains/my-day.ts'
import { paths } from '../../domains/paths.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { dayTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Split } from '../../ui/layout/columns.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useIsTablet } from '../../ui/use-media.ts'
import { useTodaysAppointments } from './api.ts'
import styles from './my-day.module.css'
import { kindLabels, sortWork } from './work.ts'
import { WorkList } from './work-list.tsx'
import { WorkPanel } from './work-panel.tsx'

/** Shows 'Mijn dag': the open work items of the user, and the chosen one with its outcomes. */
export function MyDayScreen() {
  const { data, error, refetch } = useMyDay()
  return (
    <Screen title="Mijn dag" kind="list">
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && (
        <div role="status" aria-busy="true" aria-label="Mijn dag laden" className="pv-padding-16">
          <Skeleton height="420px" />
        </div>
      )}
      {data && <Day day={data} />}
    </Screen>
  )
}

/** Shows the items and the chosen one. On a narrow screen the chosen item replaces the list. */
function Day({ day }: { readonly day: MyDay }) {
  const isNarrow = useIsTablet()
  const mayCall = useCan('lead:read')
  const { all, shown, current, tab, choose, finish, reopen, doneCount } = useDay(day, { isNarrow })
  return (
    <Split columns="minmax(0, 1fr) minmax(340px, 30%)" below={1100} even className={styles.myDay}>
      {(!isNarrow || !current) && (
        <Fill>
          <Row as="header" gap={12} align="start" justify="between" wrap className={styles.head}>
            <DayTitle left={all.length} done={doneCount} />
            {tab.names.length > 1 && <Tabs work={all} tab={tab} />}
          </Row>
          {all.length === 0 ? (
            <EmptyState
              icon={<CircleCheckBig />}
              title={doneCount > 0 ? 'Alles gedaan' : 'Geen taken'}
              text={
                doneCount > 0
                  ? 'Tijd voor koffie, of voor een nieuwe klant.'
                  : 'Wat op je wacht, verschijnt hier vanzelf.'
              }
              action={
                mayCall ? (
                  <LinkButton to={paths.leads}>{doneCount > 0 ? 'Volgende lead' : 'Naar leads'}</LinkButton>
                ) : undefined
              }
            />
          ) : (
            <WorkList work={shown} moment={now()} chosen={current && keyOf(current)} onChoose={choose} />
          )}
          {!day.isComplete && (
            <Text as="p" size={13} color="soft" padBlock={10} padInline={24} role="note">
              Er wacht nog meer. De rest verschijnt als dit klaar is.
            </Text>
          )}
        </Fill>
      )}
      {current && (
        <Stack
          as="aside"
          gap={12}
          line="before"
          className={styles.panel}
          aria-label={`Nu: ${kindLabels[current.kind].title}`}
        >
          {isNarrow && (
            <Button tone="ghost" icon={<ArrowLeft />} onClick={() => choose(null)}>
              Mijn dag
            </Button>
          )}
          <WorkPanel
            key={keyOf(current)}
            work={current}
            isAlone={isNarrow}
            onDone={() => finish(current)}
            onUndone={() => reopen(current)}
          />
        </Stack>
      )}
    </Split>
  )
}

const ALL = 'Alles'

const tabOf = ({ kind }: Work): string => kindLabels[kind].tab

interface Tab {
  readonly chosen: string
  /** Kinds of the items that are left. */
  readonly names: readonly string[]
  readonly choose: (name: string) => void
}

/**
 * Keeps which items are done and postponed, which kind is shown, and which item is chosen; moves by keys. Beside a wide
 * list an item is always chosen.
 */
function useDay(day: MyDay, { isNarrow }: { readonly isNarrow: boolean }) {
  const [params] = useSearchParams()
  const [chosenTab, choose] = useState<string>(ALL)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string | null>(params.get(WORK_PARAMETER))

  const all = sortWork(day.work, now(), postponed).filter((one) => !done.has(keyOf(one)))
  const names = [...new Set(all.map(tabOf))]
  const tab: Tab = { chosen: names.includes(chosenTab) ? chosenTab : ALL, names, choose }
  const shown = tab.chosen === ALL ? all : all.filter((one) => tabOf(one) === tab.chosen)
  const current = shown.find((one) => keyOf(one) === chosen) ?? (isNarrow ? undefined : shown[0])
  const index = current ? shown.indexOf(current) : -1
  const chooseItem = (next: Work | undefined) => setChosen(next ? keyOf(next) : null)

  function move(by: number): void {
    const next = shown[Math.min(Math.max(index + by, 0), shown.length - 1)]
    if (next) chooseItem(next)
  }
  /** Goes on with the item after the finished one, or at the end of the list the one before it. */
  function finish(work: Work): void {
    setDone((before) => new Set(before).add(keyOf(work)))
    chooseItem(shown[index + 1] ?? shown[index - 1])
  }
  /** Shows an item again whose outcome was undone. */
  function reopen(work: Work): void {
    setDone((before) => new Set([...before].filter((key) => key !== keyOf(work))))
    chooseItem(work)
  }
  function postpone(): void {
    if (!current) return
    setPostponed((before) => new Set(before).add(keyOf(current)))
    chooseItem(shown[index + 1])
  }
  useKeys({ j: () => move(1), k: () => move(-1), z: postpone })

  return { all, shown, current, tab, choose: setChosen, finish, reopen, doneCount: done.size }
}

/** Shows the day with the numbers of items left and done. */
function DayTitle({ left, done }: { readonly left: number; readonly done: number }) {
  const { role } = useUser()
  const title = dayTitleOf(today()).replace(/ \d{4}$/, '')
  return (
    <div>
      <Text as="h2" size={22} weight="bold">
        {title.charAt(0).toUpperCase() + title.slice(1)}
      </Text>
      <p className="pv-soft" role="status">
        {left === 0 ? 'Je bent bij.' : `Nog ${formatNumber(left)} te doen.`}
        {done > 0 && ` Net ${formatNumber(done)} gedaan.`}
      </p>
      {useCan('appointment:read') && role === 'agent' && <TodayResult />}
      {useCan('appointment:edit') && mayBeGivenWork(role) && (
        <LinkButton to={paths.underway} icon={<Navigation />}>
          Onderweg
        </LinkButton>
      )}
      {useCan('self-billing:manage') && <TextLink to={paths.bookkeeping}>Maand afsluiten</TextLink>}
    </div>
  )
}

/** Shows how many appointments of today the agent has, how many became a sale, and the route; nothing without any. */
function TodayResult() {
  const { data = [], isError, refetch } = useTodaysAppointments()
  if (isError) return <FailedPart onRetry={refetch}>Je resultaat kon niet worden geladen.</FailedPart>
  const held = data.filter(({ status }) => status !== 'cancelled')
  if (held.length === 0) return null
  const sales = held.filter(({ status }) => status === 'sale').length
  return (
    <>
      <p className="pv-soft">
        {`Vandaag ${held.length === 1 ? '1 afspraak' : `${formatNumber(held.length)} afspraken`}, ${formatNumber(sales)} met sale.`}
      </p>
      <RouteOfDay appointments={held} />
    </>
  )
}

/** Shows the choice of a kind of work, with the number of items of each. */
const Tabs = ({ work, tab }: { readonly work: readonly Work[]; readonly tab: Tab }) => (
  <SegmentedControl
    label="Soort"
    value={tab.chosen}
    onChange={tab.choose}
    options={[ALL, ...tab.names].map((value) => ({
      value,
      label: (
        <>
          {value}{' '}
          <Text weight="medium" color="soft" tabular before={4}>
            {value === ALL ? work.length : work.filter((one) => tabOf(one) === value).length}
          </Text>
        </>
      ),
    }))}
  />
)
