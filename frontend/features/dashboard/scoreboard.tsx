import { Building2, ChartNoAxesColumn, UserRound } from 'lucide-react'
import * as z from 'zod'
import { useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { type Period, type Scoreboard as Scores, useScoreboard } from './api.ts'
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
  const linkFor = useScoreLink(period)
  if (!scores) return <Skeleton height="320px" />
  const { totals, particulier_appointments: particulier, zakelijk_appointments: zakelijk, sales_total: sales } = scores
  return (
    <Stack gap={16}>
      <Grid least={240} gap={24}>
        <TopThree
          icon={<UserRound />}
          title="Particulier Afspraken"
          total={totals.particulier_appointments}
          scores={particulier}
          to={linkFor('particulier')}
          empty={`Nog geen particulier afspraken ${when}`}
        />
        <TopThree
          icon={<Building2 />}
          title="Zakelijk Afspraken"
          total={totals.zakelijk_appointments}
          scores={zakelijk}
          to={linkFor('zakelijk')}
          empty={`Nog geen zakelijk afspraken ${when}`}
        />
        <TopThree
          icon={<ChartNoAxesColumn />}
          title="Sales Gecodeerd"
          total={totals.sales_total}
          scores={sales}
          to={linkFor('sales')}
          empty={`Nog geen sales gecodeerd ${when}`}
        />
      </Grid>
      <Row as="dl" gap={8} size={13}>
        <Text as="dt" color="soft">
          Topverkoper
        </Text>
        <Text as="dd" weight="bold" overflow="truncate">
          {sales[0]?.name ?? '-'}
        </Text>
      </Row>
    </Stack>
  )
}

/**
 * Returns a function that gives the address of the list of what everybody scored; undefined for who is no admin, as
 * scores count everybody.
 */
function useScoreLink(period: Period) {
  const { role } = useUser()
  const listBehind = useAppointmentsLink()
  const salesBehind = useSalesLink()
  return (score: 'particulier' | 'zakelijk' | 'sales'): string | undefined => {
    if (role !== 'admin') return undefined
    const days = scoreboardRangeOf(period)
    return score === 'sales' ? salesBehind(days) : listBehind(days, { type: score })
  }
}
