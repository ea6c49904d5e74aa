import { Building2, ChartNoAxesColumn, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Period, type Score, type Scoreboard as Scores, useScoreboard } from './api.ts'
import { TopThree } from './top-three.tsx'

interface PeriodWords {
  readonly option: string
  /** As in `Nog geen sales gecodeerd deze maand`. */
  readonly when: string
}

const words: Record<Period, PeriodWords> = {
  month: { option: 'Deze maand', when: 'deze maand' },
  week: { option: 'Deze week', when: 'deze week' },
  today: { option: 'Vandaag', when: 'vandaag' },
}

const periods = Object.entries(words).map(([value, { option }]) => ({ value: value as Period, label: option }))

/** 'Team Scorebord': who booked and sold most (spec §2, rulings 22 and 27). */
export function Scoreboard() {
  const [period, setPeriod] = useState<Period>('month')
  const { data, error, refetch } = useScoreboard(period)
  const { when } = words[period]
  return (
    <Card>
      <header className="board-header">
        <div>
          <h2>Team Scorebord</h2>
          <p className="board-period">Prestaties van {when}</p>
        </div>
        <Select aria-label="Periode van het scorebord" value={period} onChange={setPeriod} options={periods} />
      </header>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <Board scores={data} when={when} />}
    </Card>
  )
}

interface BoardProps {
  /** Undefined while on its way. */
  readonly scores: Scores | undefined
  readonly when: string
}

function Board({ scores, when }: BoardProps) {
  if (!scores) return <Skeleton height="320px" />
  const { totals, particulier_appointments: particulier, zakelijk_appointments: zakelijk, sales_total: sales } = scores
  return (
    <div className="board">
      <ul className="board-tiles">
        <Tile icon={<UserRound />} label="Particulier Afspraken" best={particulier[0]} />
        <Tile icon={<Building2 />} label="Zakelijk Afspraken" best={zakelijk[0]} />
        <Tile icon={<ChartNoAxesColumn />} label="Sales Gecodeerd" best={sales[0]} />
      </ul>
      <dl className="board-totals">
        <Total label="Particulier" value={formatNumber(totals.particulier_appointments)} />
        <Total label="Zakelijk" value={formatNumber(totals.zakelijk_appointments)} />
        <Total label="Sales" value={formatNumber(totals.sales_total)} />
        <Total label="Topverkoper" value={sales[0]?.name ?? '-'} />
      </dl>
      <div className="board-lists">
        <TopThree title="Top 3 Particulier" scores={particulier} empty={`Nog geen particulier afspraken ${when}`} />
        <TopThree title="Top 3 Zakelijk" scores={zakelijk} empty={`Nog geen zakelijk afspraken ${when}`} />
        <TopThree title="Top 3 Sales" scores={sales} empty={`Nog geen sales gecodeerd ${when}`} />
      </div>
    </div>
  )
}

interface TileProps {
  readonly icon: ReactNode
  readonly label: string
  /** Who leads; undefined as long as nobody scored. */
  readonly best: Score | undefined
}

/** Who is ahead. */
function Tile({ icon, label, best }: TileProps) {
  return (
    <li className="board-tile">
      <span className="board-tile-icon" aria-hidden="true">
        {icon}
      </span>
      <span className="board-tile-text">
        <span className="board-tile-label">{label}</span>
        <span className="board-tile-name">{best?.name ?? '-'}</span>
      </span>
      {best && <span className="board-tile-count">{formatNumber(best.count)}</span>}
    </li>
  )
}

function Total({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="board-total">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
