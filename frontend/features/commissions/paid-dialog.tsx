import type { Commission } from '../../../shared/contract/commissions.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { formatDateTime, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Details } from '../../ui/card.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { CommissionBadge } from './columns.tsx'
import { Conversation } from './conversation.tsx'

interface PaidDialogProps {
  readonly row: Commission
  readonly onAdjust: () => void
  readonly onClose: () => void
}

/** A commission that is final: what comes after is a correction (rulings 39). */
export function PaidDialog({ row, onAdjust, onClose }: PaidDialogProps) {
  const isPaid = row.status === 'uitbetaald'
  return (
    <Dialog open onOpenChange={onClose} title="Commissie" description={row.customerName} forReading>
      <DialogBody>
        <Details
          items={[
            { label: 'Status', value: <CommissionBadge status={row.status} /> },
            { label: 'Uitbetaald op', value: row.paidAt && formatDateTime(row.paidAt) },
            { label: 'Agent commissie', value: formatMoney(row.agentCommission) },
            { label: 'Caller commissie', value: formatMoney(row.callerCommission) },
            { label: 'Totaal', value: formatMoney(row.totalCommission) },
          ]}
        />
        {isPaid && (
          <p className="pv-soft">Uitbetaald, dus vast. Noteer een correctie voor de volgende uitbetaling of factuur.</p>
        )}
        {row.type === 'sale' && (
          <div>
            <LinkButton to={saleAddress(row.originalId)} tone="ghost">
              Sale bekijken
            </LinkButton>
          </div>
        )}
        <Conversation commissionId={row.id} mayAnswer />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        {isPaid && (
          <Button tone="primary" onClick={onAdjust}>
            Correctie noteren
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}
