import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Sign } from '../../ui/display/sign.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import type { Score } from './api.ts'
import styles from './dashboard.module.css'
import { ListLink } from './list-link.tsx'

interface TopThreeProps {
  readonly icon: ReactNode
  readonly title: string
  /** Score of everybody together. */
  readonly total: number
  /** Scores, best first. */
  readonly scores: readonly Score[]
  readonly empty: string
  /** Address of the list of what everybody scored; undefined without such a list. */
  readonly to: string | undefined
}

/** Shows what everybody scored, and the three best people with rank, name and count, in gold, silver and bronze (spec §2). */
export function TopThree({ icon, title, total, scores, empty, to }: TopThreeProps) {
  const best = scores.slice(0, 3)
  return (
    <section>
      <Row gap={12} className={styles.boardTile}>
        <Sign accent>{icon}</Sign>
        <Text as="h3" size={13} grow>
          {title}
        </Text>
        <Text as={ListLink} size={20} weight="bold" tabular to={to}>
          {formatNumber(total)}
        </Text>
      </Row>
      {best.length === 0 && (
        <Text as="p" size={13} color="soft" padBlock={12}>
          {empty}
        </Text>
      )}
      <Stack as="ol" lined>
        {best.map(({ id, name, count }, index) => (
          <Row key={id} as="li" gap={10} className={styles.topRow}>
            <span className={classNames(styles.topRank, 'pv-middle pv-rigid pv-text-12 pv-weight-bold')}>
              {index + 1}
            </span>
            <Text grow overflow="truncate">
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
