import { readAll } from '../platform/data/rows.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'

/** A partner company as other domains see it. */
export interface PartnerOf {
  readonly id: string
  readonly name: string
  /** Person whose commissions the partner invoices. */
  readonly userId: string | undefined
  /** True when the partner has an agreement; without one, no invoices pay the person `userId`. */
  readonly hasAgreement: boolean
}

const summaryOf = ({ id, name, assignedAgentId: userId, agreement }: PartnerRow): PartnerOf => ({
  ...{ id, name, userId, hasAgreement: agreement !== undefined },
})

const byAgreement = (one: PartnerOf, other: PartnerOf) => Number(other.hasAgreement) - Number(one.hasAgreement)

/** Lists the active partners that invoice for a person; partners with an agreement come first. */
export async function listPartnersOf(userId: string): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))
  return rows
    .filter(({ isActive }) => isActive)
    .map(summaryOf)
    .sort(byAgreement)
}

/** Lists the ids of the partners that invoice for a person, inactive partners included. */
export async function listPartnerIds(userId: string): Promise<string[]> {
  return (await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: userId }))).map(({ id }) => id)
}

/** Lists all partners by name; `userId` is undefined for an inactive one. */
export async function listAllPartners(): Promise<PartnerOf[]> {
  const rows = await readAll<PartnerRow>(Partners.query.byName({}))
  return rows.map((row) => ({ ...summaryOf(row), ...(row.isActive ? {} : { userId: undefined }) }))
}
