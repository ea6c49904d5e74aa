import { useState } from 'react'
import { type BankStatementDetails, MAX_CONFIRMED, proposalKinds } from '../../../shared/contract/settlement.ts'
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
const paymentsText = (count: number): string[] =>
  count === 0 ? [] : [count === 1 ? '1 betaling' : `${formatNumber(count)} betalingen`]

/** What a bank statement seems to pay, and which payments came back; a person says what is right. */
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

/** Pays what is confirmed, or takes that back, and keeps why some could not be. */
function useConfirm(id: string) {
  const confirming = useConfirmPayments()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  async function confirm(proposals: readonly Proposal[]): Promise<void> {
    let [paid, returned] = [0, 0]
    try {
      for (const kind of proposalKinds) {
        const asked = proposals.filter((one) => one.kind === kind).map(({ invoiceId }) => invoiceId)
        for (let at = 0; at < asked.length; at += MAX_CONFIRMED) {
          const body = { kind, invoiceIds: asked.slice(at, at + MAX_CONFIRMED) }
          const done = await confirming.mutateAsync({ params: { id }, body })
          paid += done.paid.length
          returned += done.returned.length
          const reasons = done.failed.map((one) => [keyOf({ kind, ...one }), one.reason] as const)
          setRefused((before) => new Map([...before, ...reasons]))
        }
      }
    } catch (error) {
      return tellFailure(error, { fallback: 'Dit kon niet worden bevestigd.' })
    }
    const left = proposals.length - paid - returned
    toast({
      title: confirmedText(paid, returned),
      ...(left > 0 && { description: `${formatNumber(left)} niet`, tone: 'info' as const }),
    })
  }

  return { refused, confirm }
}

/** `2 facturen betaald`, `1 betaling teruggekomen`, or both. */
function confirmedText(paid: number, returned: number): string {
  const back = returned === 1 ? '1 betaling teruggekomen' : `${formatNumber(returned)} betalingen teruggekomen`
  if (returned > 0 && paid === 0) return back
  const text = paid === 1 ? '1 factuur betaald' : `${formatNumber(paid)} facturen betaald`
  return returned > 0 ? `${text}, ${back}` : text
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
