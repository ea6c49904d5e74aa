import * as z from '../zod.ts'
import { creation, domain, get, none, page, paging, post, remove } from './parts/endpoint.ts'
import { instant, lines, localDate, orNull, requireText } from './parts/fields.ts'
import { OwnerProof } from './schemas/account.ts'

/** Default lifetime of a key, in days. */
export const API_KEY_DAYS = 365

/** An API key as the list shows it, without the key itself. A key can only read (rulings 61). */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  description: orNull(z.string()),
  keyPreview: z.string(),
  isActive: z.boolean(),
  createdAt: instant,
  expiresAt: orNull(instant),
  lastUsedAt: orNull(instant),
  /** Number of calls made with the key. */
  reads: z.int(),
})
export type ApiKey = z.output<typeof ApiKey>

/**
 * Body of a new key, with the maker's password and a TOTP or backup code. `expiresAt` is the last day the key works, in Amsterdam; absent: a year from now; null: it does not expire.
 */
export const ApiKeyForm = OwnerProof.extend({
  name: requireText('Naam is verplicht', 80),
  description: lines(400),
  expiresAt: z.union([z.literal('').transform(() => null), localDate()]).nullish(),
})

export const apiKeys = domain({
  list: get('/api/admin/api-keys', {
    summary: 'API keys, newest first; never the keys themselves',
    allow: 'api-key:manage',
    shows: ['login', 'user'],
    query: z.object(paging),
    result: page(ApiKey),
  }),
  create: post('/api/admin/api-keys', {
    summary: 'Create a read key; the answer is the only place it is shown (rulings 61)',
    allow: 'api-key:manage',
    changes: ['login', 'user'],
    idempotent: 'shown-once',
    body: ApiKeyForm,
    result: creation(ApiKey.extend({ apiKey: z.string().meta({ 'x-shown-once': true }) })),
  }),
  deactivate: remove('/api/admin/api-keys/{id}', {
    summary: 'Switch an API key off, at once and for good',
    allow: 'api-key:manage',
    changes: ['login'],
    keepsRecord: true,
    result: none,
  }),
})
