import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/contract/ledger.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardRow } from '../../ui/data-table-card.tsx'
import { DifferenceNote } from './difference-note.tsx'
import { type Line, linesOf } from './groups.ts'

/** The month of each person below 768 px: what is open at its end, and whether that adds up. */
export function PeopleCards({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { lines, groups } = linesOf(reconciliation)
  const { month } = reconciliation
  return (
    <>
      <Cards label="Partners" lines={lines} month={month} />
      {groups.map(({ name, lines: theirs }) => (
        <Cards key={name} label={name} lines={theirs} month={month} />
      ))}
    </>
  )
}

interface CardsProps {
  readonly label: string
  readonly lines: readonly Line[]
  readonly month: string
}

function Cards({ label, lines, month }: CardsProps) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="reconciliation-group">{label}</h3>
      <ul className="pv-cards" aria-label={label}>
        {lines.map((line) => {
          const isOff = line.differences.length > 0
          return (
            <li key={line.id} className={isOff ? 'pv-card-item pv-row-alarming' : 'pv-card-item'}>
              <div className="pv-card-content">
                <CardRow
                  title={<Link to={balanceAddress(line.id, month)}>{line.name}</Link>}
                  meta={[line.note, `verdiend ${formatMoney(line.earned)}`].filter((part) => part !== null).join(' · ')}
                  end={formatMoney(line.openAfter)}
                  badge={<Badge tone={isOff ? 'bad' : 'ok'}>{isOff ? 'Verschil' : 'Sluit aan'}</Badge>}
                />
                {line.differences.map((difference) => (
                  <DifferenceNote key={`${difference.title}-${difference.text}`} difference={difference} />
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
