import { describe, expect, it } from 'vitest'
import { functionSpecs } from '../../manifest.ts'
import { type Condition, type Statement, statementsOf } from '../../rights.ts'
import { localArns } from './arns.ts'
import { policyOf } from './policy.ts'
import { accessesOf } from './table-access.ts'

const statement = (Condition?: Condition, more: Partial<Statement> = {}): Statement => ({
  Sid: 'One',
  Effect: 'Allow',
  Action: ['dynamodb:PutItem'],
  Resource: ['arn:table'],
  ...(Condition && { Condition }),
  ...more,
})

const put = (...keys: string[]) => ({
  action: 'dynamodb:PutItem',
  resource: 'arn:table',
  ...(keys.length > 0 && { context: { 'dynamodb:LeadingKeys': keys } }),
})

const own: Condition = {
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['user#*', 'teams'] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
}

describe('a policy', () => {
  it('allows exactly the actions and resources of a statement', () => {
    const policy = policyOf([statement()])
    expect(policy(put())).toMatchObject({ isAllowed: true, by: { Sid: 'One' } })
    expect(policy({ ...put(), action: 'dynamodb:DeleteItem' })).toMatchObject({ isAllowed: false })
    expect(policy({ ...put(), resource: 'arn:table/index/gsi1' })).toMatchObject({ isAllowed: false })
  })

  it('takes * for any text, slashes and line ends included, and a dot for a dot only', () => {
    const policy = policyOf([statement(undefined, { Action: ['s3:GetObject'], Resource: ['arn:a.b/leads/*'] })])
    const isAllowed = (resource: string) => policy({ action: 's3:GetObject', resource }).isAllowed
    expect(isAllowed('arn:a.b/leads/x/y\nz')).toBe(true)
    expect(isAllowed('arn:a.b/leadsx')).toBe(false)
    expect(isAllowed('arn:aXb/leads/x')).toBe(false)
  })

  it('allows a call when each of its keys is allowed, and refuses a call without a key', () => {
    const policy = policyOf([statement(own)])
    expect(policy(put('user#1', 'teams')).isAllowed).toBe(true)
    expect(policy(put('user#1', 'teams#2')).isAllowed).toBe(false)
    expect(policy(put('team#1')).isAllowed).toBe(false)
    expect(policy(put()).isAllowed).toBe(false)
  })

  it('refuses a denied action, even where another statement allows it', () => {
    const forever: Condition = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } }
    const policy = policyOf([statement(), statement(forever, { Effect: 'Deny' })])
    expect(policy(put('user#1', 'audit#2'))).toEqual({ isAllowed: false, because: 'a statement denies it' })
    expect(policy(put('user#1')).isAllowed).toBe(true)
    expect(policy(put()).isAllowed).toBe(true)
  })

  it('lets an encryption key be used only through the named service', () => {
    const policy = policyOf([statement({ StringEquals: { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' } })])
    const via = (service: string) => policy({ ...put(), context: { 'kms:ViaService': [service] } }).isAllowed
    expect(via('s3.eu-west-1.amazonaws.com')).toBe(true)
    expect(via('dynamodb.eu-west-1.amazonaws.com')).toBe(false)
    expect(policy(put()).isAllowed).toBe(false)
  })

  it.each([
    ['an operator', { StringNotLike: { 'dynamodb:LeadingKeys': 'x' } }, 'cannot decide on StringNotLike'],
    ['a key', { StringEquals: { 'aws:SourceIp': 'x' } }, 'knows nothing of aws:SourceIp'],
    ['an inherited operator', { toString: { 'kms:ViaService': 'x' } }, 'cannot decide on toString'],
  ])('is not made with %s that it does not know', (_, condition, message) => {
    expect(() => policyOf([statement(condition as Condition)])).toThrow(message)
  })
})

describe('sessions', () => {
  const arns = localArns('table')
  const may = (name: string, operation: string, body: object) => {
    const policy = policyOf(statementsOf(name, arns))
    return accessesOf(operation, { TableName: 'table', ...body }, arns).every((access) => policy(access).isAllowed)
  }
  const keyOf = (kind: string) => ({ pk: { S: `${kind}#1` }, sk: { S: 'row' } })
  const written = (name: string, kind: string) =>
    ['PutItem', 'UpdateItem', 'DeleteItem'].filter((operation) => {
      const Key = keyOf(kind)
      const how = { PutItem: { Item: Key }, UpdateItem: { Key, UpdateExpression: 'SET lastSeen = :now' } }
      const body = how[operation as keyof typeof how] ?? { Key }
      return may(name, operation, body) || may(name, 'TransactWriteItems', inTransaction(operation, body))
    })
  const inTransaction = (operation: string, body: object) => ({
    TransactItems: [{ [operation.replace('Item', '')]: { TableName: 'table', ...body } }],
  })

  it('are written by logins and invitations alone; the others write their last use', () => {
    const others = Object.keys(functionSpecs).filter((name) => !['api-auth', 'api-invitations'].includes(name))
    for (const kind of ['session', 'sessiontoken', 'sessions']) {
      const writers = others.flatMap((name) => written(name, kind).map((operation) => `${operation} by ${name}`))
      expect(writers, kind).toEqual([])
    }
    for (const name of ['api-search', 'api-users', 'api-leads'])
      expect(written(name, 'sessionuse')).toContain('UpdateItem')
    for (const name of ['outbox', 'contract-import', 'reminders']) expect(written(name, 'sessionuse')).toEqual([])
    expect(written('api-auth', 'session')).toEqual(['PutItem', 'UpdateItem', 'DeleteItem'])
  })

  it('give Cognito’s token only to logins', () => {
    const readers = Object.keys(functionSpecs).filter((name) => may(name, 'GetItem', { Key: keyOf('sessiontoken') }))
    expect(readers).toEqual(['api-auth'])
  })
})
