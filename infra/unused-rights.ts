import type { BucketName, Unused } from '../shared/declaration.ts'
import { folders, partitions } from './domains.ts'
import { isAmong } from './function-sets.ts'
import type { Grant } from './local/rights/usage.ts'

interface Kept {
  readonly statement: RegExp
  readonly part: RegExp
  readonly why: string
}

/** Rights of any function that a whole test run may leave unused, with the reason. Others stand with their domain. */
const kept: readonly Kept[] = [
  {
    statement: /^ReadsOriginSecret$/,
    part: /./,
    why: 'Nothing stands before the functions on a laptop, so that there is no secret to ask for.',
  },
  {
    statement: /^UsesKeyForTable$/,
    part: /^kms:(?!Decrypt$)/,
    why: 'DynamoDB itself uses the key in the name of who calls it; locally nothing is encrypted.',
  },
  {
    statement: /^Reads$/,
    part: /^dynamodb:/,
    why: 'The same rows, one by one, together, in order or as a condition: which call it is the code may choose.',
  },
  {
    statement: /^Writes$/,
    part: /^dynamodb:(PutItem|UpdateItem)$/,
    why: 'The same rows, whole or in part: which call it is the code may choose.',
  },
  {
    statement: /^ListsUploads$/,
    part: /./,
    why: 'Asked by S3 itself where an object is gone, which happens in few tests.',
  },
]

/** Returns the reason that a domain gives why a function keeps a right to its rows, or to its folder of a bucket. */
function findReasonOfDomain({ function: name, statement, part }: Grant): string | undefined {
  const [, verb, bucket] = /^(Reads|Writes)(Uploads|Documents)?$/.exec(statement) ?? []
  const key = part.replace(/^arn:.*:::[^/]+\//, '').replace(/#?\*$/, '')
  const own = bucket ? folders[bucket.toLowerCase() as BucketName][key] : partitions[key]
  const isKept = ({ reads = [], writes = [] }: Unused) => isAmong(verb === 'Reads' ? reads : writes, name)
  return verb ? own?.unused?.find(isKept)?.why : undefined
}

/** Returns the reason why a function keeps a right that no test uses; null when none is listed. */
export const findReasonToKeep = (grant: Grant): string | null =>
  kept.find(({ statement, part }) => statement.test(grant.statement) && part.test(grant.part))?.why ??
  findReasonOfDomain(grant) ??
  null
