import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { CardGrid } from '../../ui/layout/card-grid.tsx'
import { EmptyState, type EmptyStateProps } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { TableFooter } from '../../ui/table/data-table-footer.tsx'
import { MoreOnScroll } from '../../ui/table/data-table-more.tsx'
import type { ListState } from '../../ui/table/data-table-types.ts'
import styles from './record-cards.module.css'
import '../../ui/table/data-table.css'
import { useSavedMark } from './saved.ts'
import { useScrollMemory } from './scroll-memory.ts'

interface RecordCardsProps<Row extends { readonly id: string }> {
  readonly list: ListState<Row>
  /** Noun for the records: `{ one: 'partner', many: 'partners' }`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Name of the list for a screen reader. */
  readonly label: string
  /** Minimum width of a card in pixels. */
  readonly least: number
  /** Draws a record as a `Card`; `isMarked` when it was just saved. */
  readonly card: (row: Row, isMarked: boolean) => ReactNode
  readonly empty: EmptyStateProps
  /** Title when filters leave no records. */
  readonly notFound: string
  readonly filtered: boolean
  readonly onReset: () => void
  /** Right side of the footer: a total. */
  readonly summary?: ReactNode
}

/**
 * Shows the records of a list as cards at any width, with states such as loading and empty. Restores the scroll
 * position on return and marks the record that was just saved.
 */
export function RecordCards<Row extends { readonly id: string }>(props: RecordCardsProps<Row>) {
  const { list, noun, label, least, card, filtered } = props
  const { data, hasNextPage } = list
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const ids = useMemo(() => (data ?? []).map(({ id }) => id), [data])
  const marked = useSavedMark(ids)
  useScrollMemory(scroller, label, ids.length > 0)
  if (data === undefined && list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (data?.length === 0) return filtered ? <NotFound {...props} /> : <EmptyState {...props.empty} />
  return (
    <section className="pv-list" aria-label={label} aria-busy={data === undefined}>
      <div ref={setScroller} className={classNames('pv-list-scroller', styles.recordCards)}>
        <CardGrid least={least}>
          {data === undefined ? <Loading /> : data.map((row) => card(row, row.id === marked))}
        </CardGrid>
        <MoreOnScroll list={list} scroller={scroller} />
      </div>
      <TableFooter
        list={list}
        count={`${ids.length} ${ids.length === 1 ? noun.one : noun.many}${hasNextPage === true ? ' geladen' : ''}`}
        summary={props.summary}
      />
    </section>
  )
}

function NotFound({ notFound, onReset }: Pick<RecordCardsProps<never>, 'notFound' | 'onReset'>) {
  return <EmptyState title={notFound} action={<Button onClick={onReset}>Filters wissen</Button>} />
}

const Loading = () =>
  ['48%', '56%', '40%', '52%', '44%', '60%'].map((width) => (
    <Card key={width} title={<Skeleton width={width} />}>
      <Skeleton width="80%" height="72px" />
    </Card>
  ))
