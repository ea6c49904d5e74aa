import { type LicenseFeeStatus, licenceLabels } from '../../../shared/api/parts/fields.ts'
import { LICENSE_FEE_CENTS } from '../../../shared/users/choices.ts'
import { userFields } from '../../../shared/users/record.ts'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { formatDateLong, formatMoney } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { FormDate } from '../../records/form-controls.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { FieldRow } from '../../ui/fields/field.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { Box } from '../../ui/layout/box.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import type { UserForm } from './form-values.ts'

const tones: Record<LicenseFeeStatus, Tone> = { paid: 'ok', pending: 'warn', overdue: 'bad' }
const options = (Object.keys(licenceLabels) as LicenseFeeStatus[]).map((value) => ({
  value,
  label: licenceLabels[value],
}))

interface LicenceFieldsProps {
  readonly form: UserForm
  readonly user: UserDetails | null
}

/**
 * Shows the monthly licence fee of a zzp'er. The form of an existing person also shows the payment state of the fee,
 * which only an admin can change (rulings 64). Renders nothing for an employee.
 */
export function LicenceFields({ form, user }: LicenceFieldsProps) {
  const me = useUser()
  if (form.watch('employmentType') !== 'zzp') return null
  return (
    <Box gap={12} padding={12} surface size={13}>
      <Text as="p" weight="strong" tabular>
        Licentiekosten {formatMoney(LICENSE_FEE_CENTS / 100)} per maand
      </Text>
      {user && me.role !== 'admin' && (
        <Row as="p" gap={12} wrap>
          <Badge tone={tones[user.licenseFeeStatus]}>{licenceLabels[user.licenseFeeStatus]}</Badge>
          <span className="pv-soft">
            {userFields.lastLicensePayment.label}: {formatDateLong(user.lastLicensePayment)}
          </span>
        </Row>
      )}
      {user && me.role === 'admin' && (
        <FieldRow>
          <FormField form={form} name="licenseFeeStatus" label={userFields.licenseFeeStatus.label}>
            {(field) => <Select<LicenseFeeStatus> {...field} options={options} />}
          </FormField>
          <FormDate form={form} name="lastLicensePayment" label={userFields.lastLicensePayment.label} />
        </FieldRow>
      )}
    </Box>
  )
}
