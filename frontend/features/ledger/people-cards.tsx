import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Reconciliation } from '../../../shared/api/ledger.ts'
import { balanceAddress } from '../../domains/addresses.ts'
import { formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import { DifferenceNote } from './difference-note.tsx'
import { type Group, type Line, linesOf, peopleText } from './groups.ts'
import styles from './reconciliation.module.css'

/** Shows a card for each person on screens below 768 px: the closing balance, and whether the month adds up. */
export function PeopleCards({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { lines, groups } = linesOf(reconciliation)
  const { month } = reconciliation
  return (
    <>
      {lines.length > 0 && (
        <Strip as="h2" size={12} weight="bold" color="muted" minHeight={44} padBlock={6}>
          Partners
        </Strip>
      )}
      <Cards label="Partners" lines={lines} month={month} />
      {groups.map((group) => (
        <GroupCards key={group.name} group={group} month={month} />
      ))}
    </>
  )
}

function GroupCards({ group: { name, lines, openAfter }, month }: { readonly group: Group; readonly month: string }) {
  const [isOpen, setOpen] = useState(lines.some(({ differences }) => differences.length > 0))
  return (
    <>
      <Strip as="h2" size={12} weight="bold" color="muted" tabular minHeight={44} padBlock={6}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? <ChevronDown aria-hidden="true" size={15} /> : <ChevronRight aria-hidden="true" size={15} />}
          {name}
          <span className="pv-soft"> · {peopleText(lines.length)}</span>
        </button>
        <span>{formatMoney(openAfter)}</span>
      </Strip>
      {isOpen && <Cards label={name} lines={lines} month={month} />}
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
  )
}
