import type { EntityItem } from 'electrodb'
import { paymentTerms, vatSchemes } from '../../shared/api/parts/billing.ts'
import type { Whole } from '../../shared/whole.ts'
import {
  Entity,
  entityModel,
  flag,
  gsi1,
  gsi2,
  gsi3,
  must,
  number,
  primary,
  store,
  text,
} from '../platform/data/table.ts'

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
export const Partners = new Entity(
  {
    model: entityModel('partner'),
    attributes: {
      id: must,
      version: number,
      name: must,
      sortName: must,
      email: must,
      address: must,
      postalCode: must,
      city: must,
      kvkNumber: must,
      vatNumber: must,
      bankAccount: must,
      /** Changed account that waits for a second admin, with who entered it and when. */
      pendingAccount: { type: 'map', properties: { bankAccount: must, by: must, at: must } },
      /** Last changed account that was rejected, with who rejected it, when and why. */
      rejectedAccount: { type: 'map', properties: { bankAccount: must, by: must, at: must, reason: must } },
      /** Moment since which a changed account counts; absent for the first account of the partner. */
      accountSince: text,
      /** VAT schemes by their first day; the first scheme has no day and applies from the beginning. */
      vatSchemes: {
        type: 'list',
        required: true,
        items: { type: 'map', properties: { from: text, scheme: { type: vatSchemes, required: true } } },
      },
      paymentTerms: { type: paymentTerms, required: true },
      allows48HourDiscount: flag,
      acceptanceDays: number,
      contactPerson: text,
      phone: text,
      assignedAgentId: text,
      /** Index key of the agent; `NOBODY` without one. */
      agentKey: must,
      isActive: flag,
      /** Signed agreement; the file is stored under its hash. */
      agreement: { type: 'map', properties: { date: must, filename: must, size: number, hash: must } },
      /** Earliest date of all agreements ever stored; no invoice is dated before it. */
      agreedSince: text,
      /** Number that is raised to end the links in all earlier mails about the partner's invoices. */
      linkGeneration: { type: 'number' },
      /** Number of the partner's invoices and credit notes, counted without a new version of the partner. */
      invoiceCount: number,
      createdBy: must,
      createdAt: must,
      updatedAt: must,
    },
    indexes: {
      primary: primary('partner#${id}', 'partner'),
      byName: gsi1('partners', '${sortName}#${id}'),
      byAgent: {
        ...gsi2('partners#agent#${agentKey}', '${sortName}#${id}'),
        condition: ({ agentKey }) => agentKey !== NOBODY,
      },
      pending: {
        ...gsi3('partners#pending', '${sortName}#${id}'),
        condition: ({ pendingAccount }) => pendingAccount !== undefined,
      },
    },
  },
  store,
)
type Stored = EntityItem<typeof Partners>
type Nested = 'agreement' | 'vatSchemes' | 'pendingAccount' | 'rejectedAccount'
export type PartnerRow = Whole<Omit<Stored, Nested>> & { [K in Nested]: Stored[K] }
