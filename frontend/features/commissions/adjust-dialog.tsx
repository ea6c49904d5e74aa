import * as z from 'zod'
import type { Commission } from '../../../shared/contract/commissions.ts'
import { requiredText } from '../../../shared/contract/fields.ts'
import { isEuros } from '../../../shared/money.ts'
import { usePayeeOptions } from '../../domains/people.ts'
import { RecordDialog } from '../../records/record-dialog.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { FormField } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdjust } from './api.ts'

const AdjustmentForm = z.object({
  userId: requiredText('Kies een medewerker', 128),
  amount: z
    .number('Vul een bedrag in')
    .min(-100_000, 'Vul een kleiner bedrag in')
    .max(100_000, 'Vul een kleiner bedrag in')
    .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
    .refine((amount) => amount !== 0, 'Vul een bedrag in'),
  reason: requiredText('Vul een reden in', 500),
})

interface AdjustDialogProps {
  /** The row that it is about; one of its people is corrected then. */
  readonly row?: Commission | undefined
  /** Whose it is, where that is known. */
  readonly userId?: string | undefined
  readonly onClose: () => void
}

/** Notes a later loss or gain, netted in the next payment (rulings 39). It is never changed, only countered. */
export function AdjustDialog({ row, userId, onClose }: AdjustDialogProps) {
  const adjust = useAdjust()
  const people = usePayeeOptions(row === undefined)
  const options = row ? payeesOf(row) : people.options
  return (
    <RecordDialog
      kind={row ? `adjustment:${row.id}` : 'adjustment'}
      record={null}
      schema={AdjustmentForm}
      // An amount is typed: nothing stands in its place until then.
      valuesOf={() => ({ userId: userId ?? options[0]?.value ?? '', amount: null as unknown as number, reason: '' })}
      size="small"
      title="Correctie noteren"
      {...(row ? { description: row.customerName } : {})}
      submit="Noteren"
      save={(values) => adjust.mutateAsync({ body: { ...values, ...(row ? { commissionId: row.id } : {}) } })}
      onSaved={() => {
        toast({ title: 'Correctie genoteerd', description: 'Wordt verrekend met de volgende uitbetaling.' })
        onClose()
      }}
      failure={{ fallback: 'De correctie kon niet worden genoteerd.' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="userId" label="Medewerker" required>
            {(field) => (
              <Combobox
                {...field}
                options={options}
                source={people.source}
                placeholder="Kies een medewerker"
                searchPlaceholder="Zoek een medewerker"
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="amount"
            label="Bedrag"
            required
            hint="Met een min ervoor als er iets terug moet, zoals -85,00"
          >
            {({ onChange, ...field }) => (
              <NumberInput {...field} decimals={2} start="€" onChange={(value) => onChange(value as number)} />
            )}
          </FormField>
          <FormField form={form} name="reason" label="Reden" required>
            {(field) => <TextArea {...field} rows={2} maxLength={500} />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}

function payeesOf({ type, agentId, agentName, callerId, ownerName }: Commission): ComboboxOption[] {
  const caller = callerId === null ? [] : [{ value: callerId, label: ownerName ?? '', hint: 'Beller', person: true }]
  return type === 'lead' ? caller : [{ value: agentId, label: agentName, hint: 'Agent', person: true }, ...caller]
}
