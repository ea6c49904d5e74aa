import { appointments } from '../../../shared/contract/appointments.ts'
import { contracts } from '../../../shared/contract/contracts.ts'
import { sales } from '../../../shared/contract/sales.ts'
import { refresh } from '../../lib/query.ts'

const showing = [appointments.list, appointments.get, contracts.bySalesStatus, sales.list, sales.get]

/** Refreshes everything besides leads that shows a number, after it was closed or opened for calls (rulings 32). */
export function refreshNumbers(): void {
  refresh(showing)
}
