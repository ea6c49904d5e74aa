import { formatNumber } from '../../lib/format.ts'
import { Person } from '../../ui/avatar.tsx'
import type { Score } from './api.ts'

interface TopThreeProps {
  readonly title: string
  /** Best first. */
  readonly scores: readonly Score[]
  readonly empty: string
}

/** The best three with rank, name and count; gold, silver and bronze (spec §2). */
export function TopThree({ title, scores, empty }: TopThreeProps) {
  const best = scores.slice(0, 3)
  return (
    <section className="top">
      <h3 className="top-title">{title}</h3>
      {best.length === 0 && <p className="top-empty">{empty}</p>}
      <ol>
        {best.map(({ id, name, count }, index) => (
          <li key={id} className="top-row">
            <span className={`top-rank top-rank-${index + 1}`}>{index + 1}</span>
            <Person id={id} name={name} />
            <span className="top-count">{formatNumber(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
