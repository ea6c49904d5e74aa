import { memo, type ReactNode } from 'react'
import './data-table.css'
import './data-table-card.css'
import '../layout/layout.css'
import '../layout/text.css'
import { classNames } from '../class-names.ts'
import { Unbroken } from '../layout/unbroken.tsx'
import { Skeleton } from '../messages/skeleton.tsx'
import { SelectBox, type SelectRow } from './data-table-row.tsx'
import type { TableRow } from './use-row-model.ts'

interface CardItemProps<Row extends object> {
  readonly index: number
  readonly row: TableRow<Row>
  readonly card: (row: Row) => ReactNode
  readonly actions: ((row: Row) => ReactNode) | undefined
  readonly marked: boolean
  readonly alarming: boolean
  readonly selected: boolean
  readonly onSelect: SelectRow | undefined
  readonly canSelect: boolean
  readonly onOpen: ((row: Row) => void) | undefined
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** Shows one row of a list as a card; memoised, so it renders again only when the row changes. */
export const CardItem = memo(Item) as typeof Item

function Item<Row extends object>(props: CardItemProps<Row>) {
  const { index, row, card, actions, marked, alarming, selected, onSelect, canSelect, onOpen, measure } = props
  return (
    <li
      ref={measure}
      data-index={index}
      data-row={row.id}
      className={classNames(
        'pv-card-item',
        selected && 'pv-row-selected',
        marked && 'pv-row-marked',
        alarming && 'pv-row-alarming',
      )}
    >
      {onSelect && <SelectBox id={row.id} selected={selected} disabled={!canSelect} onSelect={onSelect} />}
      {onOpen === undefined ? (
        <div className="pv-card-content">{card(row.original)}</div>
      ) : (
        <button type="button" className="pv-card-content pv-card-open" onClick={() => onOpen(row.original)}>
          {card(row.original)}
        </button>
      )}
      {actions && <div className="pv-card-actions pv-beside">{actions(row.original)}</div>}
    </li>
  )
}

interface CardRowProps {
  readonly title: ReactNode
  /** Line under the title. */
  readonly meta?: ReactNode
  /** Content on the right of the title: an amount. */
  readonly end?: ReactNode
  /** Content on the right, under `end`: a `Badge`. */
  readonly badge?: ReactNode
}

/** Shows the usual content of a card in a list: two lines, an amount and a status. */
export function CardRow({ title, meta, end, badge }: CardRowProps) {
  return (
    <span className="pv-card-row">
      <span className="pv-text-14 pv-weight-strong pv-truncate">{title}</span>
      <span className="pv-card-row-end pv-text-14 pv-weight-strong pv-tabular">{end}</span>
      <span className="pv-card-row-meta pv-text-12 pv-color-muted pv-break">
        {typeof meta === 'string' ? <Unbroken>{meta}</Unbroken> : meta}
      </span>
      <span className="pv-card-row-end pv-text-14 pv-weight-strong pv-tabular">{badge}</span>
    </span>
  )
}

/** Shows placeholder cards while the list is loading. */
export function CardSkeleton({ label }: { readonly label: string }) {
  return (
    <ul className="pv-cards" aria-label={label}>
      {['62%', '48%', '70%', '55%', '66%', '50%', '60%', '45%'].map((width) => (
        <li key={width} className="pv-card-item" aria-hidden="true">
          <div className="pv-card-content">
            <CardRow
              title={<Skeleton width={width} />}
              meta={<Skeleton width="70%" height="10px" />}
              end={<Skeleton width="64px" />}
              badge={<Skeleton width="80px" height="18px" />}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
