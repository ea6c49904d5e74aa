import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { commissions } from '../../../../shared/api/commissions.ts'
import { PayDialog, type Payment } from '../../../domains/pay/pay-dialog.tsx'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { useCan } from '../../../lib/session.ts'
import type { Started } from '../../../records/runs/use-run.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { useFirstPayments } from '../api.ts'

interface FirstPaymentsProps {
  readonly onStarted: (run: Started) => void
}

/** Shows admins which first payments wait for them, with a button that pays all of them; a dialog asks first. */
export function FirstPayments({ onStarted }: FirstPaymentsProps) {
  const mayPay = useCan('commission:manage')
  return mayPay ? <PaymentsToMake onStarted={onStarted} /> : null
}

function PaymentsToMake({ onStarted }: FirstPaymentsProps) {
  const { data, isError, refetch } = useFirstPayments()
  const [isPaying, setIsPaying] = useState(false)
  const start = useCommand(commissions.advance)
  if (isError && !data) return <FailedPart onRetry={refetch}>Eerste betalingen konden niet worden geladen.</FailedPart>
  if (!data || data.people.length === 0) return null
  const { people, ids } = data
  const total = people.reduce((sum, one) => sum + Math.round(one.total * 100), 0) / 100
  const count = people.length

  async function pay(payment: Payment): Promise<void> {
    const run = await start.mutateAsync({ body: { ids, ...payment, expectedStatus: 'klaar_voor_uitbetaling' } })
    onStarted({ id: run.id, rows: ids.length })
  }

  return (
    <Note tone="info" plain>
      <Row gap={12} wrap justify="between">
        <span>
          {count === 1 ? '1 eerste betaling wacht' : `${formatNumber(count)} eerste betalingen wachten`} op jou:{' '}
          {formatMoney(total)}
        </span>
        <Button size="small" icon={<HandCoins />} onClick={() => setIsPaying(true)}>
          {count === 1 ? 'Uitbetalen' : `Alle ${formatNumber(count)} uitbetalen`}
        </Button>
      </Row>
      {isPaying && (
        <PayDialog
          choice={{ ids }}
          subject={count === 1 ? '1 eerste betaling' : `${formatNumber(count)} eerste betalingen`}
          pay={pay}
          onClose={() => setIsPaying(false)}
        />
      )}
    </Note>
  )
}
