import { accountLabels } from '../../../../shared/ledger/accounts.ts'
import { FormText } from '../../../records/form-controls.tsx'
import { FieldGroup, FieldRow } from '../../../ui/fields/field.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { type SettingsFormOf, settingLabels } from './settings-form.ts'

/** Shows the fields of the accounts of the journal: number and RGS code of each. */
export function LedgerAccountFields({ form }: { readonly form: SettingsFormOf }) {
  const rows = form.getValues('ledgerAccounts') ?? []
  return (
    <FieldGroup legend={settingLabels.ledgerAccounts}>
      <p className="pv-soft">Met deze nummers gaat het journaal naar de boekhouder.</p>
      {rows.map(({ account }, index) => (
        <FieldRow key={account}>
          <FormField form={form} name={`ledgerAccounts.${index}.number`} label={accountLabels[account]} required>
            {(field) => <TextInput {...field} inputMode="numeric" maxLength={10} />}
          </FormField>
          <FormText
            form={form}
            name={`ledgerAccounts.${index}.rgs`}
            label={`RGS-code ${accountLabels[account]}`}
            maxLength={15}
            required
          />
        </FieldRow>
      ))}
      <FormField form={form} name="ledgerAccounts">
        {() => null}
      </FormField>
    </FieldGroup>
  )
}
