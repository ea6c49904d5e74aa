import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import type { ListState } from '../../ui/table/data-table-types.ts'

/**
 * Tells whether a list has no rows although no filter is on. The screen then shows the first step instead of filters
 * and figures. `firstStep` returns the action of the empty list: the given button, and one that shows the filters
 * anyway, because older rows may lie outside the usual period.
 */
export function useFirstUse({ data }: Pick<ListState<unknown>, 'data'>, filtered: boolean) {
  const [wanted, setWanted] = useState(false)
  const isFirstUse = data?.length === 0 && !filtered && !wanted
  const showFilters = (
    <Button tone="ghost" onClick={() => setWanted(true)}>
      Filters tonen
    </Button>
  )
  const firstStep = (step: ReactNode) => ({
    action: (
      <>
        {step}
        {showFilters}
      </>
    ),
  })
  return { isFirstUse, firstStep: (step: ReactNode) => (isFirstUse ? firstStep(step) : {}) }
}
