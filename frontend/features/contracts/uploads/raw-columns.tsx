import type { ContractDetails } from '../../../../shared/contracts/schemas.ts'
import { Details } from '../../../ui/display/details.tsx'
import styles from '../contracts.module.css'

/** Shows all columns of the spreadsheets that a contract came from, with account numbers masked. */
export function RawColumns({ rawRow }: Pick<ContractDetails, 'rawRow'>) {
  if (!rawRow || rawRow.length === 0) return null
  return (
    <details className={styles.raw}>
      <summary>Alle kolommen ({rawRow.length})</summary>
      <Details items={rawRow.map(({ column, text }) => ({ label: column, value: text }))} />
    </details>
  )
}
