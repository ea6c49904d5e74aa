import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Sale } from '../../../shared/contract/sales.ts'
import { formatDateTime, formatMoney, fullName } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const CommissionDialog = lazy(() => import('./commission-dialog.tsx').then((m) => ({ default: m.CommissionDialog })))

/** What is paid for a sale, as far as one sees it (rulings 37, 40). */
export function CommissionCard({ sale }: { readonly sale: Sale }) {
  const { agent, caller, agentCommission, callerCommission, totalCommission, commissionOverride, paidAt, status } = sale
  const mayEdit = useCan('commission:edit', { teamId: sale.teamId, owners: [] }) && status !== 'uitbetaald'
  const [isEditing, setIsEditing] = useState(false)
  const basis = commissionOverride ? 'aangepast' : 'volgens tarief'
  return (
    <Card
      title="Commissie"
      actions={
        mayEdit && (
          <Button size="small" icon={<Pencil />} aria-label="Commissie bewerken" onClick={() => setIsEditing(true)}>
            Bewerken
          </Button>
        )
      }
    >
      <ul className="sales-payees">
        {agentCommission !== null && (
          <Payee id={agent.id} name={fullName(agent)} text={`Agent · ${basis}`} amount={agentCommission} />
        )}
        {callerCommission !== null && caller && (
          <Payee id={caller.id} name={fullName(caller)} text={`Beller · ${basis}`} amount={callerCommission} />
        )}
      </ul>
      <p className="sales-total">
        <span>Totaal</span>
        <strong>{formatMoney(totalCommission)}</strong>
      </p>
      {commissionOverride?.reason && (
        <p className="sales-remark">
          Aangepast op {formatDateTime(commissionOverride.at)}: {commissionOverride.reason}
        </p>
      )}
      {paidAt && <p className="sales-remark">Uitbetaald op {formatDateTime(paidAt)}</p>}
      {isEditing && (
        <Suspense fallback={null}>
          <CommissionDialog sale={sale} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

interface PayeeProps {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly amount: number
}

function Payee({ id, name, text, amount }: PayeeProps) {
  return (
    <li>
      <Avatar id={id} name={name} />
      <div>
        <p className="pv-strong">{name}</p>
        <p className="pv-soft">{text}</p>
      </div>
      <span className="sales-amount">{formatMoney(amount)}</span>
    </li>
  )
}
