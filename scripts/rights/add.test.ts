import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeMissingRights } from '../../infra/local/rights/missing.ts'
import { failOnRefusals } from '../../testing/refusals.ts'
import { addFunction, addRight } from './add.ts'

const refused = (name: string, action: string, key: string, resource = 'table') => ({
  ...{ at: '2026-11-29T08:00:00.000Z', because: 'no statement allows it' },
  ...{ function: name, action: `dynamodb:${action}`, resource, context: { 'dynamodb:LeadingKeys': [key] } },
})
const index = 'table/index/gsi1'

it('a refused call fails the test with the command that adds its right', () => {
  const calls = [
    refused('api-my-day', 'GetItem', 'lead#1'),
    refused('api-my-day', 'PutItem', 'appointment#1'),
    refused('api-costs', 'Query', 'appointments#team#2', index),
  ]
  expect(() => failOnRefusals(calls)).toThrow(
    `${[
      'npm run rights -- --add api-my-day reads lead',
      'npm run rights -- --add api-my-day writes appointment',
      'npm run rights -- --add api-costs lists appointments#',
    ].join('\n')}`,
  )
})

it.each([
  ...['user', 'session', 'apikey', 'audit', 'roster', 'team', 'invitation', 'unique', 'usedcode', 'device'],
  ...['ledger', 'invoice', 'partner', 'commission', 'sale', 'advance', 'paymentfile', 'bankstatement', 'monthlyrun'],
  ...['userrate', 'dispatch', 'invoicesettings', 'settings', 'donotcall', 'erasure'],
])('a right to %s is added by a person', (partition) => {
  expect(describeMissingRights(refused('api-search', 'PutItem', `${partition}#1`))).toEqual([
    expect.stringMatching(/^api-search writes \w+: protected, so a person adds it in functions\/[\w-]+\/domain\.ts$/),
  ])
  expect(() => addRight('api-search', 'writes', partition)).toThrow(`${partition} is protected`)
})

it('says where a call is allowed that a function may not make in its own rows, and what nothing declares', () => {
  expect(describeMissingRights(refused('api-reports', 'DeleteItem', 'span#1'))).toEqual([
    'api-reports lacks dynamodb:DeleteItem: set deletes in the groups of its domain.ts',
  ])
  expect(describeMissingRights(refused('reminders', 'BatchWriteItem', 'outbox#1'))).toEqual([
    'reminders lacks dynamodb:BatchWriteItem: set batches in infra/jobs.ts',
  ])
  expect(describeMissingRights(refused('api-leads', 'Query', 'complaints#team#1', index))).toEqual([
    'api-leads lists complaints#: no domain.ts declares complaints#',
  ])
  const upload = { ...refused('api-leads', 'GetItem', ''), action: 's3:GetObject', resource: 'uploads/bank/1' }
  expect(describeMissingRights({ ...upload, context: {} })).toEqual([
    'api-leads lacks s3:GetObject of uploads/bank/1: a person adds it in the domain.ts that owns it',
  ])
  expect(() => addRight('api-unheard', 'reads', 'lead')).toThrow('no function api-unheard')
  expect(() => addRight('api-leads', 'reads', 'complaint')).toThrow('No domain.ts declares')
})

it('adds a function to a list, beside a set of functions, and where nobody had the right yet', () => {
  const domain = (rows: string) => `export const domain = { rows: { lead: ${rows} } } satisfies Declaration\n`
  const add = (rows: string, ...path: string[]) => addFunction(domain(rows), ['rows', 'lead', ...path], 'api-x')
  expect(add("{ writes: ['api-leads'] }", 'writes')).toBe(domain("{ writes: ['api-leads', 'api-x'] }"))
  expect(add("{ writes: 'changing' }", 'writes')).toBe(domain("{ writes: ['changing', 'api-x'] }"))
  expect(add("{ writes: 'changing' }", 'reads')).toBe(domain("{ writes: 'changing', reads: ['api-x'] }"))
  expect(add("{ lists: { 'leads#': ['a'] } }", 'lists', 'leads#')).toBe(
    domain("{ lists: { 'leads#': ['a', 'api-x'] } }"),
  )
  const leads = readFileSync('functions/leads/domain.ts', 'utf8')
  expect(addFunction(leads, ['rows', 'lead', 'reads'], 'api-x')).not.toBe(leads)
})
