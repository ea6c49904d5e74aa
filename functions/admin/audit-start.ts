import { accepted, Entity, model, primary, store } from '../platform/table.ts'

/**
 * The month before which the audit log holds nothing, once somebody has looked: rows are added at its end only.
 *
 * | Read      | Index   | Key |
 * | the month | primary | ·   |
 */
const AuditStart = new Entity(
  {
    model: model('auditstart'),
    attributes: {
      id: { type: 'string', required: true },
      month: { type: 'string', required: true },
    },
    indexes: {
      primary: primary('start#${id}', 'start'),
    },
  },
  store,
)

const id = 'audit'

/** The month (`yyyy-mm`) before which the audit log is known to hold nothing, or null while nobody knows. */
export async function auditStart(): Promise<string | null> {
  const { data } = await AuditStart.get({ id }).go()
  return data?.month ?? null
}

/** Remembers that the audit log holds nothing before this month, unless a later one is known. */
export async function rememberAuditStart(month: string): Promise<void> {
  await accepted(() =>
    AuditStart.put({ id, month })
      .where((start, { notExists, lt }) => `${notExists(start.month)} OR ${lt(start.month, month)}`)
      .go(),
  )
}
