import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { commissionAddress } from '../../domains/addresses.ts'
import { useIsOwnRow } from '../../domains/commissions.ts'
import { formatDateTime, formatMoney, fullNameOf } from '../../lib/format.ts'
import { useCan, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Total } from '../../ui/display/sums.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const CommissionDialog = onDemand(() => import('./commission-dialog.tsx').then((m) => m.CommissionDialog))

/** Shows the commissions of a sale per payee, as far as the user may see them (rulings 37, 40). */
export function CommissionCard({ sale }: { readonly sale: Sale }) {
  const { agent, caller, agentCommission, callerCommission, totalCommission, paidAt, status } = sale
  const isOwn = useIsOwnRow()(sale)
  const mayEdit = useCan('commission:edit', { teamId: sale.teamId, owners: [] }) && status !== 'uitbetaald' && !isOwn
  const { role } = useUser()
  const mayRead = useCan('commission:read')
  const [isEditing, setIsEditing] = useState(false)
  // The panel of the commission explains an amount that is just the rate.
  const isExplained = sale.commissionOverride !== null || !mayRead
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
      <Stack as="ul" gap={12} size={13}>
        {agentCommission !== null && (
          <Payee
            id={agent.id}
            name={fullNameOf(agent)}
            as="Agent"
            amount={agentCommission}
            why={isExplained ? sale.explanation.agent : null}
          />
        )}
        {callerCommission !== null && caller && (
          <Payee
            id={caller.id}
            name={fullNameOf(caller)}
            as="Beller"
            amount={callerCommission}
            why={isExplained ? sale.explanation.caller : null}
          />
        )}
      </Stack>
      <Total label="Totaal" amount={formatMoney(totalCommission)} />
      {mayRead && (
        <Text as="p" size={12} above={8}>
          <Link to={commissionAddress(role, `sale-${sale.id}`)}>Boekingen en vragen</Link>
        </Text>
      )}
      {paidAt && (
        <Text as="p" size={12} color="muted" above={8}>
          <Unbroken>Uitbetaald op {formatDateTime(paidAt)}</Unbroken>
        </Text>
      )}
      {isEditing && <CommissionDialog sale={sale} onClose={() => setIsEditing(false)} />}
    </Card>
  )
}

interface PayeeProps {
  readonly id: string
  readonly name: string
  readonly as: string
  readonly amount: number
  /** Explanation of the amount; null without one. */
  readonly why: string | null
}

function Payee({ id, name, as, amount, why }: PayeeProps) {
  return (
    <Row as="li" gap={10} align={why === null ? 'center' : 'start'}>
      <Avatar id={id} name={name} />
      <Stack grow>
        <p className="pv-strong">{name}</p>
        <p className="pv-soft">{as}</p>
        {why !== null && (
          <Text as="p" size={12} color="muted">
            <Unbroken>{why}</Unbroken>
          </Text>
        )}
      </Stack>
      <Text weight="strong" tabular overflow="nowrap">
        {formatMoney(amount)}
      </Text>
    </Row>
  )
}
