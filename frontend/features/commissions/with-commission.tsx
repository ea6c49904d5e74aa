import type { ReactNode } from 'react'
import type { Commission } from '../../../shared/api/schemas/commissions.ts'
import { DetailLayout, neighboursOf } from '../../records/detail-panel.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const CommissionPanel = onDemand(() => import('./commission-panel.tsx').then((m) => m.CommissionPanel))

interface WithCommissionProps {
  readonly rows: readonly Commission[] | undefined
  /** Id of the open row. */
  readonly id: string | null
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  /** Content beside the list while no row is open. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/**
 * Shows a list of commissions (`children`), and beside it the details of the opened commission, or `fallback` without
 * one.
 */
export function WithCommission({ rows, id, onOpen, onClose, fallback, children }: WithCommissionProps) {
  const detail =
    id === null ? (
      fallback
    ) : (
      <CommissionPanel
        id={id}
        row={rows?.find((row) => row.id === id)}
        {...neighboursOf(rows, id, onOpen)}
        onClose={onClose}
      />
    )
  return (
    <DetailLayout opened={id} onOpen={onOpen} detail={detail}>
      {children}
    </DetailLayout>
  )
}
