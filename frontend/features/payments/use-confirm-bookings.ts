import { useState } from 'react'
import { bank } from '../../../shared/api/payments/bank.ts'
import { MAX_CONFIRMED, type MatchName, type ProposalKind } from '../../../shared/api/schemas/bank.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { useParts } from '../../records/use-parts.ts'
import { toast } from '../../ui/messages/toast.ts'

/** Returns a function that marks a booking of a statement to stay unposted (`isLeft`), or takes that mark away again. */
export function useLeaveBooking(id: string) {
  const { mutateAsync } = useCommand(bank.mark)
  return (booking: string, isLeft: boolean) =>
    mutateAsync({ params: { id }, body: { booking, isLeft } }).catch((error) =>
      showFailure(error, { fallback: 'De boeking kon niet worden gewijzigd.' }),
    )
}

/**
 * Returns `confirm`, which confirms proposed matches of a bank statement and shows the outcome in a toast. Also returns
 * `refused`, the reasons of refusal by booking id, and whether it is at work.
 */
export function useConfirmBookings(id: string) {
  const { isBusy, send } = useParts(bank.confirm, MAX_CONFIRMED)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  async function confirm(matches: readonly MatchName[]): Promise<void> {
    const named = matches.map(({ booking, invoiceId }) => ({ booking, invoiceId }))
    const { replies, failure } = await send(named, (part) => ({ params: { id }, body: { matches: part } }))
    const failed = replies.flatMap((part) => part.failed)
    setRefused((before) => new Map([...before, ...failed.map(({ booking, reason }) => [booking, reason] as const)]))
    if (failure) return showFailure(failure, { fallback: 'Dit kon niet worden bevestigd.' })
    const done = replies.flatMap(({ confirmed }) => confirmed.map(({ kind }) => kind))
    const left = matches.length - done.length
    toast({
      title: confirmedText(done),
      ...(left > 0 && { description: `${formatNumber(left)} niet`, tone: 'info' as const }),
    })
  }

  return { refused, confirm, isConfirming: isBusy }
}

const kindTexts: Record<ProposalKind, readonly [one: string, many: string]> = {
  payment: ['factuur betaald', 'facturen betaald'],
  return: ['betaling teruggekomen', 'betalingen teruggekomen'],
  repayment: ['creditfactuur terugbetaald', 'creditfacturen terugbetaald'],
}

/** Returns how many of each kind were confirmed: `2 facturen betaald, 1 betaling teruggekomen`. */
function confirmedText(confirmed: readonly ProposalKind[]): string {
  const texts = Object.entries(kindTexts).flatMap(([kind, [one, many]]) => {
    const { length } = confirmed.filter((of) => of === kind)
    return length === 0 ? [] : [length === 1 ? `1 ${one}` : `${formatNumber(length)} ${many}`]
  })
  return texts.join(', ') || 'Niets bevestigd'
}
