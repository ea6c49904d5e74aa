import { CustomerJoins, type JoinedCustomerRow, JoinedCustomers } from './join-entity.ts'

/** Id of a customer in a group, with the moment and author of its join. */
export type Member = JoinedCustomerRow['members'][number]

/** Reads the group of joined customers that has this customer's id, strongly consistent; null when no group has it. */
export async function findJoin(customerId: string): Promise<JoinedCustomerRow | null> {
  const { data: join } = await CustomerJoins.get({ customerId }).go({ consistent: true })
  if (!join) return null
  const { data } = await JoinedCustomers.get({ id: join.joinedId }).go({ consistent: true })
  // The id may have been released from the group since the first read.
  return data?.members.some(({ id }) => id === customerId) ? data : null
}
