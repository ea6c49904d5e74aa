import { commissions } from '../../../shared/api/commissions.ts'
import { saleStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { Commission } from '../../../shared/api/schemas/commissions.ts'
import type { OwnInvoiceWish } from '../../../shared/api/schemas/own-invoice.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { queryClient } from '../../lib/freshness.ts'
import { query } from '../../lib/query.ts'
import { toast } from '../../ui/messages/toast.ts'
import { PayDialog, type Payment } from './pay-dialog.tsx'

interface PayOneDialogProps {
  readonly id: string
  readonly customerName: string
  /** Pays the commission; the own invoice is given when one of its payees sends an invoice of their own. */
  readonly pay: (more: OwnInvoiceWish) => Promise<Pick<Commission, 'status'>>
  readonly onClose: () => void
}

/** Asks for confirmation, then pays out one commission and reports its new status. */
export function PayOneDialog({ id, customerName, pay, onClose }: PayOneDialogProps) {
  async function send(payment: Payment): Promise<void> {
    const status = await sendPayment(payment)
    if (status === 'uitbetaald') {
      toast({ title: 'Status bijgewerkt', description: `${customerName}: ${saleStatusLabels[status]}` })
    } else toast({ title: 'Deels uitbetaald', description: `${customerName}: de rest gaat via een factuur.` })
  }

  async function sendPayment(payment: Payment): Promise<Commission['status']> {
    const [first, second] = payment.ownInvoiceNumbers
    if (second !== undefined) return payInRun(id, payment)
    if (first === undefined) return (await pay({})).status
    const { userId, number: ownInvoiceNumber, sums: ownInvoiceSums } = first
    try {
      return (await pay({ ownInvoiceNumber, ownInvoiceSums })).status
    } catch (error) {
      throw error instanceof CallError ? nameFieldsAt(error, `invoices.${userId}`) : error
    }
  }

  return <PayDialog choice={{ ids: [id] }} subject={customerName} pay={send} onClose={onClose} />
}

/** Returns an error about an own invoice with the names that its fields have in the dialog. */
const nameFieldsAt = (error: CallError, path: string) =>
  Object.assign(error, {
    errors: Object.fromEntries(
      Object.entries(error.errors).map(([name, texts]) => [
        name.replace('ownInvoiceNumber', `${path}.number`).replace('ownInvoiceSums', path),
        texts,
      ]),
    ),
  })

const LOOK_MS = 1_000

/**
 * Pays a commission whose agent and caller both send an invoice of their own. Only a run takes several invoices.
 * Returns the new status of the commission; throws when the run does not pay it.
 */
async function payInRun(id: string, payment: Payment): Promise<Commission['status']> {
  const body = { ids: [id], expectedStatus: 'klaar_voor_uitbetaling' as const, ...payment }
  let run = await call(commissions.advance, { body })
  while (run.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    run = await queryClient.fetchQuery({ ...query(commissions.run, { params: { id: run.id } }), staleTime: 0 })
  }
  const { items } = await call(commissions.results, { params: { id: run.id } })
  const [result] = items
  if (result?.outcome !== 'advanced') throw new Error(result?.message ?? 'De commissie is niet uitbetaald.')
  const { status } = await call(commissions.get, { params: { id } })
  return status
}
