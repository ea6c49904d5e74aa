import { appointments } from '../../../shared/contract/appointments.ts'
import { contracts } from '../../../shared/contract/contracts.ts'
import { sales } from '../../../shared/contract/sales.ts'
import { refresh } from '../../lib/query.ts'

const showing = [appointments.list, appointments.get, contracts.bySalesStatus, sales.list, sales.get]

/** Refreshes appointments, contracts and sales after a phone number was marked do-not-call or released (rulings 32). */
export function refreshRecordsWithPhone(): void {
  refresh(showing)
}
