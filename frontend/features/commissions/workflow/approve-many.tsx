import { sales } from '../../../../shared/api/sales.ts'
import type { Commission } from '../../../../shared/api/schemas/commissions.ts'
import { listSaleSteps } from '../../../../shared/sale-steps.ts'
import { describeChangeAfterApproval } from '../../../domains/approval.tsx'
import { OWN_ROW } from '../../../domains/commissions.ts'
import { call } from '../../../lib/client.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import styles from '../../../records/runs/bulk-run.module.css'
import { InPartsDialog } from '../../../records/runs/in-parts.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

/** Tells whether a commission is from a sale that an admin can approve now (rulings 35). */
export const isWaitingForApproval = ({ type, status, approvedAt }: Commission): boolean =>
  type === 'sale' && listSaleSteps('admin', status, { isApproved: approvedAt !== null }).includes('approved')

interface ApproveManyProps {
  /** Selected commissions that wait for an approval and do not pay the user. */
  readonly rows: readonly Commission[]
  /** Number of selected commissions that wait for an approval but pay the user. */
  readonly own: number
  /** Number of selected commissions that do not wait for an approval. */
  readonly others: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Shows the dialog that approves the sales of the selected commissions. Lists the changes since an earlier approval.
 * `own` counts the commissions left out because they pay the user, `others` those that wait for no approval.
 */
export function ApproveMany({ rows, own, others, onDone, onClose }: ApproveManyProps) {
  const count = rows.length
  const total = rows.reduce((sum, { totalCommission }) => sum + Math.round(totalCommission * 100), 0) / 100
  const changed = rows.filter(({ changedAfterApproval }) => changedAfterApproval !== null)
  return (
    <InPartsDialog
      title={count === 1 ? 'Sale goedkeuren' : `${formatNumber(count)} sales goedkeuren`}
      rows={rows}
      nameOf={({ customerName }) => customerName}
      nouns={['Sale', 'sales']}
      done="goedgekeurd"
      submit="Goedkeuren"
      fallback="De server is niet bereikbaar."
      validate={() => true}
      each={({ originalId, version }, part) =>
        call(sales.status, { params: { id: originalId }, body: { status: 'approved' } }, { version, ...part })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {() => (
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
        </>
      )}
    </InPartsDialog>
  )
}
