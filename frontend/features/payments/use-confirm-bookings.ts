import { useState } from 'react'
import { bank } from '../../../shared/api/bank.ts'
import { MAX_CONFIRMED, type MatchName, type ProposalKind } from '../../../shared/api/schemas/bank.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { beginAction } from '../../records/begin-action.ts'
import { showFailure } from '../../records/failure.ts'
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
  const confirming = useCommand(bank.confirm)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  async function confirm(matches: readonly MatchName[]): Promise<void> {
    const done: Record<ProposalKind, number> = { payment: 0, return: 0, repayment: 0 }
    const action = beginAction()
    try {
      for (let at = 0; at < matches.length; at += MAX_CONFIRMED) {
        const some = matches.slice(at, at + MAX_CONFIRMED).map(({ booking, invoiceId }) => ({ booking, invoiceId }))
        const { confirmed, failed } = await confirming.mutateAsync({
          params: { id },
          body: { matches: some },
          ...action,
        })
        for (const { kind } of confirmed) done[kind] += 1
        setRefused((before) => new Map([...before, ...failed.map((one) => [one.booking, one.reason] as const)]))
      }
    } catch (error) {
      return showFailure(error, { fallback: 'Dit kon niet worden bevestigd.' })
    }
    const left = matches.length - done.payment - done.return - done.repayment
    toast({
      title: confirmedText(done),
      ...(left > 0 && { description: `${formatNumber(left)} niet`, tone: 'info' as const }),
    })
  }

  return { refused, confirm, isConfirming: confirming.isPending }
}

const countText = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`]

/** Returns the counts in words: `2 facturen betaald, 1 betaling teruggekomen`. */
function confirmedText({ payment, return: returned, repayment }: Record<ProposalKind, number>): string {
  const texts = [
    ...countText(payment, 'factuur betaald', 'facturen betaald'),
    ...countText(returned, 'betaling teruggekomen', 'betalingen teruggekomen'),
    ...countText(repayment, 'creditfactuur terugbetaald', 'creditfacturen terugbetaald'),
  ]
  return texts.join(', ') || 'Niets bevestigd'
}
