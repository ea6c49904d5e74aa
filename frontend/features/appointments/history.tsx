import type { KeptBasis } from '../../../shared/api/parts/contact-basis.ts'
import { appointmentFields } from '../../../shared/appointments/record.ts'
import { formatBasis } from '../../domains/contact/basis.ts'
import { formatFieldValue, labelsOf } from '../../records/field-values.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'

const labels = labelsOf(appointmentFields)

/** Shows the history of an appointment: who changed which fields, and when. */
export const AppointmentHistory = ({ appointmentId }: { readonly appointmentId: string }) => (
  <History
    history={useHistory(appointmentId)}
    labels={labels}
    textOf={(field, value) =>
      formatFieldValue(
        appointmentFields[field],
        field === 'contactBasis' && value ? formatBasis(value as KeptBasis) : value,
      )
    }
  />
)
