import { randomUUID } from 'node:crypto'
import { epochOf, now } from '../../shared/time.ts'
import { accepted, Entity, key, model, store, ttl } from './table.ts'

const MINUTE_MS = 60_000

/**
 * Who does something that only one may do at a time.
 *
 * | Read     | Index   | Key  |
 * | one lock | primary | name |
 */
const Locks = new Entity(
  {
    model: model('lock'),
    attributes: {
      name: { type: 'string', required: true },
      holder: { type: 'string', required: true },
      until: { type: 'number', required: true },
      expires: { type: 'number', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['name'], template: 'lock#${name}' },
        sk: { ...key.primary.sk, composite: [], template: 'lock' },
      },
    },
  },
  store,
)

export interface Lock {
  /** Keeps the lock for another lease when a third of it has passed; throws when somebody else has it now. */
  renew(): Promise<void>
  release(): Promise<void>
}

/**
 * Takes a lock for a minute at a time, or for as long as whoever dies with it may hold the others up; null while somebody
 * else holds it.
 */
export async function takeLock(name: string, leaseMs = MINUTE_MS): Promise<Lock | null> {
  const holder: string = randomUUID()
  let until = await lease(name, holder, leaseMs)
  if (!until) return null
  return {
    renew: async () => {
      if (until && epochOf(now()) < until - (leaseMs * 2) / 3) return
      until = await lease(name, holder, leaseMs)
      if (!until) throw new Error(`The lock ${name} was lost`)
    },
    release: async () => {
      await accepted(() =>
        Locks.delete({ name })
          .where((attribute, { eq }) => eq(attribute.holder, holder))
          .go(),
      )
    },
  }
}

async function lease(name: string, holder: string, leaseMs: number): Promise<number | null> {
  const at = epochOf(now())
  const until = at + leaseMs
  const taken = await accepted(() =>
    Locks.put({ name, holder, until, expires: ttl(until) })
      .where(
        (attribute, { eq, lte, notExists }) =>
          `${notExists(attribute.name)} OR ${eq(attribute.holder, holder)} OR ${lte(attribute.until, at)}`,
      )
      .go(),
  )
  return taken ? until : null
}
