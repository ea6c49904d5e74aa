import { type UseFormReturn, useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { commissions } from '../../../shared/api/commissions.ts'
import type { Commission, CommissionDetails } from '../../../shared/api/schemas/commissions.ts'
import { NewAdjustment } from '../../../shared/api/schemas/pay.ts'
import { useColleagueOptions } from '../../domains/people.ts'
import { formatMoney } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { FormArea, FormMoney } from '../../records/form-controls.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import type { ComboboxOption } from '../../ui/choices/combobox-types.ts'
import { Note } from '../../ui/display/note.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { Corrections } from './amount-explanation.tsx'

/** Schema of the form of a correction, without the id of its commission, which comes from `row`. */
const AdjustmentForm = NewAdjustment.omit({ commissionId: true })

/** Dutch sentence: a correction or a balance below zero is offset against the next payout or invoice. */
const OFFSET_NOTE = 'Wordt verrekend met de volgende uitbetaling of factuur.'

interface AdjustDialogProps {
  /** Commission to correct; the form offers its payees. Absent for a correction without commission. */
  readonly row?: Commission | undefined
  /** Corrections of `row` that were recorded before. */
  readonly noted?: CommissionDetails['corrections'] | undefined
  /** Id of the payee who is chosen at first; by default the first one offered. */
  readonly userId?: string | undefined
  readonly onClose: () => void
}

/**
 * Shows the form that records a correction, of the commission `row` if given, for a payee's next payout or invoice
 * (rulings 39). A correction cannot be changed, only reversed by another.
 */
export function AdjustDialog({ row, noted = [], userId, onClose }: AdjustDialogProps) {
  const adjust = useCommand(commissions.adjust)
  const people = useColleagueOptions(row === undefined)
  const options = row ? payeesOf(row) : people.options
  return (
    <RecordDialog
      kind={row ? `adjustment:${row.id}` : 'adjustment'}
      record={null}
      schema={AdjustmentForm}
      // The amount starts empty, not at 0.
      valuesOf={() => ({ userId: userId ?? options[0]?.value ?? '', amount: null as unknown as number, reason: '' })}
      size="small"
      title="Correctie noteren"
      {...(row ? { description: row.customerName } : {})}
      submit="Noteren"
      save={(values) => adjust.mutateAsync({ body: { ...values, ...(row ? { commissionId: row.id } : {}) } })}
      onSaved={() => {
        toast({ title: 'Correctie genoteerd', description: OFFSET_NOTE })
        onClose()
      }}
      failure={{ fallback: 'De correctie kon niet worden genoteerd.' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {noted.length > 0 && (
            <Note plain>
              <p>Op deze commissie is al genoteerd:</p>
              <Corrections corrections={noted} />
            </Note>
          )}
          <FormField form={form} name="userId" label="Medewerker" required>
            {({ onChange, ...field }) => (
              <Combobox
                {...field}
                onChange={(chosen) => {
                  // The typed amount is what another payee should have got.
                  if (row) form.setValue('amount', null as unknown as number)
                  onChange(chosen)
                }}
                options={options}
                source={people.source}
                placeholder="Kies een medewerker"
                searchPlaceholder="Zoek een medewerker"
              />
            )}
          </FormField>
          {row ? (
            <RightAmount form={form} row={row} noted={noted} />
          ) : (
            <FormMoney
              form={form}
              name="amount"
              label="Bedrag"
              hint="Terug te betalen? Zet er een min voor (-85,00)."
              required
            />
          )}
          <FormArea form={form} name="reason" label="Reden" rows={2} maxLength={500} required />
        </>
      )}
    </RecordDialog>
  )
}

interface RightAmountProps {
  readonly form: UseFormReturn<z.input<typeof AdjustmentForm>, unknown, z.output<typeof AdjustmentForm>>
  readonly row: Commission
  readonly noted: CommissionDetails['corrections']
}

/** Shows the field for the amount that a payee should have got of a commission; the correction is the difference. */
function RightAmount({ form, row, noted }: RightAmountProps) {
  const [userId, amount] = useWatch({ control: form.control, name: ['userId', 'amount'] })
  const asAgent = row.type === 'sale' && userId === row.agentId ? row.agentCommission : 0
  const asCaller = userId === row.callerId ? row.callerCommission : 0
  const paid = (asAgent ?? 0) + (asCaller ?? 0)
  const earlier = noted.filter(({ user }) => user.id === userId)
  const before = toCents(earlier.reduce((sum, one) => sum + one.amount, paid))
  const isTyped = typeof amount === 'number' && Number.isFinite(amount)
  return (
    <FormField
      form={form}
      name="amount"
      label="Had moeten zijn"
      required
      hint={`Was ${formatMoney(before)}${isTyped ? `. Correctie ${formatMoney(amount)}` : ''}`}
    >
      {({ value, onChange, ...field }) => (
        <NumberInput
          {...field}
          value={isTyped ? toCents(before + amount) : value}
          decimals={2}
          start="€"
          onChange={(right) => onChange((right === null ? null : toCents(right - before)) as number)}
        />
      )}
    </FormField>
  )
}

/** Rounds an amount in euros to whole cents. */
const toCents = (amount: number): number => Math.round(amount * 100) / 100

function payeesOf({ type, agentId, agentName, callerId, ownerName }: Commission): ComboboxOption[] {
  const caller = callerId === null ? [] : [{ value: callerId, label: ownerName ?? '', hint: 'Beller', person: true }]
  if (type === 'lead') return caller
  const isBoth = callerId === agentId
  const agent = { value: agentId, label: agentName, hint: isBoth ? 'Agent en beller' : 'Agent', person: true }
  return isBoth ? [agent] : [agent, ...caller]
}
