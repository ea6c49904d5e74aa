import { formatNumber } from '../../lib/format.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import type { Score } from './api.ts'
import styles from './dashboard.module.css'
import { ListLink } from './list-link.tsx'

interface TopThreeProps {
  readonly title: string
  /** Scores, best first. */
  readonly scores: readonly Score[]
  readonly empty: string
  /** Returns the page address of the list of the records that a person's score counts. */
  readonly linkTo: (userId: string) => string | undefined
}

/** Shows the three best people with rank, name and count, in gold, silver and bronze (spec §2). */
export function TopThree({ title, scores, empty, linkTo }: TopThreeProps) {
  const best = scores.slice(0, 3)
  return (
    <section>
      <Text as="h3" size={13} below={4}>
        {title}
      </Text>
      {best.length === 0 && (
        <Text as="p" size={13} color="soft" padBlock={12}>
          {empty}
        </Text>
      )}
      <Stack as="ol" lined>
        {best.map(({ id, name, count }, index) => (
          <Row key={id} as="li" gap={10} className={styles.topRow}>
            <span className={styles.topRank}>{index + 1}</span>
            <Text as={ListLink} grow overflow="truncate" to={linkTo(id)}>
              {name}
            </Text>
            <Text weight="bold" tabular>
              {formatNumber(count)}
            </Text>
          </Row>
        ))}
      </Stack>
    </section>
  )
}
