import { approvedFieldLabels } from '../../shared/sales/choices.ts'
import { dateText, type Instant, localDateOf } from '../../shared/time.ts'
import type { Letters, MailItem, Mails } from '../mail/kinds.ts'
import { composeLetter, greetUser, line } from '../mail/letter.ts'
import { namesOf } from '../people/service.ts'
import { findUser, fullName } from '../platform/identity/user.ts'
import type { ChangedSince, SaleRow } from './entity.ts'
import { Sales } from './entity.ts'

interface Facts extends ChangedSince {
  /** Id of the approver. */
  readonly to: string
}

const factsOf = ({ facts }: MailItem) => facts as Facts

/** Mail to the person who approved a sale when a change ends that approval (decision 78). */
export const approvalMails: Mails<'sale', 'unapproved', SaleRow> = {
  entity: 'sale',
  kinds: ['unapproved'],
  attempts: 5,
  toCustomers: false,
  find: async (id) => (await Sales.get({ id }).go({ consistent: true })).data as SaleRow | null,
  isOn: async () => true,
  needless: (_kind, _item, row) => {
    if (!row) return 'Deze sale bestaat niet meer.'
    return row.changedAfterApproval ? null : 'Deze sale is intussen opnieuw goedgekeurd.'
  },
  again: (_kind, _row, { facts }) => ({ facts }),
}

/** Text of the mail to an approver: who changed which fields. Only the app shows the new values. */
export const approvalLetters: Letters<'unapproved', SaleRow> = {
  compose: async (_kind, item, row) => {
    const { to, by, at, fields } = factsOf(item)
    const [approver, names] = await Promise.all([findUser(to), namesOf([by])])
    if (!row || !approver) throw new Error(`Nobody to tell about ${item.subject}`)
    const day = dateText(localDateOf(at as Instant))
    const changed = fields.map((field) => approvedFieldLabels[field]).join(', ')
    return {
      to: approver.email,
      ...composeLetter(line`Sale gewijzigd na je goedkeuring`, [
        greetUser(approver),
        line`${fullName(names(by))} wijzigde op ${day} de sale van ${row.customerName}: ${changed}.`,
        line`Je goedkeuring is daarmee vervallen. Bekijk de sale in Partnerview en keur de sale opnieuw goed.`,
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}
