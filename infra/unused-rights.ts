import type { Grant } from './local/rights/usage.ts'

interface Kept {
  readonly statement: RegExp
  readonly part: RegExp
  readonly functions?: readonly string[]
  readonly why: string
}

/** Rights that a whole run of the tests does not use, and why they are given all the same. */
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
]

/** Why a right is kept that nothing uses, or null when nobody said so. */
export const reasonToKeep = (grant: Grant): string | null =>
  kept.find(
    ({ statement, part, functions }) =>
      statement.test(grant.statement) && part.test(grant.part) && (functions?.includes(grant.function) ?? true),
  )?.why ?? null
