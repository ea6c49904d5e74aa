import { sales } from '../../../shared/api/sales.ts'
import { CommissionAmounts } from '../../../shared/api/schemas/sales.ts'
import { sale as card } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { APPROVAL_ENDS } from '../../domains/approval.tsx'
import { REASON_HINT } from '../../domains/commissions.ts'
import { formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { FormMoney, FormText } from '../../records/form-controls.tsx'
import { Total } from '../../ui/display/sums.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { findChangedFields } from './form-values.ts'

/** Schema of the form; an empty amount of the caller counts as zero. */
const AmountsForm = CommissionAmounts.extend({ callerCommission: CommissionAmounts.shape.callerCommission.nullable() })

/** Shows the form that sets the commissions of a sale by hand (spec §5, rulings 40). */
export function CommissionDialog({ sale, onClose }: { readonly sale: Sale; readonly onClose: () => void }) {
  const change = useCommand(sales.commission)
  return (
    <RecordDialog
      card={card}
      kind="sale-commission"
      record={sale}
      schema={AmountsForm}
      valuesOf={(known) => ({
        agentCommission: known?.agentCommission ?? 0,
        callerCommission: known?.callerCommission ?? 0,
        reason: '',
      })}
      size="small"
      title="Commissie bewerken"
      description={sale.customerName}
      save={(values, base) =>
        change.mutateAsync({
          params: { id: sale.id },
          body: { ...values, callerCommission: sale.caller ? (values.callerCommission ?? 0) : undefined },
          version: base?.version ?? sale.version,
        })
      }
      saved="Commissie bijgewerkt"
      failure={{ fallback: 'Er is een fout opgetreden bij het bijwerken van de commissie.' }}
      conflict={{ newest: sales.get, changes: findChangedFields }}
      onClose={onClose}
    >
      {(form) => {
        const [agent, caller] = form.watch(['agentCommission', 'callerCommission'])
        return (
          <>
            <FieldRow>
              <FormMoney form={form} name="agentCommission" label="Agent commissie" required />
              {sale.caller && <FormMoney form={form} name="callerCommission" label="Beller commissie" />}
            </FieldRow>
            <Total label="Totaal" amount={formatMoney((agent || 0) + (caller || 0))} />
            {sale.approvedAt !== null && form.formState.isDirty && (
              <Text as="p" size={12} weight="medium" color="warn">
                {APPROVAL_ENDS}
              </Text>
            )}
            <FormText form={form} name="reason" label="Reden" hint={REASON_HINT} maxLength={500} />
          </>
        )
      }}
    </RecordDialog>
  )
}
