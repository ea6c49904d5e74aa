import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { requireText } from '../../../shared/api/parts/fields.ts'
import type { AdvancePreview } from '../../../shared/api/schemas/advance.ts'
import { OwnInvoiceSums } from '../../../shared/api/schemas/own-invoice.ts'
import { formatMoney } from '../../lib/format.ts'
import { FormMoney, FormText } from '../../records/form-controls.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { FieldGroup, FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { formatCommissionCount } from './pay-rows.tsx'

type Owner = AdvancePreview['byPayoutMethod'][number]['people'][number]

/** Own invoices as they are typed, by person; a field that nobody changed is absent. */
const Typed = z.object({
  invoices: z.record(
    z.string(),
    z.object({
      ...{ number: z.string().optional(), date: z.string().optional() },
      ...{ amount: z.nan().or(z.number()).nullish(), vat: z.nan().or(z.number()).nullish() },
    }),
  ),
})
export type TypedInvoices = z.output<typeof Typed>

const number = requireText('Vul het factuurnummer in', 50)
const Complete = z.intersection(z.object({ number }), OwnInvoiceSums)

/** Returns the invoice that a person sends us as it was typed: an untyped day is today, an untyped amount the total. */
export const fillInvoice = ({ userId, total }: Owner, { invoices }: TypedInvoices) => {
  const { number = '', date = today(), amount = total, vat } = invoices[userId] ?? {}
  return { number, date, amount, vat }
}

/** Returns the schema of a form with an own invoice of each person, which covers at least what the person is paid. */
export const invoicesOf = (people: readonly Owner[]) =>
  Typed.superRefine((typed, context) => {
    for (const owner of people) {
      const invoice = fillInvoice(owner, typed)
      const issues = Complete.safeParse(invoice).error?.issues ?? []
      for (const { path, message } of issues) {
        context.addIssue({ code: 'custom', path: ['invoices', owner.userId, ...path], message })
      }
      if (Number(invoice.amount) < owner.total) {
        const message = `Deze betaling is ${formatMoney(owner.total)}`
        context.addIssue({ code: 'custom', path: ['invoices', owner.userId, 'amount'], message })
      }
    }
  })

interface OwnInvoicesProps {
  readonly form: UseFormReturn<TypedInvoices, unknown, TypedInvoices>
  readonly people: readonly Owner[]
}

/** Shows the fields for the invoice of each person who sends their own: number, day, amount and VAT. */
export const OwnInvoices = ({ form, people }: OwnInvoicesProps) =>
  people.map(({ userId, name, count, total }) => (
    <FieldGroup key={userId} legend={`${name}: ${formatCommissionCount(count)}, ${formatMoney(total)}`}>
      <FieldRow>
        <FormText form={form} name={`invoices.${userId}.number`} label="Factuurnummer" maxLength={50} required />
        <FormField form={form} name={`invoices.${userId}.date`} label="Factuurdatum" required>
          {({ value = today(), ...field }) => <DateField {...field} value={value} max={today()} />}
        </FormField>
      </FieldRow>
      <FieldRow>
        <FormField form={form} name={`invoices.${userId}.amount`} label="Bedrag zonder btw" required>
          {({ value = total, ...field }) => <NumberInput {...field} value={value} decimals={2} start="€" />}
        </FormField>
        <FormMoney form={form} name={`invoices.${userId}.vat`} label="Btw" required />
      </FieldRow>
    </FieldGroup>
  ))
