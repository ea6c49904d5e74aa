/**
 * Never run, only compiled (`npm run types`): each `@ts-expect-error` names a mistake that must not compile. When a
 * mistake does compile, its marker becomes the error.
 */
import * as z from 'zod'
import { composeLetter } from '../../functions/mail/letter.ts'
import { authorise, type Caller, type Permit } from '../../functions/platform/actor.ts'
import { type Committed, commit } from '../../functions/platform/data/commit.ts'
import type { OutboxItem, OutboxKind } from '../../functions/platform/data/outbox.ts'
import type { Page } from '../../functions/platform/http/page.ts'
import { serve } from '../../functions/platform/http/serve.ts'
import { listWithin } from '../../functions/records/list.ts'
import { sourceInMemory } from '../../functions/records/source.ts'
import type { Action } from '../../shared/access.ts'
import { creation, domain, none, ok, page, post } from '../../shared/api/parts/endpoint.ts'
import { type ErrorKind, statusOf } from '../../shared/errors.ts'

const Thing = z.object({ id: z.string() })
const change = { action: 'thing.update', entity: { type: 'thing', id: '1' }, write: [] } as const

const things = domain({
  list: {
    summary: 'Things',
    method: 'GET',
    path: '/api/things',
    allow: 'team:read',
    shows: ['team'],
    result: page(Thing),
  },
  create: {
    summary: 'A new thing',
    method: 'POST',
    path: '/api/things',
    allow: 'team:manage',
    changes: ['team'],
    body: z.object({ name: z.string() }),
    result: creation(Thing),
  },
  remove: {
    summary: 'No thing',
    method: 'DELETE',
    path: '/api/things/{id}',
    allow: 'team:manage',
    changes: ['team'],
    result: none,
  },
})

const list = ({ actor }: { actor: Caller }) =>
  listWithin(actor, 'team:manage', {}, { all: teams, show: (rows) => rows })
const teams = () => sourceInMemory([{ id: '1' }])
const create = ({ actor }: { actor: Caller }) => commit(authorise(actor, 'team:manage'), change, { id: '1' })
const remove = ({ actor }: { actor: Caller }) => commit(authorise(actor, 'team:manage'), change, undefined)

/** A correct domain, which must compile. */
export const right = serve(things, { list, create, remove })

// @ts-expect-error a changing call must return what commit() gave: authorised and audited
export const uncommitted = serve(things, { list, create: async () => ({ id: '1' }), remove })

// @ts-expect-error a changing call that returns nothing must return what commit() gave, too
export const silent = serve(things, { list, create, remove: async () => undefined })

// @ts-expect-error what commit() gave must be the endpoint's result
export const otherResult = serve(things, { list, create: remove, remove })

// @ts-expect-error a call that replies with a record must give commit() that record
export const withoutReply = (permit: Permit): Promise<Committed<{ id: string }>> => commit(permit, change)

export const misnamed = post('/api/things', {
  ...{ summary: 'A new thing', allow: 'team:manage', changes: ['team'], result: none },
  // @ts-expect-error a property that no endpoint has
  idempotant: true,
})

// @ts-expect-error a handler line is missing
export const incomplete = serve(things, { list, create })

// @ts-expect-error a handler line that no endpoint has
export const surplus = serve(things, { list, create, remove, more: list })

export const wrongItem = serve(things, {
  // @ts-expect-error a result with a field of another type
  list: ({ actor }) => listWithin(actor, 'team:manage', {}, { all: teams, show: () => [{ id: 1 }] }),
  create,
  remove,
})

// @ts-expect-error a list that does not ask whose records the actor may read
export const forAnybody = serve(things, { list: async () => ({ items: [{ id: '1' }] }), create, remove })

// @ts-expect-error a page that is made by hand
export const pageByHand: Page<{ id: string }> = { items: [], cursorAfter: () => '' }

/** Makes lists that lack a source or owners, which must not compile. */
export const makeIncompleteLists = (actor: Caller) => [
  // @ts-expect-error the access table gives this action to teams, so the team's list is missing
  listWithin(actor, 'team:read', {}, { all: teams, own: teams, ownersOf: () => ({}), show: (rows) => rows }),
  // @ts-expect-error `own`, the list for somebody without a team, is missing
  listWithin(actor, 'team:read', {}, { all: teams, team: teams, ownersOf: () => ({}), show: (rows) => rows }),
  // @ts-expect-error the owners of the rows are missing
  listWithin(actor, 'team:read', {}, { all: teams, team: teams, own: teams, show: (rows) => rows }),
]

export const open = domain({
  // @ts-expect-error an endpoint without `allow`
  list: { summary: 'Things', method: 'GET', path: '/api/things', shows: [], result: ok(Thing) },
})

export const misspelt = domain({
  // @ts-expect-error an action that the access table does not have
  list: { summary: 'Things', method: 'GET', path: '/api/things', allow: 'thing:read', shows: [], result: ok(Thing) },
})

export const elsewhere = domain({
  // @ts-expect-error a path outside the API
  list: { summary: 'Things', method: 'GET', path: '/things', allow: 'team:read', shows: [], result: ok(Thing) },
})

export const unsaid = domain({
  // @ts-expect-error an endpoint that does not say what it answers
  list: { summary: 'Things', method: 'GET', path: '/api/things', allow: 'team:read', shows: [] },
})

export const unpaged = domain({
  list: {
    summary: 'Things',
    method: 'GET',
    path: '/api/things',
    allow: 'team:read',
    shows: [],
    // @ts-expect-error a list that is no page, so that it need not ask whose records the actor may read
    result: ok(z.array(Thing)),
  },
})

export const unshown = domain({
  // @ts-expect-error an endpoint that is read and does not say what it shows
  list: { summary: 'Things', method: 'GET', path: '/api/things', allow: 'team:read', result: page(Thing) },
})

export const unchanged = domain({
  // @ts-expect-error an endpoint that changes records and does not say which
  remove: { summary: 'No thing', method: 'DELETE', path: '/api/things/{id}', allow: 'team:manage', result: none },
})

export const unknownKind = domain({
  list: {
    summary: 'Things',
    method: 'GET',
    path: '/api/things',
    allow: 'team:read',
    // @ts-expect-error a kind of record that does not exist
    shows: ['thing'],
    result: page(Thing),
  },
})

// @ts-expect-error a permit cannot be made by hand, only by the access table
export const forged: Permit = { actor: {} as Caller }

// @ts-expect-error a commit cannot be made by hand
export const pretended: Committed<string> = { result: 'x' }

/** Commits without a permit, which must not compile. */
export const commitWithoutPermit = (actor: Caller) =>
  // @ts-expect-error nothing is committed without a permit
  commit(actor, change, undefined)

export const anonymous = serve(things, {
  // @ts-expect-error an endpoint that an API key may call has no session to read
  list: async ({ session }) => ({ items: [{ id: session.hash }] }),
  create,
  remove,
})

// @ts-expect-error a kind of failure without a status
export const kinds: Record<ErrorKind, number> = { ...(statusOf as Omit<typeof statusOf, 'conflict'>) }

// @ts-expect-error an action that no row of the access table has
export const unknownAction: Action = 'everything:do'

declare const { 'team-renamed': _, ...everyOther }: Record<OutboxKind, null>

// @ts-expect-error a kind of outbox work that no function does
export const forgotten: Record<OutboxKind, null> = everyOther

// @ts-expect-error a kind that no domain has added
export const unknownWork: OutboxItem = { kind: 'appointment-lost', subject: '1' }

// @ts-expect-error a line of a mail that was not made by `line`, which escapes names
export const typed = composeLetter({ text: 'Over' }, [])
