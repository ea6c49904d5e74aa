import { setTimeout as pause } from 'node:timers/promises'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../testing/invoices.ts'
import type { Runtime } from '../testing/runtime.ts'

const PATIENCE_MS = 60_000

/**
 * Creates an invoice as an admin (`session`) and mails it to its partner. Returns its id, and the secret token of the
 * link in the mail. Throws when no mail comes within a minute.
 */
export async function createSentInvoice(runtime: Runtime, session: string): Promise<{ id: string; link: string }> {
  const api = <T>(method: string, path: string, body: object) =>
    runtime.json<T>(method, `/api/self-billing${path}`, body, session)
  await api('PUT', '/settings', buildSettingsForm())
  const { id } = await api<{ id: string }>('POST', '/partners', buildPartnerForm())
  const { body, headers } = buildAgreementForm({ date: '2026-01-01' })
  const agreed = await fetch(`${runtime.url}/api/self-billing/partners/${id}/agreement`, {
    method: 'PUT',
    headers: { ...headers, sessionId: session },
    body,
  })
  if (!agreed.ok) throw new Error(`The agreement: ${agreed.status} ${await agreed.text()}`)
  const invoice = await api<{ id: string }>('POST', '/invoices', buildInvoiceForm(id))
  await api('POST', '/send-invoice-email', { invoiceId: invoice.id })
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(100)) {
    const [mail] = await runtime.json<{ text: string }[]>('GET', '/__local/mails')
    const [, token] = mail?.text.match(/\/factuur\/([\w-]+)/) ?? []
    if (token) return { id: invoice.id, link: token }
  }
  throw new Error('No mail with a link came')
}
