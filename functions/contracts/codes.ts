import { createHash } from 'node:crypto'
import { normaliseIban } from '../../shared/identifiers.ts'
import { readAll, whole } from '../platform/rows.ts'
import { ContractCodes, type ContractRow, Contracts } from './entity.ts'
import type { ContractMetadata } from './rules.ts'
import type { Turn } from './tracing.ts'

/**
 * Over so many drawers the codes of a window of an import are spread: with more a window costs more writes, with fewer a
 * search reads more.
 */
const DRAWERS = 128

/** Contracts that are looked at for one code at most: a chain's KvK number is that of thousands. */
const MOST_NAMED = 200

/** What a contract is found by when it is typed whole, as `codeIn` reads it: its personal codes only where asked for. */
export function codesOf({ metadata }: Pick<ContractRow, 'metadata'>, isPersonal: boolean): Set<string> {
  const { saleId, contractNumber, kvkNumber, eanElectricity, eanGas, iban } = (metadata ?? {}) as ContractMetadata
  const personal = isPersonal ? [eanElectricity, eanGas, iban] : []
  const texts = [saleId, contractNumber, kvkNumber, ...personal].filter((one) => one !== undefined)
  return new Set(texts.flatMap((one) => [normaliseIban(one), ...one.toUpperCase().split(/[^A-Z0-9]+/)]).filter(isCode))
}

/** The code that a text may be, written in any way, or null when it can be none. */
export function codeIn(text: string): string | null {
  const code = normaliseIban(text)
  return isCode(code) ? code : null
}

const isCode = (text: string) => text.length >= 3 && text.length <= 100 && /\d/.test(text)

/**
 * The writes by which contracts are found by those of their codes that they did not have before, however many contracts
 * there are: a few rows for all of a window. They go before the contracts, and none is ever taken away, since whoever
 * finds a contract by them looks whether it has the code.
 */
export function codeRows({ uploadId, window }: Turn, changes: readonly Named[]) {
  const drawers = new Map<number, string[]>()
  for (const { before, after } of changes) {
    const known = before ? codesOf(before, true) : new Set()
    for (const code of codesOf(after, true)) {
      if (known.has(code)) continue
      const { drawer, mark } = placeOf(code)
      drawers.set(drawer, [...(drawers.get(drawer) ?? []), `${mark}${after.id}`])
    }
  }
  return [...drawers].map(([drawer, entries]) => ({ drawer, uploadId, window, entries: entries.join(' ') }))
}

interface Named {
  readonly before: ContractRow | null
  readonly after: ContractRow
}

/** Stores what `codeRows` says of a window. */
export async function storeCodes(turn: Turn, changes: readonly Named[]): Promise<void> {
  for (let left = codeRows(turn, changes); left.length > 0; ) {
    const { unprocessed } = await ContractCodes.put(left).go({ concurrent: 4 })
    left = left.filter(({ drawer }) => unprocessed.some((one) => one.drawer === drawer))
  }
}

/** The contracts that have a code, whatever their status; null when they are more than can be looked at. */
export async function contractsWithCode(code: string, isPersonal: boolean): Promise<ContractRow[] | null> {
  const { drawer, mark } = placeOf(code)
  const rows = await readAll<{ entries: string }>(
    ContractCodes.query.primary({ drawer }).where(({ entries }, { contains }) => contains(entries, mark)),
  )
  const entries = rows.flatMap((row) => row.entries.split(' ')).filter((entry) => entry.startsWith(mark))
  const ids = new Set(entries.map((entry) => entry.slice(mark.length)))
  if (ids.size > MOST_NAMED) return null
  if (ids.size === 0) return []
  const { data } = await Contracts.get([...ids].map((id) => ({ id }))).go()
  return whole(data).filter((row) => codesOf(row, isPersonal).has(code))
}

/** Where a code is kept, and the mark before the ids of its contracts; a few others may have the same. */
function placeOf(code: string): { readonly drawer: number; readonly mark: string } {
  const hash = createHash('sha256').update(code).digest()
  return { drawer: (hash[0] ?? 0) % DRAWERS, mark: `${hash.subarray(1, 4).toString('base64url')}:` }
}
