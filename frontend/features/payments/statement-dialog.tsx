import { useState } from 'react'
import {
  type BankStatementDetails,
  MAX_CONFIRMED,
  type ProposalKind,
  proposalKinds,
} from '../../../shared/contract/settlement.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useConfirmPayments, useStatement } from './api.ts'
import { isToConfirm, keyOf, type Proposal, Proposals } from './proposals.tsx'

interface StatementDialogProps {
  readonly id: string
  readonly onClose: () => void
}

/** How many payments there are, of a statement of nothing but what came in no word. */
const paymentsText = (count: number): string[] => countText(count, 'betaling', 'betalingen')

/** What a bank statement says of invoices and credit notes; a person says what is right. */
export function StatementDialog({ id, onClose }: StatementDialogProps) {
  const { data: statement, error, refetch } = useStatement(id)
  const { refused, confirm } = useConfirm(id)
  const waiting = statement?.proposals.filter(isToConfirm) ?? []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Bankafschrift"
      description={statement && [statement.filename, ...paymentsText(statement.bookings)].join(' · ')}
      size="wide"
      forReading
    >
      <DialogBody>
        {error && !statement && <ErrorState error={error} onRetry={refetch} />}
        {!statement && !error && <Skeleton height="240px" />}
        {statement?.proposals.length === 0 && (
          <EmptyState
            title="Geen facturen herkend"
            text="Geen van deze betalingen hoort bij een openstaande factuur."
          />
        )}
        {statement && statement.proposals.length > 0 && (
          <Proposals proposals={statement.proposals} refused={refused} onConfirm={(proposal) => confirm([proposal])} />
        )}
        {statement && <Doubts doubts={statement.doubts} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        {waiting.length > 0 && (
          <Button tone="primary" onClick={() => confirm(waiting)}>
            {`Alles bevestigen (${formatNumber(waiting.length)})`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** Books what is confirmed, and keeps why some could not be. */
function useConfirm(id: string) {
  const confirming = useConfirmPayments()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  async function confirm(proposals: readonly Proposal[]): Promise<void> {
    const done: Record<ProposalKind, number> = { payment: 0, return: 0, repayment: 0 }
    try {
      for (const { kind, invoiceIds } of requestsOf(proposals)) {
        const { paid, returned, repaid, failed } = await confirming.mutateAsync({
          params: { id },
          body: { kind, invoiceIds },
        })
        done[kind] += paid.length + returned.length + repaid.length
        const reasons = failed.map((one) => [keyOf({ kind, ...one }), one.reason] as const)
        setRefused((before) => new Map([...before, ...reasons]))
      }
    } catch (error) {
      return tellFailure(error, { fallback: 'Dit kon niet worden bevestigd.' })
    }
    const left = proposals.length - done.payment - done.return - done.repayment
    toast({
      title: confirmedText(done),
      ...(left > 0 && { description: `${formatNumber(left)} niet`, tone: 'info' as const }),
    })
  }

  return { refused, confirm }
}

/** Divides proposals over requests: each names a document once, as it confirms one booking of a document. */
function requestsOf(proposals: readonly Proposal[]): { readonly kind: ProposalKind; readonly invoiceIds: string[] }[] {
  return proposalKinds.flatMap((kind) => {
    const rounds: string[][] = []
    for (const { invoiceId } of proposals.filter((one) => one.kind === kind)) {
      const round = rounds.find((ids) => ids.length < MAX_CONFIRMED && !ids.includes(invoiceId))
      if (round) round.push(invoiceId)
      else rounds.push([invoiceId])
    }
    return rounds.map((invoiceIds) => ({ kind, invoiceIds }))
  })
}

const countText = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`]

/** `2 facturen betaald`, `1 betaling teruggekomen`, or what there is of each. */
function confirmedText({ payment, return: returned, repayment }: Record<ProposalKind, number>): string {
  const texts = [
    ...countText(payment, 'factuur betaald', 'facturen betaald'),
    ...countText(returned, 'betaling teruggekomen', 'betalingen teruggekomen'),
    ...countText(repayment, 'creditfactuur terugbetaald', 'creditfacturen terugbetaald'),
  ]
  return texts.join(', ') || 'Niets bevestigd'
}

function Doubts({ doubts }: Pick<BankStatementDetails, 'doubts'>) {
  if (doubts.length === 0) return null
  return (
    <section className="payments-note">
      <h3 className="payments-heading">Zelf nakijken</h3>
      <ul>
        {doubts.map(({ date, amount, text, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two bookings may be alike, and their order stands
          <li key={index}>
            <strong>
              {formatDate(date)} · {formatMoney(amount)}
            </strong>{' '}
            {text} – {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}
