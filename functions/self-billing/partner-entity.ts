import type { EntityItem } from 'electrodb'
import { paymentTerms, vatSchemes } from '../../shared/contract/partners.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, flag, gsi1, gsi2, model, must, number, primary, store, text } from '../platform/table.ts'

/** In place of an agent in what an index is made of; such a row is not in that index. */
export const NOBODY = 'none'

/**
 * Partner companies, whose invoices we make; they are few, and read by name.
 *
 * | Read                       | Index   | Key                          |
 * | one partner                | primary | id                           |
 * | all, by name               | gsi1    | · sortName, id               |
 * | those of an agent, by name | gsi2    | agentKey · sortName, id (sparse) |
 */
export const Partners = new Entity(
  {
    model: model('partner'),
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
      /** By their first day; the first has none and holds from the beginning. */
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
      /** The same for its index, `NOBODY` where there is none. */
      agentKey: must,
      isActive: flag,
      /** The signed agreement; the file lies under its hash. */
      agreement: { type: 'map', properties: { date: must, filename: must, size: number, hash: must } },
      /** When the first agreement was signed that was ever on file: no invoice is dated before it. */
      agreedSince: text,
      /** Raised to end the links of earlier mails about its invoices. */
      linkGeneration: { type: 'number' },
      /** A mark of the invoices: how many it has. */
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
    },
  },
  store,
)
type Stored = EntityItem<typeof Partners>
type Nested = 'agreement' | 'vatSchemes'
export type PartnerRow = Whole<Omit<Stored, Nested>> & { [K in Nested]: Stored[K] }
