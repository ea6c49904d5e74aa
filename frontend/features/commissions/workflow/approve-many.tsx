import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { MOST_CHANGED, UNDO_MINUTES } from '../../../../shared/api/parts/bulk.ts'
import type { Commission } from '../../../../shared/api/schemas/commissions.ts'
import { listSaleSteps } from '../../../../shared/sale-steps.ts'
import { describeChangeAfterApproval } from '../../../domains/approval.tsx'
import { OWN_ROW, useIsOwnRow } from '../../../domains/commissions.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { useActionFromAddress } from '../../../lib/use-action-from-address.ts'
import styles from '../../../records/runs/bulk-run.module.css'
import { useBulkChange } from '../../../records/runs/use-run.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { BulkAction } from '../../../ui/table/bulk-bar.tsx'
import { useApproveMany } from '../api.ts'
import { APPROVAL, saleNoun } from './other-runs.tsx'

/** Tells whether a commission is from a sale that an admin can approve now (rulings 35). */
const isWaitingForApproval = ({ type, status, approvedAt }: Commission): boolean =>
  type === 'sale' && listSaleSteps('admin', status, { isApproved: approvedAt !== null }).includes('approved')

interface ApproveManyProps {
  readonly selected: readonly Commission[]
  readonly clear: () => void
}

/** Shows admins the button that approves the selected sales, except those that pay the user. A question comes first. */
export function ApproveMany({ selected, clear }: ApproveManyProps) {
  const mayApprove = useCan('commission:manage')
  const isOwnRow = useIsOwnRow()
  const [isAsking, setIsAsking] = useState(false)
  const bulk = useBulkChange<{ status: 'approved' }>(useApproveMany(), {
    ...{ most: MOST_CHANGED, noun: saleNoun, onBegun: clear, parameter: APPROVAL },
    failure: { fallback: 'De sales konden niet worden goedgekeurd.' },
  })
  const waiting = selected.filter(isWaitingForApproval)
  const rows = waiting.filter((row) => !isOwnRow(row))
  const isShown = mayApprove && rows.length > 0
  useActionFromAddress('goedkeuren', () => setIsAsking(bulk.fits(rows)), isShown)
  if (!isShown) return null
  const sales = rows.map(({ originalId: id, version }) => ({ id, version }))
  return (
    <>
      <BulkAction icon={<BadgeCheck />} busy={bulk.isPending} onClick={() => setIsAsking(bulk.fits(rows))}>
        {`Goedkeuren (${formatNumber(rows.length)})`}
      </BulkAction>
      {isAsking && (
        <Confirm
          onOpenChange={setIsAsking}
          tone="primary"
          title={rows.length === 1 ? 'Sale goedkeuren?' : `${formatNumber(rows.length)} sales goedkeuren?`}
          description={
            <Approved rows={rows} own={waiting.length - rows.length} others={selected.length - waiting.length} />
          }
          confirmText="Goedkeuren"
          onConfirm={() => bulk.change(sales, { status: 'approved' })}
        />
      )}
    </>
  )
}

interface ApprovedProps {
  /** Selected commissions that wait for an approval and do not pay the user. */
  readonly rows: readonly Commission[]
  /** Number of selected commissions that wait for an approval but pay the user. */
  readonly own: number
  /** Number of selected commissions that do not wait for an approval. */
  readonly others: number
}

/** Shows the amount that is approved, and the changes of the sales since an earlier approval. */
function Approved({ rows, own, others }: ApprovedProps) {
  const total = rows.reduce((sum, { totalCommission }) => sum + Math.round(totalCommission * 100), 0) / 100
  const changed = rows.filter(({ changedAfterApproval }) => changedAfterApproval !== null)
  return (
    <>
      <p>
        <strong>{formatMoney(total)}</strong> commissie. Daarna kun je ze klaarzetten voor uitbetaling.
      </p>
      {changed.length > 0 && (
        <section aria-label="Gewijzigd na goedkeuring">
          <h3>Gewijzigd na goedkeuring</h3>
          <Stack as="ul" gap={4} className={styles.refusals}>
            {changed.map(({ id, customerName, changedAfterApproval }) => (
              <li key={id}>
                <span className="pv-strong">{customerName}</span>:{' '}
                {changedAfterApproval && describeChangeAfterApproval(changedAfterApproval)}
              </li>
            ))}
          </Stack>
        </section>
      )}
      {own > 0 && (
        <p className="pv-soft">
          {formatNumber(own)} {own === 1 ? 'blijft' : 'blijven'} staan: {OWN_ROW}.
        </p>
      )}
      {others > 0 && (
        <p className="pv-soft">
          {formatNumber(others)} {others === 1 ? 'wacht' : 'wachten'} niet op goedkeuring.
        </p>
      )}
      <p className="pv-soft">Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.</p>
    </>
  )
}
