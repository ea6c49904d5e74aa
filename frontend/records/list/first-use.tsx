import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import type { ListState } from '../../ui/table/data-table-types.ts'

/**
 * Tells whether a list has no rows although no filter is on. The screen then shows the first step instead of filters
 * and figures. `showFilters` is a button that shows those anyway, because older rows may lie outside the usual period.
 */
export function useFirstUse({ data }: Pick<ListState<unknown>, 'data'>, filtered: boolean) {
  const [wanted, setWanted] = useState(false)
  return {
    isFirstUse: data?.length === 0 && !filtered && !wanted,
    showFilters: (
      <Button tone="ghost" onClick={() => setWanted(true)}>
        Filters tonen
      </Button>
    ),
  }
}
