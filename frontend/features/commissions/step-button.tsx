import { ArrowRight, Check } from 'lucide-react'
import { useState } from 'react'
import { commissions } from '../../../shared/api/commissions.ts'
import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { Commission } from '../../../shared/api/schemas/commissions.ts'
import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { advanceLabels, nextStep } from '../../../shared/sales/commission-steps.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { OWN_ROW, useIsOwnRow } from '../../domains/commissions.ts'
import { PayOneDialog } from '../../domains/pay/pay-one-dialog.tsx'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { useConfirmFee } from './api.ts'

/**
 * Shows the button for a commission's next step: confirm its appointment, approve its sale, or take the next status
 * (spec §4). Shows a text where somebody else must act, and nothing without a next step.
 */
export function StepButton({ row }: { readonly row: Commission }) {
  const isOwn = useIsOwnRow()(row)
  const next = nextStep(row.status)
  const isToConfirm = row.toConfirm && row.appointmentStatus !== null
  if (isOwn && (next !== null || isToConfirm)) {
    return (
      <Text size={12} color="soft" data-tip={OWN_ROW}>
        Via een ander
        <span className="pv-hidden">: {OWN_ROW}</span>
      </Text>
    )
  }
  if (isToConfirm) return <ConfirmButton row={row} />
  if (next === null) return null
  // The commission of a sale becomes ready for payout only after an approval (decision 78).
  const isWaiting = next === 'klaar_voor_uitbetaling' && row.type === 'sale' && row.approvedAt === null
  return isWaiting ? <ToApprove row={row} /> : <NextStep row={row} next={next} />
}

const FALLBACK = 'Er ging iets mis bij het bijwerken van de commissie.'

function ToApprove({ row }: { readonly row: Commission }) {
  const mayApprove = useCan('commission:manage')
  if (!mayApprove) {
    return (
      <Text size={12} color="soft">
        Wacht op goedkeuring
      </Text>
    )
  }
  return (
    <LinkButton to={saleAddress(row.originalId)} aria-label={`${row.customerName}: Sale goedkeuren`}>
      Sale goedkeuren
    </LinkButton>
  )
}

type Next = NonNullable<ReturnType<typeof nextStep>>

function NextStep({ row, next }: { readonly row: Commission; readonly next: Next }) {
  const change = useCommand(commissions.update)
  const [isPaying, setIsPaying] = useState(false)
  const { id, version, customerName } = row
  const step = (more: OwnInvoiceWish = {}) =>
    change.mutateAsync({ params: { id }, body: { status: next, ...more }, version })

  async function advance(): Promise<void> {
    try {
      await step()
      toast({ title: 'Status bijgewerkt', description: `${customerName}: ${saleStatusLabels[next]}` })
    } catch (error) {
      showFailure(error, { fallback: FALLBACK })
    }
  }

  return (
    <>
      <Button
        size="small"
        icon={<ArrowRight />}
        aria-label={`${customerName}: ${advanceLabels[next]}`}
        onClick={() => (next === 'uitbetaald' ? setIsPaying(true) : advance())}
      >
        {advanceLabels[next]}
      </Button>
      {isPaying && <PayOneDialog id={id} customerName={customerName} pay={step} onClose={() => setIsPaying(false)} />}
    </>
  )
}

/**
 * Shows the button that confirms that an appointment was held, after only the payee of its fee said so (decision 78).
 */
export function ConfirmButton({ row }: { readonly row: Commission }) {
  const confirm = useConfirmFee()
  const { originalId, customerName, appointmentStatus } = row

  async function send(): Promise<void> {
    if (appointmentStatus === null) return
    try {
      await confirm.mutateAsync({ params: { id: originalId }, body: { status: appointmentStatus } })
      toast({ title: 'Afspraak bevestigd', description: `${customerName}: de vergoeding telt mee.` })
    } catch (error) {
      showFailure(error, { fallback: FALLBACK })
    }
  }

  return (
    <Button size="small" icon={<Check />} aria-label={`${customerName}: Bevestigen`} onClick={send}>
      Bevestigen
    </Button>
  )
}
