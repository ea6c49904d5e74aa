import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod'
import { commissions } from '../../../../shared/api/commissions.ts'
import type { Balance } from '../../../../shared/api/ledger.ts'
import type { OwnInvoiceSums } from '../../../../shared/api/schemas/own-invoice.ts'
import { NewRepayment, repaymentWayLabels, repaymentWays } from '../../../../shared/api/schemas/pay.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormDate, FormText } from '../../../records/form-controls.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { today } from '../../../ui/dates/calendar-days.ts'
import { FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'

const RepaymentForm = NewRepayment.omit({ userId: true })

const ways = repaymentWays.map((value) => ({ value, label: repaymentWayLabels[value] }))

/**
 * Shows the form that settles a person's negative balance, whole or in part. It asks for the amount, and for the way of
 * repayment or the number of the person's credit invoice.
 */
export function RepayDialog({ balance, onClose }: { readonly balance: Balance; readonly onClose: () => void }) {
  const repay = useCommand(commissions.repay)
  const { userId, user, payoutMethod, open } = balance
  const [name, isOwnInvoice] = [fullNameOf(user), payoutMethod === 'own-invoice']
  return (
    <RecordDialog
      kind={`repayment:${userId}`}
      record={null}
      schema={RepaymentForm}
      valuesOf={() => ({
        ...{ amount: -open, way: 'withheld' as const },
        ...(isOwnInvoice && {
          ownInvoiceNumber: '',
          ownInvoiceSums: { date: today(), amount: -open } as OwnInvoiceSums,
        }),
      })}
      given={['amount']}
      size="small"
      title="Saldo afrekenen"
      description={`${name} staat ${formatMoney(-open)} onder nul.`}
      submit="Afrekenen"
      save={({ way, amount, ...own }) =>
        repay.mutateAsync({ body: { userId, amount, ...(isOwnInvoice ? own : { way }) } })
      }
      onSaved={({ amount, open: left }) => {
        const rest = left < 0 ? ` Er staat nog ${formatMoney(-left)} onder nul.` : ''
        toast({ title: 'Saldo afgerekend', description: `${formatMoney(amount)} van ${name}.${rest}` })
        onClose()
      }}
      failure={{ fallback: 'Het saldo kon niet worden afgerekend.' }}
      note={(form) => {
        const [amount, way = 'withheld'] = form.watch(['amount', 'way'])
        const how = isOwnInvoice ? 'met een eigen creditfactuur' : howTexts[way]
        return (
          <Text as="p" size={13} color="muted" padInline={20} below={12} role="status">
            {amount > 0 ? `${formatMoney(amount)} van ${name} wordt geboekt als ${how}. ` : null}Dit kan niet terug.
          </Text>
        )
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="amount" label={isOwnInvoice ? 'Bedrag zonder btw' : 'Bedrag'} required>
            {({ onChange, ...field }) => (
              <NumberInput
                {...field}
                decimals={2}
                start="€"
                onChange={(value) => {
                  onChange(value as number)
                  if (isOwnInvoice) form.setValue('ownInvoiceSums.amount', value as number)
                }}
              />
            )}
          </FormField>
          {isOwnInvoice ? (
            <CreditFields form={form} />
          ) : (
            <FormField form={form} name="way" label="Hoe">
              {({ value, onChange }) => (
                <SegmentedControl value={value ?? 'withheld'} onChange={onChange} options={ways} />
              )}
            </FormField>
          )}
        </>
      )}
    </RecordDialog>
  )
}

type Repay = typeof RepaymentForm

interface CreditFieldsProps {
  readonly form: UseFormReturn<z.input<Repay>, unknown, z.output<Repay>>
}

/** Shows the fields for the credit invoice of a zzp'er, whose amount is that of the repayment. */
const CreditFields = ({ form }: CreditFieldsProps) => (
  <>
    <FormField form={form} name="ownInvoiceSums.vat" label="Btw" required>
      {({ onChange, ...field }) => (
        <NumberInput {...field} decimals={2} start="€" onChange={(value) => onChange(value ?? Number.NaN)} />
      )}
    </FormField>
    <FieldRow>
      <FormText form={form} name="ownInvoiceNumber" label="Nummer creditfactuur" maxLength={50} required />
      <FormDate form={form} name="ownInvoiceSums.date" label="Factuurdatum" max={today()} required />
    </FieldRow>
  </>
)

const howTexts = { withheld: 'ingehouden op het loon', repaid: 'terugbetaald' } as const
