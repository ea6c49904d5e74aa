import { partner } from '../../shared/partners/record.ts'
import { defineEntity, gsi1, gsi2, gsi3, primary, type RowOf } from '../platform/data/table.ts'

/** Index key of a row that its index leaves out, for example an invoice without an assigned user. */
export const NOBODY = 'none'

/**
 * Partner companies, for which we make invoices. They are few, and read by name.
 *
 * | Read                       | Index   | Key                          |
 * | one partner                | primary | id                           |
 * | all, by name               | gsi1    | · sortName, id               |
 * | those of an agent, by name | gsi2    | agentKey · sortName, id (sparse) |
 * | with a changed account that waits | gsi3 | · sortName, id (sparse) |
 */
export const Partners = defineEntity('partner', {
  attributes: partner.stored,
  indexes: {
    primary: primary('partner#${id}', 'partner'),
    byName: gsi1('partners', '${sortName}#${id}'),
    byAgent: gsi2('partners#agent#${agentKey}', '${sortName}#${id}', ({ agentKey }) => agentKey !== NOBODY),
    pending: gsi3('partners#pending', '${sortName}#${id}', ({ pendingAccount }) => pendingAccount !== undefined),
  },
})
type Loose = 'agreement' | 'vatSchemes' | 'vatCheck' | 'pendingAccount' | 'rejectedAccount'
export type PartnerRow = RowOf<typeof Partners, Loose>

/** IBAN of a partner with the name of its holder; a bank compares both before it pays. */
export interface Account {
  readonly bankAccount: string
  readonly accountHolder?: string | undefined
}

/** Tells whether two accounts have the same IBAN and the same holder. */
export const isSameAccount = (one: Account, other: Account): boolean =>
  one.bankAccount === other.bankAccount && one.accountHolder === other.accountHolder
