import type { Declaration, Rows } from '../../../shared/declaration.ts'
import { domains } from '../../domains.ts'
import { jobs } from '../../jobs.ts'
import { partitionsWrittenBy } from '../../rights.ts'
import type { Refused } from './guard.ts'

/** Rows of a partition, with the domain that declares them. */
interface Owned {
  readonly folder: string
  readonly isProtected: boolean
  readonly partition: string
  readonly rows: Rows
}

const owned: readonly Owned[] = Object.entries<Declaration>(domains).flatMap(
  ([folder, { rows = {}, isProtected = false }]) =>
    Object.entries(rows).map(([partition, own]) => ({ folder, isProtected, partition, rows: own })),
)

/** Place of a right in a `domain.ts`: a partition with `reads` or `writes`, or a list of it. */
export interface Place {
  readonly folder: string
  readonly isProtected: boolean
  /** Names of the properties that lead to the functions that have the right. */
  readonly path: readonly string[]
}

/** Returns where rights to read or write a partition, or to query a list, are declared; null when nowhere. */
export function findPlace(verb: string, key: string): Place | null {
  const isList = verb === 'lists'
  const found = owned.find(({ partition, rows: { lists = {} } }) => (isList ? key in lists : partition === key))
  if (!found || !['reads', 'writes', 'lists'].includes(verb)) return null
  const { folder, isProtected, partition } = found
  return { folder, isProtected, path: ['rows', partition, verb, ...(isList ? [key] : [])] }
}

/** Returns the name of the list that holds an index key, such as `leads#` of `leads#team#1`. */
function nameList(key: string): string {
  const names = owned.flatMap(({ rows: { lists = {} } }) => Object.keys(lists))
  const isOf = (name: string) => (name.endsWith('#') ? key.startsWith(name) : key === name)
  return names.find(isOf) ?? key.replace(/#.*/s, '#')
}

/** Returns a line for each right that a refused call lacks: the command that adds it, or who adds it where. */
export function describeMissingRights({ function: name, action, resource, context = {} }: Refused): string[] {
  const keys = context['dynamodb:LeadingKeys'] ?? []
  if (!action.startsWith('dynamodb:') || keys.length === 0)
    return [`${name} lacks ${action} of ${resource}: a person adds it in the domain.ts that owns it`]
  const isWrite = /:(?:Put|Update|Delete|BatchWrite)/.test(action)
  return keys.map((key) => {
    const partition = key.replace(/#.*/s, '')
    if (isWrite && partitionsWrittenBy(name).includes(`${partition}#*`)) {
      const setting = action.endsWith('DeleteItem') ? 'deletes' : 'batches'
      const place = name in jobs ? 'infra/jobs.ts' : 'the groups of its domain.ts'
      return `${name} lacks ${action}: set ${setting} in ${place}`
    }
    const isList = resource.includes('/index/')
    const right = `${name} ${isList ? 'lists' : isWrite ? 'writes' : 'reads'} ${isList ? nameList(key) : partition}`
    return describeRight(right)
  })
}

function describeRight(right: string): string {
  const [, verb = '', key = ''] = right.split(' ')
  const place = findPlace(verb, key)
  if (!place) return `${right}: no domain.ts declares ${key}`
  if (!place.isProtected) return `npm run rights -- --add ${right}`
  return `${right}: protected, so a person adds it in functions/${place.folder}/domain.ts`
}
