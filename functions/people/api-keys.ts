import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { API_KEY_DAYS, type ApiKeyForm } from '../../shared/api/api-keys.ts'
import { conflict, invalid, notFound, notLoggedIn } from '../../shared/errors.ts'
import { addDays, addSeconds, type Instant, type LocalDate, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { type Change, commit, commitAll, commitNothing } from '../platform/data/commit.ts'
import { asWhole } from '../platform/data/rows.ts'
import type { Paging } from '../platform/http/page.ts'
import {
  API_KEY_SHAPE,
  type ApiKey,
  ApiKeys,
  ApiKeyUses,
  apiKeyHash,
  apiKeyId,
  makerStateOf,
} from '../platform/identity/api-key.ts'
import { findUser } from '../platform/identity/user.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { inOrder, isText } from '../records/source.ts'
import { proveOwner } from './login/two-factor.ts'
import { keyNotice } from './notices.ts'
import { findAdminsToMail, requireUnchangedActor } from './service.ts'

/**
 * Lists API keys, newest first, each with its number of uses and the moment of the last use. Never returns the keys
 * themselves (rulings 61).
 */
export const listApiKeys = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'api-key:manage', paging, {
    all: () => inOrder<ApiKey>({ createdAt: moments.isValue, id: isText }, [ApiKeys.query.all({})], 'desc'),
    show: async (keys) => {
      const uses = await usesOf(keys)
      return keys.map((one) => viewOf(one, uses.get(one.id)))
    },
  })

interface Uses {
  readonly lastUsedAt: string
  readonly reads: number
}

async function usesOf(keys: readonly ApiKey[]): Promise<Map<string, Uses>> {
  if (keys.length === 0) return new Map()
  const { data } = await ApiKeyUses.get(keys.map(({ id }) => ({ id }))).go()
  return new Map(data.map((uses) => [uses.id, uses]))
}

/** Returns an API key as screens show it, never the key itself; `expiresAt` is the last second in which it works. */
const viewOf = ({ expiresAt, ...row }: ApiKey, uses?: Uses) => ({
  ...row,
  expiresAt: expiresAt === undefined ? null : addSeconds(expiresAt as Instant, -1),
  lastUsedAt: uses?.lastUsedAt ?? null,
  reads: uses?.reads ?? 0,
})

/**
 * Creates an API key for reading and returns it; nobody can look it up again. Takes the maker's password and a TOTP or
 * backup code, and mails all admins (rulings 61). It works for a year, until the end of a chosen day, or without end
 * for null. Throws 400 at `expiresAt` for a day in the past, and for a wrong password or code, 401 when the actor loses
 * the admin role meanwhile.
 */
export async function createApiKey(actor: Caller, form: z.output<typeof ApiKeyForm>) {
  const permit = authorise(actor, 'api-key:manage')
  const createdAt = now()
  const expiresAt = expiryOf(form.expiresAt as LocalDate | null | undefined, createdAt)
  const user = await findUser(actor.id)
  if (!user) throw notLoggedIn()
  const proven = await proveOwner(permit, user, form)
  const apiKey = `pvk_${randomBytes(32).toString('base64url')}`
  const described = { name: form.name, description: form.description ?? undefined }
  const row: ApiKey = {
    id: apiKeyId(apiKey),
    hash: apiKeyHash(apiKey),
    ...described,
    keyPreview: `${apiKey.slice(0, 8)}…${apiKey.slice(-4)}`,
    isActive: true,
    createdAt,
    createdBy: actor.id,
    makerState: makerStateOf(user),
    shape: API_KEY_SHAPE,
    expiresAt,
  }
  return commit(
    permit,
    {
      action: 'api-key.create',
      entity: { type: 'api-key', id: row.id },
      after: { ...described, expiresAt },
      // Fails when the person loses the admin role meanwhile, so that no key is created without that role.
      write: [...requireUnchangedActor(actor, null), ...proven, ApiKeys.create(row)],
      outbox: (await findAdminsToMail()).map((admin) => keyNotice(permit, admin, form.name)),
    },
    { ...viewOf(row), apiKey },
  )
}

/**
 * Returns the midnight in Amsterdam after the last day of a key; undefined for a key without an end. 400 for a past
 * day.
 */
function expiryOf(chosen: LocalDate | null | undefined, at: Instant): Instant | undefined {
  const lastDay = chosen === undefined ? addDays(localDateOf(at), API_KEY_DAYS) : chosen
  if (lastDay === null) return undefined
  if (lastDay < localDateOf(at)) {
    throw invalid('Kies vandaag of een latere datum', 'expiresAt')
  }
  return startOfDay(addDays(lastDay, 1))
}

/**
 * Switches an API key off, at once and for good; does nothing when it is off already. Throws 404 for an unknown key,
 * 409 when somebody else switches it off at this moment, so that the audit has one row.
 */
export async function deactivateApiKey(actor: Caller, id: string) {
  const permit = authorise(actor, 'api-key:manage')
  const { data } = await ApiKeys.get({ id }).go({ consistent: true })
  if (!data) throw notFound()
  if (!data.isActive) return commitNothing(permit, undefined)
  return commit(permit, switchedOff(asWhole(data)))
}

const switchedOff = ({ id, name }: ApiKey): Change => ({
  action: 'api-key.deactivate',
  entity: { type: 'api-key', id },
  before: { name, isActive: true },
  after: { name, isActive: false },
  write: [
    {
      write: ApiKeys.patch({ id })
        .set({ isActive: false })
        .where(({ isActive }, { eq }) => eq(isActive, true)),
      onFailure: () => conflict('Deze API key is intussen al gedeactiveerd'),
    },
  ],
})

/** Maximum number of API keys switched off in one transaction, which holds a hundred writes. */
const KEYS_AT_ONCE = 40

/**
 * Returns the changes that switch off the active API keys that a person made, at most as many as fit in the transaction
 * that takes the person's role, password or 2FA. Commits the changes beyond that number itself, before that
 * transaction.
 */
export async function endKeysOf(permit: Permit, makerId: string): Promise<Change[]> {
  const { data } = await ApiKeys.query.all({}).go({ pages: 'all' })
  const keys = asWhole(data)
    .filter(({ createdBy, isActive }) => createdBy === makerId && isActive)
    .map(switchedOff)
  while (keys.length > KEYS_AT_ONCE) await commitAll(permit, keys.splice(0, KEYS_AT_ONCE))
  return keys
}
