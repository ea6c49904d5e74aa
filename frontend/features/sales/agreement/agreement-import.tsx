import { Upload } from 'lucide-react'
import { useState } from 'react'
import { sales } from '../../../../shared/api/sales.ts'
import { useCommand } from '../../../lib/query.ts'
import { BarButton } from '../../../ui/buttons/bar-button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const SheetImport = onDemand(() => import('../../../records/imports/sheet-import.tsx').then((m) => m.SheetImport))

/** Shows the button that notes how customers agreed from a sheet with SalesDock IDs (market 69c). */
export function AgreementImport() {
  const [isOpen, setIsOpen] = useState(false)
  const checked = useCommand(sales.checkAgreements)
  const imported = useCommand(sales.importAgreements)
  return (
    <>
      <BarButton label="Akkoorden importeren" icon={<Upload />} isTight onClick={() => setIsOpen(true)} />
      {isOpen && (
        <SheetImport
          title="Akkoorden importeren"
          description="Kolommen: SalesDock ID, akkoord op, soort akkoord, kenmerk, informatie gegeven op, woning. Keur goedgekeurde sales daarna opnieuw goed."
          check={checked.mutateAsync}
          load={imported.mutateAsync}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
