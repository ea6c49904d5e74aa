import { ArrowLeft, CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MyDay, Work } from '../../../shared/api/my-day.ts'
import { now } from '../../../shared/time.ts'
import { keyOf, useMyDay, WORK_PARAMETER } from '../../domains/my-day.ts'
import { formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { dayTitleOf, today } from '../../ui/dates/calendar-days.ts'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { useKeys } from '../../ui/keys.ts'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useIsTablet } from '../../ui/use-media.ts'
import './my-day.css'
import { Fill } from '../../ui/layout/fill.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
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
        <div role="status" aria-busy="true" aria-label="Mijn dag laden" className="my-day-loading">
          <Skeleton height="420px" />
        </div>
      )}
      {data && <Day day={data} />}
    </Screen>
  )
}

const ALL = 'Alles'

function Day({ day }: { readonly day: MyDay }) {
  const moment = now()
  const [tab, setTab] = useState<string>(ALL)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set())
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(params.get(WORK_PARAMETER))
  // On a narrow screen the chosen item replaces the list; otherwise it stands beside it.
  const isNarrow = useIsTablet()

  const all = sortWork(day.work, moment, postponed).filter((one) => !done.has(keyOf(one)))
  const tabOf = ({ kind }: Work): string => kindLabels[kind].tab
  const tabs = [...new Set(all.map(tabOf))]
  const shown = tab === ALL || !tabs.includes(tab) ? all : all.filter((one) => tabOf(one) === tab)
  const at = shown.findIndex((one) => keyOf(one) === chosen)
  const current = at < 0 ? (isNarrow ? undefined : shown[0]) : shown[at]
  const index = current ? shown.indexOf(current) : -1

  function move(by: number): void {
    const next = shown[Math.min(Math.max(index + by, 0), shown.length - 1)]
    if (next) setChosen(keyOf(next))
  }
  /** Returns the item after the finished one, or at the end of the list the one before it. */
  const neighbour = () => shown[index + 1] ?? shown[index - 1]

  function finish(work: Work): void {
    const next = neighbour()
    setDone((before) => new Set(before).add(keyOf(work)))
    setChosen(next ? keyOf(next) : null)
  }
  function later(): void {
    if (!current) return
    const next = shown[index + 1]
    setPostponed((before) => new Set(before).add(keyOf(current)))
    setChosen(next ? keyOf(next) : null)
  }
  useKeys({ j: () => move(1), k: () => move(-1), z: later })

  const title = dayTitleOf(today()).replace(/ \d{4}$/, '')
  return (
    <div className="my-day">
      {(!isNarrow || !current) && (
        <Fill>
          <Row as="header" gap={12} align="start" justify="between" wrap className="my-day-head">
            <div>
              <Text as="h2" size={22} weight="bold">
                {title.charAt(0).toUpperCase() + title.slice(1)}
              </Text>
              <p className="pv-soft" role="status">
                {all.length === 0 ? 'Je bent bij.' : `Nog ${formatNumber(all.length)} te doen.`}
                {done.size > 0 && ` Net ${formatNumber(done.size)} gedaan.`}
              </p>
            </div>
            {tabs.length > 1 && (
              <SegmentedControl
                label="Soort"
                value={tabs.includes(tab) ? tab : ALL}
                onChange={setTab}
                options={[ALL, ...tabs].map((value) => ({
                  value,
                  label: (
                    <>
                      {value}{' '}
                      <Text weight="medium" color="soft" tabular className="my-day-count">
                        {value === ALL ? all.length : all.filter((one) => tabOf(one) === value).length}
                      </Text>
                    </>
                  ),
                }))}
              />
            )}
          </Row>
          {all.length === 0 ? (
            <EmptyState
              icon={<CircleCheckBig />}
              title="Alles gedaan"
              text="Er wacht niets op je. Tijd voor koffie, of voor een nieuwe klant."
            />
          ) : (
            <WorkList work={shown} moment={moment} chosen={current && keyOf(current)} onChoose={setChosen} />
          )}
          {!day.isComplete && (
            <Text as="p" size={13} color="soft" className="my-day-more" role="note">
              Er wacht nog meer. De rest verschijnt als dit klaar is.
            </Text>
          )}
          {!isNarrow && all.length > 0 && (
            <Row as="footer" gap={16} align="stretch" wrap={8} size={12} color="soft" className="my-day-keys">
              <span>
                <Kbd>J</Kbd> <Kbd>K</Kbd> volgende, vorige
              </span>
              <span>
                <Kbd>B</Kbd> bellen
              </span>
              <span>
                <Kbd>1</Kbd> – <Kbd>5</Kbd> uitkomst
              </span>
              <span>
                <Kbd>Z</Kbd> later
              </span>
            </Row>
          )}
        </Fill>
      )}
      {current && (
        <Stack as="aside" gap={12} className="my-day-panel" aria-label={`Nu: ${kindLabels[current.kind].title}`}>
          {isNarrow && (
            <Button tone="ghost" icon={<ArrowLeft />} onClick={() => setChosen(null)}>
              Mijn dag
            </Button>
          )}
          <WorkPanel
            key={keyOf(current)}
            work={current}
            place={`${index + 1} van ${shown.length}`}
            onDone={() => finish(current)}
          />
        </Stack>
      )}
    </div>
  )
}
