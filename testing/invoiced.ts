import type { CommissionWorld } from './commissions.ts'
import { buildSettingsForm, storePartner } from './invoices.ts'
import { deliverOutbox } from './outbox.ts'

/**
 * Creates a partner whose invoices pay a person. Returns a function that invoices a period by a monthly run and sets
 * the invoice to betaald (paid). That function returns the invoice number.
 */
export async function startInvoicing(world: Pick<CommissionWorld, 'done'>, userId: string) {
  const done = (method: string, path: string, body?: object) =>
    world.done('admin', method, `/api/self-billing${path}`, body)
  const partnerId = `partner-of-${userId}`
  await done('PUT', '/settings', buildSettingsForm())
  await storePartner(partnerId)
  await done('PATCH', `/partners/${partnerId}`, { assignedAgentId: userId })
  return async (period: { readonly from: string; readonly to: string }): Promise<string> => {
    const { id } = await done('POST', '/monthly-runs', { partnerIds: [partnerId], ...period })
    await deliverOutbox(id)
    const [{ invoiceId, invoiceNumber }] = await done('GET', `/monthly-runs/${id}/results`)
    for (const status of ['in_behandeling', 'betaald']) {
      const { version, pendingPayment } = await done('PATCH', `/invoices/${invoiceId}/status`, { status })
      const approval = `/api/self-billing/waiting-payments/${invoiceId}/approve`
      const seen = { 'if-match': `"${version}"` }
      if (pendingPayment) await world.done('second', 'POST', approval, undefined, seen)
      await deliverOutbox(invoiceId)
    }
    return invoiceNumber
  }
}
