import { ArrowRight, Check, Ellipsis, Eye, Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Role } from '../../../shared/access.ts'
import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { sales } from '../../../shared/api/sales.ts'
import { advanceLabels } from '../../../shared/api/schemas/commissions.ts'
import { listSaleSteps } from '../../../shared/sale-steps.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { OWN_ROW, useIsOwnRow } from '../../domains/commissions.ts'
import { PayOneDialog } from '../../domains/pay/pay-one-dialog.tsx'
import { useCommand } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { showStepFailure } from './step-failure.ts'

interface StatusActionsProps {
  readonly sale: Sale
  /** Opens the form; absent for users who may not edit the sale. */
  readonly onEdit: (() => void) | undefined
}

type Way = Exclude<SaleStatus, 'rejected' | 'nieuw'>

interface Step {
  readonly status: Way
  readonly text: string
  readonly icon: ReactNode
}

/** Shows the buttons that edit, approve or reject a sale, or move it to the next step (rulings 35, 38). */
export function StatusActions({ sale, onEdit }: StatusActionsProps) {
  const { role } = useUser()
  const isOwn = useIsOwnRow()(sale)
  const mayStep = useCan('sale:status', { teamId: sale.teamId, owners: [] })
  const [rejecting, setRejecting] = useState(false)
  const [isPaying, setIsPaying] = useState(false)
  const setStatus = useCommand(sales.status)
  const { id, version, customerName } = sale
  const judged = { isApproved: sale.approvedAt !== null }
  const steps = mayStep ? stepsOf(role, sale.status, judged) : []
  const [first, ...rest] = isOwn ? [] : steps
  const mayReject = mayStep && !isOwn && listSaleSteps(role, sale.status, judged).includes('rejected')
  const step = (status: Way, more: { readonly ownInvoiceNumber?: string } = {}) =>
    setStatus.mutateAsync({ params: { id }, body: { status, ...more }, version })

  async function take({ status }: Step): Promise<void> {
    if (status === 'uitbetaald') return setIsPaying(true)
    try {
      await step(status)
      toast({ title: 'Status bijgewerkt', description: `${customerName}: ${saleStatusLabels[status]}` })
    } catch (error) {
      await showStepFailure(error, sale, 'De status kon niet worden bijgewerkt.')
    }
  }

  return (
    <>
      {rest.length > 0 && (
        <Menu trigger={<IconButton label="Meer acties" icon={<Ellipsis />} />}>
          {rest.map((step) => (
            <MenuItem key={step.status} icon={step.icon} onSelect={() => void take(step)}>
              {step.text}
            </MenuItem>
          ))}
        </Menu>
      )}
      {onEdit && <BarButton label="Bewerken" icon={<Pencil />} onClick={onEdit} />}
      {mayReject && (
        <Button icon={<X />} onClick={() => setRejecting(true)}>
          Afwijzen
        </Button>
      )}
      {first && (
        <Button tone="primary" icon={first.icon} onClick={() => take(first)}>
          {first.text}
        </Button>
      )}
      {isOwn && steps.length > 0 && <span className="pv-soft">{OWN_ROW}</span>}
      {isPaying && (
        <PayOneDialog
          id={`sale-${id}`}
          customerName={customerName}
          pay={(more) => step('uitbetaald', more)}
          onClose={() => setIsPaying(false)}
        />
      )}
      {rejecting && <RejectDialog sale={sale} onClose={() => setRejecting(false)} />}
    </>
  )
}

const ways: Record<Way, Omit<Step, 'status'>> = {
  approved: { text: 'Goedkeuren', icon: <Check /> },
  in_afwachting: { text: advanceLabels.in_afwachting, icon: <ArrowRight /> },
  klaar_voor_uitbetaling: { text: advanceLabels.klaar_voor_uitbetaling, icon: <ArrowRight /> },
  uitbetaald: { text: advanceLabels.uitbetaald, icon: <ArrowRight /> },
  pending: { text: saleStatusLabels.pending, icon: <Eye /> },
}

/**
 * Returns the steps that a role may take from a status, the usual one first. Leaves out rejecting, which requires a
 * reason.
 */
function stepsOf(role: Role, from: SaleStatus, judged: { readonly isApproved: boolean }): Step[] {
  const open = listSaleSteps(role, from, judged)
  return (Object.keys(ways) as Way[])
    .filter((status) => open.includes(status))
    .map((status) => ({ status, ...ways[status] }))
}
