import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { MOST_CHANGED } from '../../../../shared/api/parts/bulk.ts'
import { sales } from '../../../../shared/api/sales.ts'
import type { Sale } from '../../../../shared/sales/schemas.ts'
import { formatNumber } from '../../../lib/format.ts'
import { BulkRunBar } from '../../../records/runs/bulk-run.tsx'
import { type Started, useShownRun } from '../../../records/runs/use-run.ts'
import { toast } from '../../../ui/messages/toast.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { BulkAction } from '../../../ui/table/bulk-bar.tsx'

const NoteManyDialog = onDemand(() => import('./note-many-dialog.tsx').then((m) => m.NoteManyDialog))

/** Parameter of the address that names a run which notes agreements. */
const AGREEMENT = 'akkoord'

interface NoteManyProps {
  readonly selected: readonly Sale[]
  readonly clear: () => void
}

/** Shows the button that notes how the customers of the selected sales agreed (market 69c). */
export function NoteMany({ selected, clear }: NoteManyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = useShownRun(AGREEMENT)

  function open(): void {
    if (selected.length <= MOST_CHANGED) setIsOpen(true)
    else toast({ title: `Kies hoogstens ${formatNumber(MOST_CHANGED)} sales`, tone: 'info' })
  }

  function show(run: Started): void {
    shown.start(run)
    clear()
  }

  return (
    <>
      <BulkAction icon={<PenLine />} onClick={open}>
        Akkoord vastleggen
      </BulkAction>
      {isOpen && <NoteManyDialog selected={selected} onBegun={show} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Shows the run of the address that notes agreements. */
export const AgreementRun = () => (
  <BulkRunBar
    calls={sales}
    noun={{ one: 'sale', many: 'sales' }}
    what={() => 'Akkoord vastleggen'}
    done="vastgelegd"
    parameter={AGREEMENT}
  />
)
