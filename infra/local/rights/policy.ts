import type { Arns, Condition, Statement } from '../../rights.ts'

/** One right that a call needs, to be compared with the caller's policy. */
export interface Access {
  /** Action, such as `dynamodb:GetItem`. */
  readonly action: string
  /** ARN of the resource. */
  readonly resource: string
  /** Values for conditions, by condition key; a missing key means that the call does not have it. */
  readonly context?: Readonly<Record<string, readonly string[]>>
}

export type Decision =
  | { readonly isAllowed: true; readonly by: Statement }
  | { readonly isAllowed: false; readonly because: 'no statement allows it' | 'a statement denies it' }

/** Decides on an access as IAM does: refuses what a statement denies, and what no statement allows. */
export type Policy = (access: Access) => Decision

/** Condition keys of IAM whose value the local stand-ins know for each call. */
const KEYS: ReadonlySet<string> = new Set(['dynamodb:Attributes', 'dynamodb:LeadingKeys', 'kms:ViaService'])

type Test = (found: readonly string[] | undefined, wanted: readonly string[]) => boolean

/** Tests of the condition operators that the stack uses. `found` is undefined for a key that the call does not have. */
const OPERATORS: Readonly<Record<string, Test>> = {
  StringEquals: (found = [], wanted) => found.length === 1 && wanted.includes(found[0] ?? ''),
  'ForAllValues:StringEquals': (found = [], wanted) => found.every((value) => wanted.includes(value)),
  'ForAllValues:StringLike': (found = [], wanted) => found.every((value) => isLikeOne(value, wanted)),
  'ForAnyValue:StringLike': (found = [], wanted) => found.some((value) => isLikeOne(value, wanted)),
  Null: (found, wanted) => wanted.includes(String(found === undefined)),
}

/**
 * Returns a function that decides on accesses by these statements. Throws for a condition operator or key that it does
 * not know.
 */
export function policyOf(statements: readonly Statement[]): Policy {
  for (const { Condition = {} } of statements) refuseUnknown(Condition)
  return (access) => {
    const covering = statements.filter((statement) => covers(statement, access))
    if (covering.some(({ Effect }) => Effect === 'Deny')) return { isAllowed: false, because: 'a statement denies it' }
    const by = covering.find(({ Effect }) => Effect === 'Allow')
    return by ? { isAllowed: true, by } : { isAllowed: false, because: 'no statement allows it' }
  }
}

function refuseUnknown(condition: Condition): void {
  for (const [operator, tests] of Object.entries(condition)) {
    if (!Object.hasOwn(OPERATORS, operator)) throw new Error(`The local runtime cannot decide on ${operator}`)
    const key = Object.keys(tests).find((one) => !KEYS.has(one))
    if (key !== undefined) throw new Error(`The local runtime knows nothing of ${key}`)
  }
}

const covers = ({ Action, Resource, Condition = {} }: Statement, { action, resource, context = {} }: Access) =>
  isLikeOne(action, Action) &&
  isLikeOne(resource, Resource) &&
  Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, wanted]) => OPERATORS[operator]?.(context[key], [wanted].flat())),
  )

const isLikeOne = (value: string, patterns: readonly string[]) => patterns.some((pattern) => isLike(value, pattern))

/** Tells whether a value matches a pattern, in which `*` is any text and `?` any character. */
export function isLike(value: string, pattern: string): boolean {
  const star = pattern.search(/[*?]/)
  if (star < 0) return value === pattern
  if (star === pattern.length - 1 && pattern.endsWith('*')) return value.startsWith(pattern.slice(0, -1))
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's').test(value)
}

/** Returns the condition key `kms:ViaService` and its value, for a KMS call that DynamoDB or S3 makes for a caller. */
export const viaService = (service: 'dynamodb' | 's3', { region }: Arns) => ({
  'kms:ViaService': [`${service}.${region}.amazonaws.com`],
})
