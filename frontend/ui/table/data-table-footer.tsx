import type { ReactNode } from 'react'
import './data-table.css'
import '../layout/layout.css'
import '../layout/text.css'
import { Button } from '../buttons/button.tsx'
import type { ListState } from './data-table-types.ts'

interface TableFooterProps {
  readonly list: ListState<object>
  readonly count: ReactNode
  readonly summary: ReactNode
  readonly moreText?: string | undefined
}

/**
 * Shows the number of rows of a list, a total and the button for the next page. Reports when the next page or a refetch
 * failed.
 */
export function TableFooter({ list, count, summary, moreText = 'Meer laden' }: TableFooterProps) {
  const loading = list.data === undefined
  const more = !loading && list.hasNextPage === true && list.fetchNextPage !== undefined
  const failed = !loading && list.isError
  if (count === undefined && summary === undefined && !more && !failed) return null
  return (
    <footer className="pv-list-footer pv-line-above pv-beside pv-text-12 pv-color-muted">
      <span className="pv-nowrap">{loading ? '' : count}</span>
      {more && (
        <Button
          size="small"
          className={failed ? '' : 'pv-list-more'}
          busy={list.isFetchingNextPage ?? false}
          onClick={() => void list.fetchNextPage?.()}
        >
          {moreText}
        </Button>
      )}
      {failed && <span role="alert">Laden is niet gelukt. Probeer het opnieuw.</span>}
      <span className="pv-list-summary pv-tabular">{loading ? '' : summary}</span>
    </footer>
  )
}
