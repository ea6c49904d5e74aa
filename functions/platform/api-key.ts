import { createHash } from 'node:crypto'
import { Entity, type EntityItem } from 'electrodb'
import { effectiveFlags, type Flags, flags } from '../../shared/access.ts'
import { unauthenticated } from '../../shared/errors.ts'
import { epochOf, now } from '../../shared/time.ts'
import type { Caller, Origin } from './actor.ts'
import { hit } from './rate-limit.ts'
import { accepted, key, model, store } from './table.ts'

/**
 * Read keys for other systems, stored under the SHA-256 of the key (rulings 61).
 *
 * | Read     | Index   | Key             |
 * | one key  | primary | hash            |
 * | all keys | gsi1    | · createdAt, id |
 */
export const ApiKeys = new Entity(
  {
    model: model('apikey'),
    attributes: {
      hash: { type: 'string', required: true },
      id: { type: 'string', required: true },
      name: { type: 'string', required: true },
      description: { type: 'string' },
      keyPreview: { type: 'string', required: true },
      isActive: { type: 'boolean', required: true },
      createdAt: { type: 'string', required: true },
      createdBy: { type: 'string', required: true },
      expiresAt: { type: 'string' },
      lastUsedAt: { type: 'string' },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['hash'], template: 'apikey#${hash}' },
        sk: { ...key.primary.sk, composite: [], template: 'apikey' },
      },
      all: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: [], template: 'apikeys' },
        sk: { ...key.gsi1.sk, composite: ['createdAt', 'id'], template: '${createdAt}#${id}' },
      },
    },
  },
  store,
)
export type ApiKey = EntityItem<typeof ApiKeys>

/** The stored form of a key. */
export const apiKeyHash = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex')

const refused = () => unauthenticated('Ongeldige API key')

const noFlags = Object.fromEntries(flags.map((flag) => [flag, false])) as Flags

/** Requests a key may make in a minute. */
const PER_MINUTE = 120

/**
 * The actor of an API key: reads everything that its endpoints show, but no personal data (rulings 61, 62).
 * Throws 401 when the key is unknown, switched off or expired, 429 above its rate.
 */
export async function actorOfApiKey(apiKey: string, origin: Origin): Promise<Caller> {
  const hash = apiKeyHash(apiKey)
  const { data } = await ApiKeys.get({ hash }).go({ consistent: true })
  const at = now()
  const expired = data?.expiresAt !== undefined && epochOf(data.expiresAt as typeof at) <= epochOf(at)
  if (!data?.isActive || expired) throw refused()
  await hit({ subject: `apikey#${data.id}`, hits: PER_MINUTE, seconds: 60 })
  if (!(await accepted(() => ApiKeys.patch({ hash }).set({ lastUsedAt: at }).go()))) throw refused()
  const personalData = { ...effectiveFlags('admin', noFlags), hasPersonalDataAccess: false }
  return { id: `apikey:${data.id}`, name: data.name, role: 'admin', teamId: null, flags: personalData, origin }
}
