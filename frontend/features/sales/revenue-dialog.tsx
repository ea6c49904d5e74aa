import { sales } from '../../../shared/api/sales.ts'
import { ReceivedRevenue } from '../../../shared/api/schemas/sales.ts'
import { sale as card } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { findChangedFields } from './form-values.ts'

/**
 * Shows the form for the amount that the provider paid for a sale. Without this amount, the sale counts for the revenue
 * expected by the rate.
 */
export function RevenueDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }) {
  const change = useCommand(sales.revenue)
  const expected = sale.revenue?.expected ?? null
  return (
    <RecordDialog
      card={card}
      kind="sale-revenue"
      record={sale}
      schema={ReceivedRevenue}
      valuesOf={(known) => ({ received: known?.revenue?.received ?? null })}
      size="small"
      title="Ontvangen bedrag"
      description={sale.customerName}
      save={(body, base) =>
        change.mutateAsync({ params: { id: sale.id }, body, version: base?.version ?? sale.version })
      }
      saved="Ontvangen bedrag bijgewerkt"
      failure={{ fallback: 'Het ontvangen bedrag kon niet worden opgeslagen.' }}
      conflict={{ newest: sales.get, changes: findChangedFields }}
      onClose={onClose}
    >
      {(form) => (
        <FormField
          form={form}
          name="received"
          label="Ontvangen van de leverancier"
          hint={expected === null ? 'Leeg = nog niet ontvangen' : `Leeg = tarief van ${formatMoney(expected)}`}
        >
          {(field) => <NumberInput {...field} decimals={2} start="€" />}
        </FormField>
      )}
    </RecordDialog>
  )
}
