import * as z from 'zod'
import { providers } from '../../../shared/api/parts/trade.ts'
import { sales } from '../../../shared/api/sales.ts'
import { NewRevenueRate, type RevenueRate, revenueRate } from '../../../shared/sales/rates.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'

const RateForm = NewRevenueRate.extend({ provider: z.enum(providers, 'Kies een leverancier') })

interface RevenueRateDialogProps {
  /** Rate to change; null for a new one. */
  readonly rate: RevenueRate | null
  readonly onClose: () => void
}

/**
 * Shows the form that adds or changes a revenue rate: the expected revenue of a sale. Provider and product of an
 * existing rate are fixed.
 */
export function RevenueRateDialog({ rate, onClose }: RevenueRateDialogProps) {
  const create = useCommand(sales.createRevenueRate)
  const update = useCommand(sales.updateRevenueRate)
  return (
    <RecordDialog
      card={revenueRate}
      kind="revenue-rate"
      record={rate}
      schema={RateForm}
      fixed={['scope']}
      save={({ provider, productType, ...values }, base) =>
        base
          ? update.mutateAsync({ params: { id: base.id }, body: values, version: base.version })
          : create.mutateAsync({ body: { provider, productType, ...values } })
      }
      conflict={{ newest: sales.revenueRates }}
      onClose={onClose}
    >
      {(_form, _base, plain) => (
        <>
          <FieldRow>{plain('scope')}</FieldRow>
          <FieldRow>{plain('terms')}</FieldRow>
          {plain('description')}
        </>
      )}
    </RecordDialog>
  )
}
