/** Tells whether an invoice claims an item of a commission that `wish` would change (money.md, rule 6). */
export async function isHeld(id: string, wish: object): Promise<boolean> {
  const { findItems, invoiceIdOf } = await import('../../../functions/book/service.ts')
  const { findStoredCommission } = await import('../../../functions/sales/records.ts')
  const { row } = await findStoredCommission(id)
  const { agentId, callerId = null, status } = row
  const now = {
    ...{ agentId, callerId, status },
    ...{ agentCommission: row.agentCommission / 100, callerCommission: row.callerCommission / 100 },
  }
  const isSame = Object.entries(wish).every(([name, value]) => !(name in now) || Reflect.get(now, name) === value)
  const items = await findItems((row.dues ?? []).map(({ itemId }) => itemId))
  return !isSame && items.some((item) => invoiceIdOf(item) !== undefined)
}
