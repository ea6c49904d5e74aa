import { useState } from 'react'
import { type BankStatementDetails, MAX_CONFIRMED } from '../../../shared/contract/settlement.ts'
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useConfirmPayments, useStatement } from './api.ts'
import { isToConfirm, Proposals } from './proposals.tsx'

interface StatementDialogProps {
  readonly id: string
  readonly onClose: () => void
}

/** What a bank statement seems to pay; a person says what is right. */
export function StatementDialog({ id, onClose }: StatementDialogProps) {
  const { data: statement, error, refetch } = useStatement(id)
  const { refused, confirm } = useConfirm(id)
  const waiting = statement?.proposals.filter(isToConfirm) ?? []
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Bankafschrift"
      description={statement && `${statement.filename} · ${formatNumber(statement.bookings)} betalingen`}
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
          <Proposals
            proposals={statement.proposals}
            refused={refused}
            onConfirm={({ invoiceId }) => confirm([invoiceId])}
          />
        )}
        {statement && <Doubts doubts={statement.doubts} />}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        {waiting.length > 0 && (
          <Button tone="primary" onClick={() => confirm(waiting.map(({ invoiceId }) => invoiceId))}>
            {`Alles bevestigen (${formatNumber(waiting.length)})`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

/** Pays what is confirmed, and keeps why some could not be. */
function useConfirm(id: string) {
  const confirming = useConfirmPayments()
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())

  async function confirm(invoiceIds: readonly string[]): Promise<void> {
    let paid = 0
    try {
      for (let at = 0; at < invoiceIds.length; at += MAX_CONFIRMED) {
        const body = { invoiceIds: invoiceIds.slice(at, at + MAX_CONFIRMED) }
        const done = await confirming.mutateAsync({ params: { id }, body })
        paid += done.paid.length
        setRefused((before) => new Map([...before, ...done.failed.map((one) => [one.invoiceId, one.reason] as const)]))
      }
    } catch (error) {
      return tellFailure(error, { fallback: 'De betalingen konden niet worden bevestigd.' })
    }
    toast({
      title: paid === 1 ? '1 factuur betaald' : `${formatNumber(paid)} facturen betaald`,
      ...(paid < invoiceIds.length && {
        description: `${formatNumber(invoiceIds.length - paid)} niet`,
        tone: 'info' as const,
      }),
    })
  }

  return { refused, confirm }
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
