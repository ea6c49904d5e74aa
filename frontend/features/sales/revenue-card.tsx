import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Sale } from '../../../shared/sales/schemas.ts'
import { formatMoney } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Total } from '../../ui/display/sums.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const RevenueDialog = onDemand(() => import('./revenue-dialog.tsx').then((m) => m.RevenueDialog))

/** Shows admins the revenue of a sale: the amount expected by the rate, and the received amount. */
export function RevenueCard({ sale }: { readonly sale: Sale }) {
  const mayEdit = useCan('revenue:manage')
  const [isEditing, setEditing] = useState(false)
  const { revenue } = sale
  if (!mayEdit || revenue === null) return null
  return (
    <Card
      title="Omzet"
      actions={
        sale.status !== 'rejected' && (
          <Button
            size="small"
            icon={<Pencil />}
            aria-label="Ontvangen bedrag bewerken"
            onClick={() => setEditing(true)}
          >
            Bewerken
          </Button>
        )
      }
    >
      <Total
        label="Verwacht"
        amount={revenue.expected === null ? 'Geen omzettarief' : formatMoney(revenue.expected)}
        small
      />
      <Total label="Ontvangen" amount={revenue.received === null ? 'Nog niet' : formatMoney(revenue.received)} />
      {isEditing && <RevenueDialog sale={sale} onClose={() => setEditing(false)} />}
    </Card>
  )
}
