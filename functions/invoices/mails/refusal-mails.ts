import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { moneyText, wholeCents } from '../../../shared/money.ts'
import { now } from '../../../shared/time.ts'
import type { Letters, MailItem, Mails } from '../../mail/kinds.ts'
import { composeLetter, greetUser, line, withAddress } from '../../mail/letter.ts'
import { findAdminsToMail } from '../../people/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { withoutIbans } from '../../platform/data/account-numbers.ts'
import { type Notice, notifyOnce } from '../../platform/data/notifications.ts'
import { readSetting } from '../../platform/env.ts'
import { findUser } from '../../platform/identity/user.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { isIssued } from '../invoices/issued.ts'
import { findInvoiceRow } from '../invoices/records.ts'
import { isRefused } from '../invoices/rules.ts'

const APP_URL = readSetting('APP_URL')

type Kind = 'refused'

interface Facts {
  /** Id of the admin who gets the mail. */
  readonly to: string
}

/**
 * Kind of mail to the admins about an invoice that a partner refused (rulings 51a); the partner was promised that we
 * get in touch.
 */
export const refusalMails: Mails<'invoice', Kind, InvoiceRow> = {
  entity: 'invoice',
  kinds: ['refused'],
  attempts: 5,
  toCustomers: false,
  find: findInvoiceRow,
  isOn: async () => true,
  needless: (_kind, _item, row) => {
    if (!row) return 'Deze factuur bestaat niet meer.'
    return isRefused(row) ? null : 'De partner heeft deze factuur niet geweigerd.'
  },
  again: (_kind, _row, { facts }) => ({ facts }),
}

/**
 * Notifies up to twenty admins once that a partner refused an invoice, however often this is called. Depending on their
 * own choice, an admin gets nothing, a notification, or a notification and a mail.
 */
export async function notifyOfRefusal(id: string): Promise<void> {
  const row = await findInvoiceRow(id)
  if (!row || !isIssued(row)) return
  const facts = { invoiceNumber: row.invoiceNumber, partner: row.supplier.name, total: row.totalAmount }
  const notices = (await findAdminsToMail()).map(
    ({ id: to }): Notice => ({
      ...{ kind: 'invoice-refused', to, subject: id, facts },
      mail: { kind: 'invoice-refused', subject: id, id: `${id}-refused-${to}`, facts: { to } },
    }),
  )
  await notifyOnce(`${id}-refused`, notices, { by: asSystem('outbox').actor.id, at: now() })
}

/** Advice to the admins after a refusal. */
const advice: Record<InvoiceRow['type'], string> = {
  invoice: 'De factuur wordt niet betaald. Crediteer de factuur en maak een nieuwe.',
  credit_note: 'De creditfactuur wordt niet verrekend. Maak zo nodig een nieuwe factuur.',
}

/** Text of the mail to an admin about an invoice that a partner refused, with the reason. */
export const refusalLetters: Letters<Kind, InvoiceRow> = {
  compose: async (_kind, item: MailItem, row) => {
    const reader = await findUser((item.facts as Facts).to)
    if (!row || !isIssued(row) || !reader) throw new Error(`Nobody to tell about ${item.subject}`)
    const called = invoiceTypeLabels[row.type]
    const total = moneyText(wholeCents(row.totalAmount))
    return {
      to: reader.email,
      ...composeLetter(line`${called} ${row.invoiceNumber} is geweigerd`, [
        greetUser(reader),
        line`${row.supplier.name} heeft ${called.toLowerCase()} ${row.invoiceNumber} van ${total} geweigerd. De partner las dat wij contact opnemen.`,
        ...(row.answer?.reason ? [line`De reden: ${withoutIbans(row.answer.reason)}`] : []),
        ...(row.answer?.disputedLines ?? []).map(
          ({ lineOrder, remark }) => line`Regel ${String(lineOrder)} klopt niet: ${withoutIbans(remark)}`,
        ),
        withAddress(line`${advice[row.type]}`, `${APP_URL}/self-billing/invoice/${encodeURIComponent(row.id)}`),
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}
