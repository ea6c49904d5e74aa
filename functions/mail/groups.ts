import { ALONE, Outbox, type OutboxRow } from '../platform/data/outbox.ts'
import { getRows } from '../platform/data/rows.ts'

/** Maximum number of other mails that go in one, as one transaction claims them. */
const MOST_INCLUDED = 20

/** Lists the mails that go in another one: those of its earlier attempt, otherwise those of its group that wait. */
export async function readIncluded({ id, kind, group = ALONE, includes }: OutboxRow): Promise<OutboxRow[]> {
  if (includes) {
    const rows = (await getRows(
      Outbox,
      includes.map((one) => ({ id: one })),
    )) as OutboxRow[]
    return rows.filter((one) => one.state === 'sending' && one.sentIn === id)
  }
  if (group === ALONE) return []
  const { data } = await Outbox.query.byGroup({ group }).go({ pages: 'all' })
  return data
    .filter((one) => one.id !== id && one.kind === kind && one.state === 'waiting' && !one.includes)
    .slice(0, MOST_INCLUDED)
}

/** Returns the write that claims a mail for another in which it goes; its condition fails once it goes elsewhere. */
export const claimIncluded = ({ id }: OutboxRow, sentIn: string, claimedAt: string) =>
  Outbox.patch({ id })
    .set({ state: 'sending', sentIn, claimedAt })
    .where(
      (row, { eq, notExists }) =>
        `(${eq(row.state, 'waiting')} AND ${notExists(row.includes)}) OR (${eq(row.state, 'sending')} AND ${eq(row.sentIn, sentIn)})`,
    )
