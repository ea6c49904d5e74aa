import { ArrowRight, Check, Ellipsis, Eye, Pencil, Undo2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Role } from '../../../shared/access.ts'
import { type SaleStatus, saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { sales } from '../../../shared/api/sales.ts'
import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { listSaleSteps } from '../../../shared/sale-steps.ts'
import { advanceLabels } from '../../../shared/sales/commission-steps.ts'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { OWN_ROW, useIsOwnRow } from '../../domains/commissions.ts'
import { PayOneDialog } from '../../domains/pay/pay-one-dialog.tsx'
import { ownersOfSale } from '../../domains/sales.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { BarButton } from '../../ui/buttons/bar-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menus/menu.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { ReleaseDialog } from './agreement/release-dialog.tsx'
import { WithdrawDialog } from './agreement/withdraw-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { readHold, showStepFailure } from './step-failure.ts'

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

type More = OwnInvoiceWish & { readonly coolingOffReason?: string }

/** Dialog of an action: one of these kinds, or the release of a sale that its bedenktijd holds. */
type Asked = 'reject' | 'pay' | 'withdraw' | { readonly status: Way; readonly why: string }

/** Shows the buttons that edit, approve or reject a sale, move it to the next step, or note a withdrawal. */
export function StatusActions({ sale, onEdit }: StatusActionsProps) {
  const { role } = useUser()
  const isOwn = useIsOwnRow()(sale)
  const mayStep = useCan('sale:status', { teamId: sale.teamId, owners: [] })
  const mayNote = useCan('sale:withdraw', { teamId: sale.teamId, owners: ownersOfSale(sale) })
  const mayWithdraw = mayNote && sale.status !== 'rejected' && sale.withdrawnAt === null
  const [asked, setAsked] = useState<Asked | null>(null)
  const setStatus = useCommand(sales.status)
  const { id, version, customerName } = sale
  const judged = { isApproved: sale.approvedAt !== null }
  const steps = mayStep ? stepsOf(role, sale.status, judged) : []
  const [first, ...rest] = isOwn ? [] : steps
  const mayReject = mayStep && !isOwn && listSaleSteps(role, sale.status, judged).includes('rejected')

  async function step(status: Way, more: More = {}): Promise<Sale> {
    const stepped = await setStatus.mutateAsync({ params: { id }, body: { status, ...more }, version })
    if (status !== 'uitbetaald') {
      toast({ title: 'Status bijgewerkt', description: `${customerName}: ${saleStatusLabels[status]}` })
    }
    return stepped
  }

  async function take({ status }: Step): Promise<void> {
    if (status === 'uitbetaald') return setAsked('pay')
    try {
      await step(status)
    } catch (error) {
      const why = role === 'admin' ? readHold(error) : null
      if (why !== null) return setAsked({ status, why })
      await showStepFailure(error, sale, 'De status kon niet worden bijgewerkt.')
    }
  }

  return (
    <>
      {(rest.length > 0 || mayWithdraw) && (
        <Menu trigger={<IconButton label="Meer acties" icon={<Ellipsis />} />}>
          {rest.map((step) => (
            <MenuItem key={step.status} icon={step.icon} onSelect={() => void take(step)}>
              {step.text}
            </MenuItem>
          ))}
          {mayWithdraw && (
            <MenuItem icon={<Undo2 />} onSelect={() => setAsked('withdraw')}>
              Herroepen
            </MenuItem>
          )}
        </Menu>
      )}
      {onEdit && <BarButton label="Bewerken" icon={<Pencil />} onClick={onEdit} />}
      {mayReject && (
        <Button icon={<X />} onClick={() => setAsked('reject')}>
          Afwijzen
        </Button>
      )}
      {first && (
        <Button tone="primary" icon={first.icon} onClick={() => take(first)}>
          {first.text}
        </Button>
      )}
      {isOwn && steps.length > 0 && <span className="pv-soft">{OWN_ROW}</span>}
      {asked && <ActionDialog sale={sale} asked={asked} step={step} onClose={() => setAsked(null)} />}
    </>
  )
}

interface ActionDialogProps {
  readonly sale: Sale
  readonly asked: Asked
  readonly step: (status: Way, more: More) => Promise<Sale>
  readonly onClose: () => void
}

function ActionDialog({ sale, asked, step, onClose }: ActionDialogProps) {
  if (asked === 'reject') return <RejectDialog sale={sale} onClose={onClose} />
  if (asked === 'withdraw') return <WithdrawDialog sale={sale} onClose={onClose} />
  if (asked !== 'pay') {
    return (
      <ReleaseDialog sale={sale} why={asked.why} release={(reason) => step(asked.status, reason)} onClose={onClose} />
    )
  }
  return (
    <PayOneDialog
      id={`sale-${sale.id}`}
      customerName={sale.customerName}
      pay={(more) => step('uitbetaald', more)}
      onClose={onClose}
    />
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
