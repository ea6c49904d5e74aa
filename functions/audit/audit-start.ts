import { defineEntity, primary, tryWrite } from '../platform/data/table.ts'

/**
 * Month before which the audit log is empty. It is stored once a search found it, and stays true, as nobody adds older
 * rows.
 *
 * | Read      | Index   | Key |
 * | the month | primary | ·   |
 */
const AuditStart = defineEntity('auditstart', {
  attributes: {
    id: { type: 'string', required: true },
    month: { type: 'string', required: true },
  },
  indexes: { primary: primary('start#${id}', 'start') },
})

const id = 'audit'

/**
 * Returns the month (`yyyy-mm`) before which the audit log is empty, so that no search reads further back; null when it
 * is not known yet.
 */
export async function readAuditStart(): Promise<string | null> {
  const { data } = await AuditStart.get({ id }).go()
  return data?.month ?? null
}

/**
 * Stores that the audit log is empty before this month, so that searches stop there; keeps a later month that is
 * stored.
 */
export async function rememberAuditStart(month: string): Promise<void> {
  await tryWrite(() =>
    AuditStart.put({ id, month })
      .where((start, { notExists, lt }) => `${notExists(start.month)} OR ${lt(start.month, month)}`)
      .go(),
  )
}
