import { Building2, ChartNoAxesColumn, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import * as z from 'zod'
import { formatNumber } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Sign } from '../../ui/display/sign.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { type Period, type Score, type Scoreboard as Scores, useScoreboard } from './api.ts'
import styles from './dashboard.module.css'
import { ListLink } from './list-link.tsx'
import { scoreboardRangeOf, useAppointmentsLink, useSalesLink } from './list-links.ts'
import { TopThree } from './top-three.tsx'

interface PeriodWords {
  readonly option: string
  /** Period at the end of the sentence `Nog geen sales gecodeerd deze maand`: `deze maand`. */
  readonly when: string
}

const words: Record<Period, PeriodWords> = {
  month: { option: 'Deze maand', when: 'deze maand' },
  week: { option: 'Deze week', when: 'deze week' },
  today: { option: 'Vandaag', when: 'vandaag' },
}

const periods = Object.entries(words).map(([value, { option }]) => ({ value: value as Period, label: option }))

/** Schema of the parameter in the page address that chooses the period of the scoreboard. */
const BoardAddress = z.object({ scorebord: z.enum(['month', 'week', 'today']) })

/** Shows who booked most appointments and sold most, of all teams ('Team Scorebord', spec §2, rulings 22 and 27). */
export function Scoreboard() {
  const { filter, setFilter } = useUrlFilter(BoardAddress)
  const { scorebord: period = 'month' } = filter
  const { data, error, refetch } = useScoreboard(period)
  const { when } = words[period]
  return (
    <Card>
      <Row as="header" gap={12} justify="between" below={16}>
        <div>
          <h2>Team Scorebord</h2>
          <Text as="p" size={12} color="soft">
            Prestaties van {when}
          </Text>
        </div>
        <Select
          aria-label="Periode van het scorebord"
          value={period}
          onChange={(next) => setFilter({ scorebord: next })}
          options={periods}
        />
      </Row>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Board scores={data} when={when} period={period} />}
    </Card>
  )
}

interface BoardProps {
  /** Scores; undefined while loading. */
  readonly scores: Scores | undefined
  readonly when: string
  readonly period: Period
}

function Board({ scores, when, period }: BoardProps) {
  const linkFor = useScoreLinks(period)
  if (!scores) return <Skeleton height="320px" />
  const { totals, particulier_appointments: particulier, zakelijk_appointments: zakelijk, sales_total: sales } = scores
  return (
    <Stack gap={16}>
      <Grid as="ul" least={240} gap={12}>
        <Tile icon={<UserRound />} label="Particulier Afspraken" best={particulier[0]} />
        <Tile icon={<Building2 />} label="Zakelijk Afspraken" best={zakelijk[0]} />
        <Tile icon={<ChartNoAxesColumn />} label="Sales Gecodeerd" best={sales[0]} />
      </Grid>
      <dl className={styles.boardTotals}>
        <Total
          label="Particulier"
          value={formatNumber(totals.particulier_appointments)}
          to={linkFor('particulier')()}
        />
        <Total label="Zakelijk" value={formatNumber(totals.zakelijk_appointments)} to={linkFor('zakelijk')()} />
        <Total label="Geregistreerde sales" value={formatNumber(totals.sales_total)} to={linkFor('sales')()} />
        <Total label="Topverkoper" value={sales[0]?.name ?? '-'} to={undefined} />
      </dl>
      <Grid least={240} gap={24}>
        <TopThree
          title="Top 3 Particulier"
          scores={particulier}
          linkTo={linkFor('particulier')}
          empty={`Nog geen particulier afspraken ${when}`}
        />
        <TopThree
          title="Top 3 Zakelijk"
          scores={zakelijk}
          linkTo={linkFor('zakelijk')}
          empty={`Nog geen zakelijk afspraken ${when}`}
        />
        <TopThree
          title="Top 3 Sales"
          scores={sales}
          linkTo={linkFor('sales')}
          empty={`Nog geen sales gecodeerd ${when}`}
        />
      </Grid>
    </Stack>
  )
}

/**
 * Function that returns the page address of the records that a score counts: of the person `userId`, or of everybody
 * if it is absent. Returns undefined where the user may not see all of these records.
 */
export type ScoreLink = (userId?: string) => string | undefined

/**
 * Returns a function that gives the `ScoreLink` of a score. Scores count everybody. An admin gets links to the list of
 * each person and of everybody; other users get only a link to their own list.
 */
function useScoreLinks(period: Period) {
  const { id, role } = useUser()
  const listBehind = useAppointmentsLink()
  const salesBehind = useSalesLink()
  // Appointments count for the person who booked them, sales for the agent (rulings 27).
  return (score: 'particulier' | 'zakelijk' | 'sales'): ScoreLink =>
    (userId) => {
      if (role !== 'admin' && userId !== id) return undefined
      const days = scoreboardRangeOf(period)
      if (score === 'sales') return salesBehind(days, userId ? { agentId: userId } : {})
      return listBehind(days, { ...(userId && { calledBy: userId }), type: score })
    }
}

interface TileProps {
  readonly icon: ReactNode
  readonly label: string
  /** Best score; undefined while nobody has scored. */
  readonly best: Score | undefined
}

/** Shows the person with the best score. */
function Tile({ icon, label, best }: TileProps) {
  return (
    <Row as="li" gap={12} className={styles.boardTile}>
      <Sign accent>{icon}</Sign>
      <Stack as="span" grow>
        <Text size={12} color="soft">
          {label}
        </Text>
        <Text size={14} weight="bold" overflow="truncate">
          {best?.name ?? '-'}
        </Text>
      </Stack>
      {best && (
        <Text size={20} weight="bold" tabular>
          {formatNumber(best.count)}
        </Text>
      )}
    </Row>
  )
}

interface TotalProps {
  readonly label: string
  readonly value: string
  readonly to: string | undefined
}

function Total({ label, value, to }: TotalProps) {
  return (
    <div className={styles.boardTotal}>
      <Text as="dt" size={12} color="soft">
        {label}
      </Text>
      <Text as="dd" size={16} weight="bold" tabular overflow="truncate" className={styles.boardTotalValue}>
        <ListLink to={to}>{value}</ListLink>
      </Text>
    </div>
  )
}
