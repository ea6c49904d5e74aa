import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { commissions } from '../../../shared/api/commissions.ts'
import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { Commission } from '../../../shared/api/schemas/commissions.ts'
import { CommissionAmounts } from '../../../shared/api/schemas/sales.ts'
import { type CommissionStep, commissionSteps } from '../../../shared/sales/commission-steps.ts'
import { APPROVAL_ENDS } from '../../domains/approval.tsx'
import { REASON_HINT } from '../../domains/commissions.ts'
import { PayOneDialog } from '../../domains/pay/pay-one-dialog.tsx'
import { formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { differencesOf } from '../../records/differences.ts'
import { FormMoney, FormText } from '../../records/form-controls.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Total } from '../../ui/display/sums.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'

/** Schema of the form. The amount of the caller may be empty, which counts as zero. */
const CommissionForm = CommissionAmounts.extend({
  callerCommission: CommissionAmounts.shape.callerCommission.nullable(),
  status: z.enum(commissionSteps),
})

/**
 * Returns which of the four steps a commission is in; any other status, such as pending, counts as nieuw (rulings 36).
 */
const stepOf = ({ status }: Commission): CommissionStep => commissionSteps.find((step) => step === status) ?? 'nieuw'

interface CommissionDialogProps {
  readonly row: Commission
  readonly onClose: () => void
}

/**
 * Shows the form for the amounts and status of one commission (spec §5). Choosing `uitbetaald` (paid out) saves the
 * other changes, then opens the payment dialog.
 */
export function CommissionDialog({ row, onClose }: CommissionDialogProps) {
  const change = useCommand(commissions.update)
  const [saved, setSaved] = useState<Commission | null>(null)
  if (saved) {
    const { id, version, customerName } = saved
    const pay = (more: object) =>
      change.mutateAsync({ params: { id }, body: { status: 'uitbetaald', ...more }, version })
    return <PayOneDialog id={id} customerName={customerName} pay={pay} onClose={onClose} />
  }

  async function save(values: z.output<typeof CommissionForm>, base: Commission | null) {
    const before = base ?? row
    const body = changesOf(values, before)
    const isPaying = values.status === 'uitbetaald'
    // Without changes there is nothing to save before the payout.
    if (isPaying && Object.keys(body).length === 0) return { after: before, isPaying }
    const { id, version } = before
    return { after: await change.mutateAsync({ params: { id }, body, version }), isPaying }
  }

  return (
    <RecordDialog
      kind="commission"
      record={row}
      schema={CommissionForm}
      valuesOf={valuesOf}
      title="Commissie bewerken"
      description={row.customerName}
      save={save}
      onSaved={({ after, isPaying }) => {
        if (isPaying) setSaved(after)
        else {
          toast({ title: 'Commissie bijgewerkt' })
          onClose()
        }
      }}
      failure={{ fallback: 'Er ging iets mis bij het bijwerken van de commissie.' }}
      conflict={{
        newest: commissions.get,
        changes: findChangedFields,
        gone: 'De commissie is niet meer te vinden.',
      }}
      onClose={onClose}
    >
      {(form) => <Fields form={form} row={row} />}
    </RecordDialog>
  )
}

interface FieldsProps {
  readonly form: UseFormReturn<z.input<typeof CommissionForm>, unknown, z.output<typeof CommissionForm>>
  readonly row: Commission
}

function Fields({ form, row }: FieldsProps) {
  const [agent, caller] = form.watch(['agentCommission', 'callerCommission'])
  return (
    <>
      <FieldRow>
        {row.type === 'sale' && <FormMoney form={form} name="agentCommission" label="Agent commissie" required />}
        {row.callerId !== null && <FormMoney form={form} name="callerCommission" label="Beller commissie" />}
      </FieldRow>
      <Total label="Totaal" amount={formatMoney((agent || 0) + (caller || 0))} />
      {row.approvedAt !== null && isChanged(form.formState.dirtyFields) && (
        <Text as="p" size={12} weight="medium" color="warn">
          {APPROVAL_ENDS}
        </Text>
      )}
      <FormText form={form} name="reason" label="Reden" hint={REASON_HINT} maxLength={500} />
      <FormField form={form} name="status" label="Status">
        {(field) => (
          <Select {...field} options={commissionSteps.map((value) => ({ value, label: saleStatusLabels[value] }))} />
        )}
      </FormField>
    </>
  )
}

const isChanged = (dirty: { readonly agentCommission?: boolean; readonly callerCommission?: boolean }): boolean =>
  dirty.agentCommission === true || dirty.callerCommission === true

const valuesOf = (known: Commission | null) => ({
  agentCommission: known?.agentCommission ?? 0,
  callerCommission: known?.callerCommission ?? 0,
  reason: '',
  status: known ? stepOf(known) : ('nieuw' as const),
})

/**
 * Returns the changed fields for the request: both amounts with the reason if one differs (rulings 38), and a new
 * status. Replaces `uitbetaald` (paid out) by the status before it, because the payment dialog sets `uitbetaald`.
 */
function changesOf({ status: chosen, reason, ...given }: z.output<typeof CommissionForm>, row: Commission) {
  const before = valuesOf(row)
  const status = chosen === 'uitbetaald' ? 'klaar_voor_uitbetaling' : chosen
  const amounts = { agentCommission: given.agentCommission, callerCommission: given.callerCommission ?? 0 }
  const isOther =
    amounts.agentCommission !== before.agentCommission || amounts.callerCommission !== before.callerCommission
  return {
    ...(isOther ? amounts : {}),
    ...(status === before.status ? {} : { status }),
    ...(isOther && reason ? { reason } : {}),
  }
}

const labels = {
  status: 'Status',
  agentCommission: 'Agent commissie',
  callerCommission: 'Beller commissie',
} as const

const findChangedFields = (before: Commission, after: Commission): string[] =>
  differencesOf(labels, before, after, (name) =>
    name === 'status' ? saleStatusLabels[after.status] : formatMoney(after[name]),
  )
