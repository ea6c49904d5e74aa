import { readdirSync, readFileSync } from 'node:fs'
import * as cognito from '@aws-sdk/client-cognito-identity-provider'
import * as dynamodb from '@aws-sdk/client-dynamodb'
import * as s3 from '@aws-sdk/client-s3'
import * as secrets from '@aws-sdk/client-secrets-manager'
import * as ses from '@aws-sdk/client-ses'
import { expect, it } from 'vitest'
import { api } from '../shared/api/index.ts'
import type { Declaration, Functions } from '../shared/declaration.ts'
import { domains, folders, identityCalls, partitions } from './domains.ts'
import { isAmong } from './function-sets.ts'
import { localArns } from './local/rights/arns.ts'
import { functionSpecs, manifest } from './manifest.ts'
import { statementsOf } from './rights.ts'

const document = readFileSync(new URL('../docs/data.md', import.meta.url), 'utf8')

/**
 * Returns the templates of partition keys, such as `appointments#${month}`, that docs/data.md lists. `index` is
 * `primary` for the table itself, or `gsi\\d` for all indexes.
 */
const keysIn = (index: string) =>
  [...document.matchAll(new RegExp(`^\\| \\w+ \\| ${index} \\| \`([^\`]+)\``, 'gm'))].map(([, key = '']) => key)
const beginningOf = (key: string) => key.replace(/#.*/s, '#').replace(/\$.*/s, '')

const rows = Object.values(partitions)
const lists = rows.flatMap(({ lists: own = {} }) => Object.entries(own))

/** Returns the names of the domains with an entity of this partition. */
const ownersOf = (partition: string) =>
  [...sources].flatMap(([name, text]) => (text.includes(`primary('${partition}`) ? [name] : []))
const sources = new Map(
  Object.keys(domains).map((name) => [
    name,
    readdirSync(`functions/${name}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .map((path) => readFileSync(`functions/${name}/${path}`, 'utf8'))
      .join(''),
  ]),
)

it('knows every partition of the table and no other, in the domain that has its rows', () => {
  const primary = keysIn('primary').map((key) => beginningOf(key).slice(0, -1))
  expect(new Set(Object.keys(partitions))).toEqual(new Set(primary))
  for (const [name, { rows: own = {} }] of Object.entries<Declaration>(domains)) {
    // Several domains have settings, whose rows stand with what they share.
    const elsewhere = Object.keys(own).filter(
      (partition) => partition !== 'settings' && !ownersOf(partition).includes(name),
    )
    expect(elsewhere).toEqual([])
  }
})

it('names only lists that exist, each once', () => {
  // The lists of uploads are added by hand. Their key is the name of the kind of upload, which the templates do not
  // show.
  const known = [...keysIn('gsi\\d').map(beginningOf), 'uploads', 'lead-uploads']
  const names = lists.map(([key]) => key)
  expect(names.filter((key) => !known.includes(key))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

it('names only existing functions and groups, and no right without a function', () => {
  const groups = Object.values<Declaration>(domains).flatMap(({ groups: own = {} }) => Object.keys(own))
  expect(groups.sort()).toEqual(Object.keys(api).sort())
  const objects = Object.values(folders).flatMap((own) => Object.values(own))
  const all: Functions[] = [
    ...[...rows, ...objects].flatMap(({ reads = 'api', writes, unused = [] }) => [
      ...[reads, writes],
      ...unused.flatMap((kept) => [kept.reads ?? 'api', kept.writes ?? 'api']),
    ]),
    ...objects.flatMap(({ removes = 'api' }) => removes),
    ...lists.map(([, these]) => these),
    ...Object.values(identityCalls),
  ]
  for (const these of all) {
    expect(these.length).toBeGreaterThan(0)
    for (const one of [these].flat()) {
      expect(
        Object.keys(functionSpecs).some((name) => isAmong(one, name)),
        one,
      ).toBe(true)
    }
  }
})

it('gives rights in a bucket to the functions that use it, and to no other', () => {
  for (const bucket of manifest.buckets) {
    const named = Object.values(folders[bucket]).flatMap(({ reads, writes, removes = [] }) => [reads, writes, removes])
    for (const [name, { needs }] of Object.entries(functionSpecs)) {
      const isNamed = named.some((these) => isAmong(these, name))
      expect({ name, bucket, isNamed }).toEqual({ name, bucket, isNamed: needs.includes(bucket) })
    }
  }
})

it('grants only actions that AWS knows: calls of its clients, and rights that are no calls', () => {
  const clients: Readonly<Record<string, object>> = {
    'cognito-idp': cognito,
    dynamodb,
    s3,
    secretsmanager: secrets,
    ses,
  }
  const noCalls = ['dynamodb:ConditionCheckItem', 'dynamodb:PartiQLDelete', 'dynamodb:PartiQLUpdate', 's3:ListBucket']
  const granted = Object.keys(functionSpecs).flatMap((name) => statementsOf(name, localArns('table')))
  const isKnown = (action: string) => {
    const [service = '', call] = action.split(':')
    return service === 'kms' || noCalls.includes(action) || `${call}Command` in (clients[service] ?? {})
  }
  expect(granted.flatMap(({ Action }) => Action).filter((action) => !isKnown(action))).toEqual([])
})
