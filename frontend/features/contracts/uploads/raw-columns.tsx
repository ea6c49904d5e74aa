import type { ContractDetails } from '../../../../shared/contracts/schemas.ts'
import { Details } from '../../../ui/display/details.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import styles from '../contracts.module.css'

interface RawColumnsProps {
  /** Columns of the spreadsheets; undefined while they are loaded, so that the buttons below do not move then. */
  readonly rawRow: ContractDetails['rawRow'] | undefined
}

/** Shows all columns of the spreadsheets that a contract came from, with account numbers masked. */
export function RawColumns({ rawRow }: RawColumnsProps) {
  if (rawRow === undefined) return <Skeleton height="36px" />
  if (rawRow === null || rawRow.length === 0) return null
  return (
    <details className={styles.raw}>
      <summary>Alle kolommen ({rawRow.length})</summary>
      <Details items={rawRow.map(({ column, text }) => ({ label: column, value: text }))} />
    </details>
  )
}
