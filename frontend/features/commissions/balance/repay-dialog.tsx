import { commissions } from '../../../../shared/api/commissions.ts'
import type { Balance } from '../../../../shared/api/ledger.ts'
import { NewRepayment, repaymentWayLabels, repaymentWays } from '../../../../shared/api/schemas/pay.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { NumberInput } from '../../../ui/fields/number-input.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import styles from './balance.module.css'

const RepaymentForm = NewRepayment.omit({ userId: true })

const ways = repaymentWays.map((value) => ({ value, label: repaymentWayLabels[value] }))

/**
 * Shows the form that settles a person's negative balance, whole or in part. It asks for the amount, and for the way of
 * repayment or the number of the person's credit invoice.
 */
export function RepayDialog({ balance, onClose }: { readonly balance: Balance; readonly onClose: () => void }) {
  const repay = useCommand(commissions.repay)
  const { userId, user, payoutMethod, open } = balance
  const name = fullNameOf(user)
  const isOwnInvoice = payoutMethod === 'own-invoice'
  return (
    <RecordDialog
      kind={`repayment:${userId}`}
      record={null}
      schema={RepaymentForm}
      valuesOf={() => ({ amount: -open, way: 'withheld' as const, ownInvoiceNumber: '' })}
      given={['amount']}
      size="small"
      title="Saldo afrekenen"
      description={`${name} staat ${formatMoney(-open)} onder nul.`}
      submit="Afrekenen"
      save={({ ownInvoiceNumber, way, amount }) =>
        repay.mutateAsync({ body: { userId, amount, ...(isOwnInvoice ? { ownInvoiceNumber } : { way }) } })
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
          <Text as="p" size={13} color="muted" className={styles.asks} role="status">
            {amount > 0 ? `${formatMoney(amount)} van ${name} wordt geboekt als ${how}. ` : null}Dit kan niet terug.
          </Text>
        )
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="amount" label="Bedrag" required>
            {({ onChange, ...field }) => (
              <NumberInput {...field} decimals={2} start="€" onChange={(value) => onChange(value as number)} />
            )}
          </FormField>
          {isOwnInvoice ? (
            <FormField form={form} name="ownInvoiceNumber" label="Nummer creditfactuur" required>
              {({ value, ...field }) => <TextInput {...field} value={value ?? ''} maxLength={50} />}
            </FormField>
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

const howTexts = { withheld: 'ingehouden op het loon', repaid: 'terugbetaald' } as const
