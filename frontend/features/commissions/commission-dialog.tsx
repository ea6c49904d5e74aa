import { useState } from 'react'
import * as z from 'zod'
import {
  type Commission,
  type CommissionStep,
  commissionStatusLabels,
  commissionSteps,
} from '../../../shared/contract/commissions.ts'
import { CommissionAmounts } from '../../../shared/contract/sales.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { refreshCommissions } from '../../domains/commissions.ts'
import { tellPartlyPaid, useOwnInvoice } from '../../domains/own-invoice.tsx'
import { formatMoney } from '../../lib/format.ts'
import { differencesOf } from '../../records/differences.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldRow } from '../../ui/field.tsx'
import { FormField } from '../../ui/form.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { newestOf, useChangeCommission } from './api.ts'
import { Conversation } from './conversation.tsx'
import { PaidDialog } from './paid-dialog.tsx'

/** The caller's may be left empty, which is nothing. */
const CommissionForm = CommissionAmounts.extend({
  callerCommission: CommissionAmounts.shape.callerCommission.nullable(),
  status: z.enum(commissionSteps),
})

/** The step of a row among the four; pending and approved stand at the first (rulings 36). */
const stepOf = ({ status }: Commission): CommissionStep => commissionSteps.find((step) => step === status) ?? 'nieuw'

interface CommissionDialogProps {
  readonly row: Commission
  readonly onClose: () => void
}

/** Amounts and status of one commission, with what was asked about it (spec §5). */
export function CommissionDialog({ row, onClose }: CommissionDialogProps) {
  const change = useChangeCommission()
  const [adjusting, setAdjusting] = useState(false)
  const { customerName, agentName, ownerName } = row
  const { pay, question } = useOwnInvoice({ customerName, payees: [agentName, ownerName] })
  if (adjusting) return <AdjustDialog row={row} onClose={onClose} />
  if (row.status === 'uitbetaald' || row.status === 'rejected') {
    return <PaidDialog row={row} onAdjust={() => setAdjusting(true)} onClose={onClose} />
  }

  async function save(values: z.output<typeof CommissionForm>, base: Commission | null) {
    const body = changesOf(values, base ?? row)
    const { status } = await pay((more) =>
      change.mutateAsync({ params: { id: row.id }, body: { ...body, ...more }, version: (base ?? row).version }),
    )
    return { isWhole: body.status === undefined || status === body.status }
  }

  return (
    <>
      <RecordDialog
        kind="commission"
        record={row}
        schema={CommissionForm}
        valuesOf={valuesOf}
        title="Commissie bewerken"
        description={customerName}
        submit="Bijwerken"
        save={save}
        onSaved={({ isWhole }) => {
          if (isWhole) toast({ title: 'Commissie bijgewerkt' })
          else tellPartlyPaid(customerName)
          onClose()
        }}
        failure={{ fallback: 'Er ging iets mis bij het bijwerken van de commissie.' }}
        conflict={{
          newest: newestOf,
          changes: differences,
          gone: 'De commissie is niet meer te vinden.',
          refresh: refreshCommissions,
        }}
        onClose={onClose}
      >
        {(form) => {
          const [agent, caller] = form.watch(['agentCommission', 'callerCommission'])
          return (
            <>
              <FieldRow>
                {row.type === 'sale' && (
                  <FormField form={form} name="agentCommission" label="Agent commissie" required>
                    {({ onChange, ...field }) => (
                      <NumberInput {...field} decimals={2} start="€" onChange={(value) => onChange(value as number)} />
                    )}
                  </FormField>
                )}
                {row.callerId !== null && (
                  <FormField form={form} name="callerCommission" label="Caller commissie">
                    {(field) => <NumberInput {...field} decimals={2} start="€" />}
                  </FormField>
                )}
              </FieldRow>
              <p className="commissions-total">
                <span>Totaal</span>
                <strong>{formatMoney((agent || 0) + (caller || 0))}</strong>
              </p>
              <FormField form={form} name="status" label="Status">
                {(field) => (
                  <Select
                    {...field}
                    options={commissionSteps.map((value) => ({ value, label: commissionStatusLabels[value] }))}
                  />
                )}
              </FormField>
              <FormField form={form} name="reason" label="Reden" hint="Waarom het bedrag afwijkt van het tarief">
                {(field) => <TextInput {...field} maxLength={500} />}
              </FormField>
              <div className="commissions-more">
                <Button size="small" onClick={() => setAdjusting(true)}>
                  Correctie noteren
                </Button>
                {row.type === 'sale' && (
                  <LinkButton to={saleAddress(row.originalId)} tone="ghost">
                    Sale bekijken
                  </LinkButton>
                )}
              </div>
              <Conversation commissionId={row.id} mayAnswer />
            </>
          )
        }}
      </RecordDialog>
      {question}
    </>
  )
}

const valuesOf = (known: Commission | null) => ({
  agentCommission: known?.agentCommission ?? 0,
  callerCommission: known?.callerCommission ?? 0,
  reason: '',
  status: known ? stepOf(known) : ('nieuw' as const),
})

/** What differs from the row: both amounts where one does (rulings 38), the status where another step was chosen. */
function changesOf({ status, reason, ...given }: z.output<typeof CommissionForm>, row: Commission) {
  const before = valuesOf(row)
  const amounts = { agentCommission: given.agentCommission, callerCommission: given.callerCommission ?? 0 }
  const isOther =
    amounts.agentCommission !== before.agentCommission || amounts.callerCommission !== before.callerCommission
  return {
    ...(isOther ? amounts : {}),
    ...(status === before.status ? {} : { status }),
    ...(reason ? { reason } : {}),
  }
}

const labels = {
  status: 'Status',
  agentCommission: 'Agent commissie',
  callerCommission: 'Caller commissie',
} as const

const differences = (before: Commission, after: Commission): string[] =>
  differencesOf(labels, before, after, (name) =>
    name === 'status' ? commissionStatusLabels[after.status] : formatMoney(after[name]),
  )
