import { appointments } from '../../../shared/contract/appointments.ts'
import { contracts } from '../../../shared/contract/contracts.ts'
import { sales } from '../../../shared/contract/sales.ts'
import { refresh } from '../../lib/query.ts'

const showing = [appointments.list, appointments.get, contracts.bySalesStatus, sales.list, sales.get]

/** Fetches anew what shows a number besides leads, where it was closed or opened: it is so wherever it stands (rulings 32). */
export function refreshNumbers(): void {
  refresh(showing)
}
