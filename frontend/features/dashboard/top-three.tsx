import { formatNumber } from '../../lib/format.ts'
import { Person } from '../../ui/display/avatar.tsx'
import type { Score } from './api.ts'
import { ToList } from './to-list.tsx'

interface TopThreeProps {
  readonly title: string
  /** Scores, best first. */
  readonly scores: readonly Score[]
  readonly empty: string
  /** Returns the address of the list behind a person's score. */
  readonly behind: (userId: string) => string | undefined
}

/** Shows the best three with rank, name and count, in gold, silver and bronze (spec §2). */
export function TopThree({ title, scores, empty, behind }: TopThreeProps) {
  const best = scores.slice(0, 3)
  return (
    <section className="top">
      <h3 className="top-title">{title}</h3>
      {best.length === 0 && <p className="top-empty">{empty}</p>}
      <ol>
        {best.map(({ id, name, count }, index) => (
          <li key={id} className="top-row">
            <span className={`top-rank top-rank-${index + 1}`}>{index + 1}</span>
            <ToList className="top-person" to={behind(id)}>
              <Person id={id} name={name} />
            </ToList>
            <span className="top-count">{formatNumber(count)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
