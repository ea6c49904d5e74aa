import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Statement } from '../../rights.ts'
import type { Used } from './guard.ts'
import { isLike } from './policy.ts'

/** One part of a function's policy statement: an action, a key pattern or a resource. */
export interface Grant {
  readonly function: string
  readonly statement: string
  readonly part: string
}

/**
 * Sid of the statement that allows queries of indexes. Its resources are not recorded, as its key patterns already say
 * which lists a function reads.
 */
const DECIDED_BY_KEY = 'ReadsIndexes'

const keysOf = ({ Condition = {} }: Statement) =>
  [Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat()

const known = new WeakMap<Statement, readonly string[]>()

/**
 * Returns the parts of an IAM statement: its actions, key patterns and, if several, resources. Returns none for a
 * denial.
 */
function partsOf(statement: Statement): readonly string[] {
  const parts = known.get(statement) ?? readParts(statement)
  known.set(statement, parts)
  return parts
}

function readParts(statement: Statement): readonly string[] {
  if (statement.Effect === 'Deny') return []
  const resources = statement.Sid === DECIDED_BY_KEY ? [] : statement.Resource
  return [...statement.Action, ...keysOf(statement), ...(resources.length > 1 ? resources : [])]
}

/**
 * Returns the parts of the allowing IAM statement that a call used: its action, and the key patterns and resources that
 * match the call.
 */
function findUsedParts({ statement, access }: Used): string[] {
  const keys = access.context?.['dynamodb:LeadingKeys'] ?? []
  return partsOf(statement).filter(
    (part) => part === access.action || isLike(access.resource, part) || keys.some((key) => isLike(key, part)),
  )
}

const textOf = ({ function: name, statement, part }: Grant) => `${name} ${statement} ${part}`

export interface RightsUsage {
  note(used: Used): void
  /** Returns the rights granted and not used so far. */
  unused(): Grant[]
}

/** Returns all rights granted to functions: a row per action, key pattern or resource of each policy statement. */
export const grantsOf = (statements: Readonly<Record<string, readonly Statement[]>>): Grant[] =>
  Object.entries(statements).flatMap(([name, own]) =>
    own.flatMap((statement) => partsOf(statement).map((part) => ({ function: name, statement: statement.Sid, part }))),
  )

/** Environment variable with the folder where each process writes the rights it used; unset: nothing is written. */
export const USED_FOLDER = 'PARTNERVIEW_RIGHTS_USED'

/**
 * Creates a record of the rights that calls use; `unused` lists the granted rights that no call used so far. Also
 * writes each used right once to a file, if `USED_FOLDER` is set.
 */
export function createRightsUsage(statements: Readonly<Record<string, readonly Statement[]>>): RightsUsage {
  const seen = new Set<string>()
  const folder = process.env[USED_FOLDER]
  return {
    note(used) {
      for (const part of findUsedParts(used)) {
        const text = textOf({ function: used.function, statement: used.statement.Sid, part })
        if (seen.has(text)) continue
        seen.add(text)
        if (folder) appendFileSync(join(folder, `${process.pid}.txt`), `${text}\n`)
      }
    },
    unused: () => grantsOf(statements).filter((grant) => !seen.has(textOf(grant))),
  }
}

/**
 * Returns the granted rights that no call used. `lines` are the used rights, as each process wrote them to its file.
 */
export function findUnusedGrants(lines: ReadonlySet<string>, grants: readonly Grant[]): Grant[] {
  return grants.filter((grant) => !lines.has(textOf(grant)))
}
