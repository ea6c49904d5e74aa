import { appointments } from '../../../../shared/api/appointments.ts'
import { sales } from '../../../../shared/api/sales.ts'
import { BulkRunBar } from '../../../records/runs/bulk-run.tsx'

/** Parameters of the address that name a run which approves sales, and one which confirms appointments. */
export const APPROVAL = 'goedkeuring'
export const CONFIRMATION = 'bevestiging'

export const saleNoun = { one: 'sale', many: 'sales' }
export const appointmentNoun = { one: 'afspraak', many: 'afspraken' }

/** Shows the runs of the address that approve sales or confirm appointments; `RunPanel` shows those of commissions. */
export function OtherRuns() {
  return (
    <>
      <BulkRunBar
        calls={sales}
        noun={saleNoun}
        what={() => 'Sales goedkeuren'}
        done="goedgekeurd"
        parameter={APPROVAL}
      />
      <BulkRunBar
        calls={appointments}
        noun={appointmentNoun}
        what={() => 'Afspraken bevestigen'}
        done="bevestigd"
        parameter={CONFIRMATION}
      />
    </>
  )
}
