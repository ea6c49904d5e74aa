import { createHash } from 'node:crypto'
import { effectiveFlagsOf, type Flags, flags } from '../../../shared/access.ts'
import { API_KEY_CALLS_PER_MINUTE } from '../../../shared/api/parts/endpoint.ts'
import { notLoggedIn } from '../../../shared/errors.ts'
import { epochOf, now } from '../../../shared/time.ts'
import type { Caller, Origin } from '../actor.ts'
import { countRequest } from '../data/rate-limit.ts'
import { defineEntity, gsi1, primary, type RowOf } from '../data/table.ts'
import { findUser, isActiveAdmin, type User } from './user.ts'

/**
 * Read keys for other systems (rulings 61). Each is stored as its SHA-256 hash, whose beginning is the id of the key.
 *
 * | Read     | Index   | Key             |
 * | one key  | primary | id              |
 * | all keys | gsi1    | · createdAt, id |
 */
export const ApiKeys = defineEntity('apikey', {
  attributes: {
    id: { type: 'string', required: true },
    hash: { type: 'string', required: true },
    name: { type: 'string', required: true },
    description: { type: 'string' },
    keyPreview: { type: 'string', required: true },
    isActive: { type: 'boolean', required: true },
    createdAt: { type: 'string', required: true },
    createdBy: { type: 'string', required: true },
    /** State of its maker when the key was made (`makerStateOf`); keys of the first shape may lack it. */
    makerState: { type: 'string' },
    /** Number of the shape of the row (absent: 1); the migration `api-key-makers` brings it to `API_KEY_SHAPE`. */
    shape: { type: 'number' },
    /** Moment from which the key is no longer valid. */
    expiresAt: { type: 'string' },
  },
  indexes: {
    primary: primary('apikey#${id}', 'apikey'),
    all: gsi1('apikeys', '${createdAt}#${id}'),
  },
})
export type ApiKey = RowOf<typeof ApiKeys>

/**
 * Usage of each key: its number of reads and the time of the last one. Every function that takes keys writes this row,
 * in a partition that opens nothing; the row is in no index.
 *
 * | Read           | Index   | Key |
 * | one key's uses | primary | id  |
 */
export const ApiKeyUses = defineEntity('apikeyuse', {
  attributes: {
    id: { type: 'string', required: true },
    lastUsedAt: { type: 'string', required: true },
    reads: { type: 'number', required: true },
  },
  indexes: { primary: primary('apikeyuse#${id}', 'use') },
})

/** Shape in which every key has the state of its maker. */
export const API_KEY_SHAPE = 2

/** Returns the stored form of a key: its SHA-256 in hex. */
export const apiKeyHash = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex')

/** Returns the public id of a key; nobody can derive the key from it. */
export const apiKeyId = (apiKey: string) => apiKeyHash(apiKey).slice(0, 16)

/**
 * Returns the state of a key's maker as a text, which changes when somebody else resets their password or 2FA, and when
 * they stop being an admin. A key of another state has ended (rulings 61).
 */
export const makerStateOf = ({ adminSince, resetBy = {} }: Pick<User, 'adminSince' | 'resetBy'>): string =>
  JSON.stringify([adminSince ?? null, Object.entries(resetBy).sort()])

const invalidKeyError = () => notLoggedIn('Ongeldige API key')

const noFlags = Object.fromEntries(flags.map((flag) => [flag, false])) as Flags

const ACTOR = 'apikey:'

/** Tells whether the actor is an API key instead of a person. */
export const isApiKey = ({ id }: Pick<Caller, 'id'>): boolean => id.startsWith(ACTOR)

/**
 * Returns the actor of an API key, an admin without the right to personal data (rulings 61, 62), and counts the use.
 * Throws 401 for an unknown, disabled or expired key, or one whose maker is no longer an admin or was reset since.
 * Throws 429 above 120 calls a minute.
 */
export async function identifyApiKey(apiKey: string, origin: Origin): Promise<Caller> {
  const { data } = await ApiKeys.get({ id: apiKeyId(apiKey) }).go({ consistent: true })
  const at = now()
  const expired = data?.expiresAt !== undefined && epochOf(data.expiresAt as typeof at) <= epochOf(at)
  if (data?.hash !== apiKeyHash(apiKey) || !data.isActive || expired) throw invalidKeyError()
  // Keys are switched off when their maker is reset or stops being an admin. This covers one made at that very moment.
  const maker = await findUser(data.createdBy)
  if (!maker || !isActiveAdmin(maker) || (data.makerState ?? makerStateOf(maker)) !== makerStateOf(maker))
    throw invalidKeyError()
  await countRequest({ subject: `apikey#${data.id}`, hits: API_KEY_CALLS_PER_MINUTE, seconds: 60 })
  await ApiKeyUses.update({ id: data.id }).set({ lastUsedAt: at }).add({ reads: 1 }).go()
  const personalData = { ...effectiveFlagsOf('admin', noFlags), hasPersonalDataAccess: false }
  return { id: `${ACTOR}${data.id}`, name: data.name, role: 'admin', teamId: null, flags: personalData, origin }
}
