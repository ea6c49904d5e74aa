import { sales } from '../../../shared/api/sales.ts'
import { sale as card, saleFields } from '../../../shared/sales/record.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { dialogOrigin } from '../../lib/dialog-origin.ts'
import { useCommand } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { formFieldsIn } from '../../records/field-values.ts'
import { CustomerStep } from './customer-step.tsx'
import type { SaleFormOf } from './fields.tsx'
import {
  ChangedSaleForm,
  type CheckedForm,
  changesOf,
  findChangedFields,
  initialValues,
  type Origin,
  SaleForm,
  valuesOf,
} from './form-values.ts'
import { PaymentStep } from './payment-step.tsx'
import { ProductStep } from './product-step.tsx'

interface SaleDialogProps {
  /** Sale to edit; null for a new one. */
  readonly sale: Sale | null
  /** Appointment, lead or contract that a new sale comes from. */
  readonly origin?: Origin
  readonly onView: (sale: Pick<Sale, 'id'>) => void
  readonly onClose: () => void
}

/** Shows the form that registers or edits a sale, in three steps (spec §5, rulings 33). */
export function SaleDialog({ sale, origin = {}, onView, onClose }: SaleDialogProps) {
  const user = useUser()
  const register = useCommand(sales.create)
  const change = useCommand(sales.update)
  const ids = idsOf(origin)
  const send = (values: CheckedForm, base: Sale | null) =>
    base
      ? change.mutateAsync({ params: { id: base.id }, body: changesOf(values, base), version: base.version })
      : register.mutateAsync({ body: { ...values, ...ids } })
  return (
    <RecordDialog
      card={card}
      kind={['sale', ...Object.values(ids)].join(':')}
      record={sale}
      schema={sale ? ChangedSaleForm : SaleForm}
      valuesOf={(known) => (known ? valuesOf(known) : initialValues(origin, user))}
      secrets={['iban']}
      size="wide"
      title={sale ? 'Sale bewerken' : 'Sale registreren'}
      {...describe(origin)}
      submit={sale ? 'Bijwerken' : 'Sale registreren'}
      save={send}
      saved={sale ? 'Sale bijgewerkt' : 'Sale geregistreerd'}
      onView={onView}
      failure={{
        fallback: `Er is een fout opgetreden bij het ${sale ? 'bijwerken' : 'registreren'} van de sale.`,
      }}
      conflict={{ newest: sales.get, changes: findChangedFields }}
      returnFocus={dialogOrigin}
      onClose={onClose}
      steps={[
        {
          title: 'Klant en adressen',
          fields: formFieldsIn(saleFields, ['customer', 'address']),
          content: (form: SaleFormOf, base: Sale | null) => <CustomerStep form={form} sale={base} />,
        },
        {
          title: 'Product',
          fields: formFieldsIn(saleFields, ['product', 'usage', 'people']),
          content: (form: SaleFormOf, base: Sale | null) => (
            <ProductStep form={form} sale={base} isBooked={Boolean(base ? base.appointmentId : origin.appointment)} />
          ),
        },
        {
          title: 'Betaling en overzicht',
          fields: formFieldsIn(saleFields, ['agreement', 'payment', 'notes']),
          content: (form: SaleFormOf, base: Sale | null) => <PaymentStep form={form} sale={base} ids={ids} />,
        },
      ]}
    />
  )
}

const idsOf = ({ appointment, lead, contractId }: Origin) => ({
  ...(appointment && { appointmentId: appointment.id }),
  ...(lead && { leadId: lead.id }),
  ...(contractId && { contractId }),
})

function describe({ appointment, lead, contract }: Origin): { description?: string } {
  if (appointment) return { description: `Voor de afspraak met ${appointment.customerName}` }
  if (lead) return { description: `Voor de lead ${lead.customerName}` }
  return contract ? { description: `Voor het contract van ${contract.customerName}` } : {}
}
