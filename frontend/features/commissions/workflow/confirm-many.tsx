import { Check } from 'lucide-react'
import { appointments } from '../../../../shared/api/appointments.ts'
import { MOST_CHANGED } from '../../../../shared/api/parts/bulk.ts'
import type { Commission } from '../../../../shared/api/schemas/commissions.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useBulkChange } from '../../../records/runs/use-run.ts'
import { BulkAction } from '../../../ui/table/bulk-bar.tsx'
import { appointmentNoun, CONFIRMATION } from './other-runs.tsx'

interface ConfirmManyProps {
  /** Selected fees for appointments that only the payee marked as held. */
  readonly selected: readonly Commission[]
  readonly clear: () => void
}

/** Shows the button that confirms the appointments of the selected fees, so that these fees count (decision 78). */
export function ConfirmMany({ selected, clear }: ConfirmManyProps) {
  const bulk = useBulkChange<{ isHeld: true }>(useCommand(appointments.changeMany), {
    ...{ most: MOST_CHANGED, noun: appointmentNoun, onBegun: clear, parameter: CONFIRMATION },
    failure: { fallback: 'De afspraken konden niet worden bevestigd.' },
  })
  if (selected.length === 0) return null
  const held = selected.map(({ originalId: id }) => ({ id }))
  return (
    <BulkAction
      icon={<Check />}
      busy={bulk.isPending}
      onClick={() => bulk.fits(held) && void bulk.change(held, { isHeld: true }).catch(() => undefined)}
    >
      {`Bevestigen (${formatNumber(selected.length)})`}
    </BulkAction>
  )
}
