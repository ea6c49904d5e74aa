import { UNDO_MINUTES } from '../../../../shared/api/parts/bulk.ts'
import { sales } from '../../../../shared/api/sales.ts'
import type { Sale, SaleAgreement } from '../../../../shared/sales/schemas.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import type { Started } from '../../../records/runs/use-run.ts'
import type { SaleFormOf } from '../fields.tsx'
import { SaleForm } from '../form-values.ts'
import { AgreementFields } from './agreement-fields.tsx'

const Agreement = SaleForm.pick({ soldAt: true, confirmedAt: true, confirmation: true, infoGivenAt: true }).refine(
  (values) => Object.values(values).some(Boolean),
  { message: 'Vul ten minste één veld in', path: ['confirmedAt'] },
)

const nothing = { soldAt: '', confirmedAt: '', confirmation: { kind: '', reference: '' }, infoGivenAt: '' } as const

interface NoteManyDialogProps {
  readonly selected: readonly Sale[]
  /** Called with the run when it has started. */
  readonly onBegun: (run: Started) => void
  readonly onClose: () => void
}

/** Shows the form that notes how the customers of several sales agreed; an empty field changes nothing. */
export function NoteManyDialog({ selected, onBegun, onClose }: NoteManyDialogProps) {
  const start = useCommand(sales.changeMany)
  const rows = selected.map(({ id, version }) => ({ id, version }))
  const approved = selected.filter(({ approvedAt }) => approvedAt !== null).length
  return (
    <RecordDialog
      kind="agreements"
      record={null}
      schema={Agreement}
      valuesOf={() => nothing}
      title="Akkoord vastleggen"
      description={`${rows.length === 1 ? '1 sale' : `${formatNumber(rows.length)} sales`}. Leeg = blijft zoals het is.`}
      submit="Vastleggen"
      save={(values) => {
        const filled = Object.entries(values).filter(([, value]) => Boolean(value))
        const agreement = Object.fromEntries(filled) as SaleAgreement
        return start.mutateAsync({ body: { rows, agreement } })
      }}
      onSaved={({ id }) => {
        onBegun({ id, rows: rows.length })
        onClose()
      }}
      failure={{ fallback: 'Het akkoord kon niet worden vastgelegd.' }}
      note={() => (
        <p className="pv-soft">
          {approved > 0 && `${formatNumber(approved)} goedgekeurd: keur die daarna opnieuw goed. `}
          Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.
        </p>
      )}
      onClose={onClose}
    >
      {(form) => <AgreementFields form={form as unknown as SaleFormOf} isMany />}
    </RecordDialog>
  )
}
