import { changedMeanwhile } from '../../shared/errors.ts'
import { condition } from '../platform/commit.ts'
import type { More } from '../records/record.ts'
import { type CommissionRow, Commissions } from './entity.ts'
import { leadFeeRecords } from './records.ts'

/** The id of the commission row of a held appointment without a sale (rulings 36). */
export const leadFeeId = (appointmentId: string) => `lead-${appointmentId}`

/**
 * What takes the row of a held appointment away in the transaction of its sale, so that there is never both; 409 when one
 * comes or changes meanwhile.
 */
export async function withoutLeadFee(appointmentId: string): Promise<Required<Pick<More, 'conditions' | 'also'>>> {
  const id = leadFeeId(appointmentId)
  const { data } = await Commissions.get({ id }).go({ consistent: true })
  if (data) return { conditions: [], also: leadFeeRecords.removed(data as CommissionRow) }
  const absent = Commissions.delete({ id }).where((row, { notExists }) => notExists(row.id))
  return { conditions: [condition(absent, () => changedMeanwhile('deze afspraak'))], also: [] }
}
