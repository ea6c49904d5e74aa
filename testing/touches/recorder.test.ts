import { afterEach, expect, it } from 'vitest'
import type { Access } from '../../infra/local/rights/policy.ts'
import { failOnUndeclared, type Note, noteRequestedWork, watchRequest, watchWork } from './recorder.ts'

const access = (action: string, ...keys: string[]): Access => ({
  action: `dynamodb:${action}`,
  resource: 'table',
  context: { 'dynamodb:LeadingKeys': keys },
})

/** Lets a request make table calls and answer with a status. */
const request = (method: string, path: string, accesses: readonly Access[], statusCode = 200) =>
  watchRequest(method, path, async (note) => {
    note(accesses)
    return { statusCode }
  })

/** Remembers an outbox item of this kind, as a transaction writes it. */
const requestWork = (id: string, kind: string) =>
  noteRequestedWork({ TransactItems: [{ Put: { Item: { pk: { S: `outbox#${id}` }, kind: { S: kind } } } }] })

afterEach(failOnUndeclared)

it('lets a request touch what its endpoint declares, and the rows of every request', async () => {
  await request('POST', '/api/teams', [access('PutItem', 'team#1', 'audit#2026-11', 'reply#1')], 201)
  await request('GET', '/api/teams', [access('GetItem', 'user#1'), access('Query', 'teams', 'count#now')])
})

it('fails a test in which a request writes or reads more than that', async () => {
  await request('POST', '/api/teams', [access('PutItem', 'team#1', 'lead#1')], 201)
  await request('GET', '/api/teams', [access('Query', 'leads#team#1')])
  expect(failOnUndeclared).toThrow(/GET \/api\/teams: shows lead\nPOST \/api\/teams: changes lead/)
})

it('fails a test in which a request leaves work that changes more than is declared for later', async () => {
  requestWork('1', 'appointment-held')
  await request('POST', '/api/teams', [access('PutItem', 'team#1', 'outbox#1')], 201)
  expect(failOnUndeclared).toThrow('POST /api/teams by appointment-held: later book, commission')
})

it('fails a test in which a refused request has changed something, unless it works in parts', async () => {
  await request('POST', '/api/teams', [access('PutItem', 'team#1')], 422)
  await request('POST', '/api/leads/upload', [access('PutItem', 'upload#1')], 422)
  expect(failOnUndeclared).toThrow(/:\nPOST \/api\/teams refused with 422: marksWhenRefused, for team$/)
})

it('fails a test in which work changes more than its kind', async () => {
  requestWork('2', 'appointment-held')
  const work = (written: string) => async (note: Note) =>
    note([access('GetItem', 'outbox#2'), access('PutItem', written)])
  await watchWork('outbox', work('commission#1'))
  failOnUndeclared()
  await watchWork('outbox', work('lead#1'))
  expect(failOnUndeclared).toThrow('work appointment-held: changes lead')
})

it('refuses a partition without a kind', async () => {
  await expect(request('GET', '/api/teams', [access('GetItem', 'unheard#1')])).rejects.toThrow(
    'unheard has no kind of record',
  )
})
