import { createHash } from 'node:crypto'
import { salesStatuses } from '../../../shared/api/parts/statuses.ts'
import { normaliseIban } from '../../../shared/identifiers.ts'
import { asWhole, putRows, readAll } from '../../platform/data/rows.ts'
import { defineEntity, must, mustBe, number, primary } from '../../platform/data/table.ts'
import { iterateRows } from '../../records/source.ts'
import type { UploadWindow } from '../../spreadsheets/imports/tracing.ts'
import { type ContractMetadata, type ContractRow, Contracts } from '../entity.ts'
import { contractsWith } from '../months.ts'
import { namesOfStored } from '../reading/import-key.ts'

/**
 * Index of contracts by code, such as an EAN. A code belongs to one of 64 drawers (partitions). Each window (part of an
 * import) has one row for each drawer to which it adds codes. The row holds pairs of a code's mark and a contract's id,
 * in bytes.
 *
 * | Read                    | Index   | Key                       |
 * | the codes of one drawer | primary | drawer · uploadId, window |
 */
export const ContractCodes = defineEntity('contractcodes', {
  attributes: {
    drawer: number,
    uploadId: must,
    window: number,
    entries: mustBe<Uint8Array>('any'),
  },
  indexes: { primary: primary('contract#code#${drawer}', '${uploadId}#${window}') },
})

/**
 * Number of drawers: partitions over which the code index is spread. More would cost an import's window more writes,
 * fewer would make a search read more.
 */
const DRAWERS = 64

/** Number of bytes of a mark: the part of the code's hash after the byte that chooses the drawer. */
const MARK_BYTES = 2
/** Number of bytes of an entry in a drawer: a mark and the contract's id, which is a hash of 16 bytes. */
const ENTRY_BYTES = MARK_BYTES + 16

/** Maximum number of contracts looked at for one code: thousands of contracts may share the KvK number of one chain. */
const MOST_NAMED = 200

/** Maximum number of EANs in a cell with several. */
const MOST_EANS = 10

/**
 * Returns the normalised codes by which a search finds a contract: Sale ID, contract number and KvK number. With
 * `isPersonal`, also its EANs and IBAN.
 */
export function codesOf({ metadata }: Pick<ContractRow, 'metadata'>, isPersonal: boolean): Set<string> {
  const { saleId, contractNumber, kvkNumber, eanElectricity, eanGas, iban } = (metadata ?? {}) as ContractMetadata
  const eans = isPersonal ? [eanElectricity, eanGas] : []
  const several = eans.flatMap((text = '') => text.match(/\d{18}/g)?.slice(0, MOST_EANS) ?? [])
  const texts = [saleId, contractNumber, kvkNumber, ...eans, ...(isPersonal ? [iban] : []), ...several]
  return new Set(texts.flatMap((text) => normaliseCode(text ?? '') ?? []))
}

/**
 * Tells whether a code is a whole part, between separators, of a contract's Sale ID or contract number: `6041` of
 * `C-6041-12`.
 */
export function isPieceOf(code: string, { metadata }: Pick<ContractRow, 'metadata'>): boolean {
  const { saleId = '', contractNumber = '' } = (metadata ?? {}) as ContractMetadata
  return `${saleId} ${contractNumber}`
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .includes(code)
}

/**
 * Returns a text normalised as a code, such as an EAN; null for a text without a digit, or not of 3 to 100 characters.
 */
export function normaliseCode(text: string): string | null {
  const code = normaliseIban(text)
  return code.length >= 3 && code.length <= 100 && /\d/.test(code) ? code : null
}

/**
 * Returns the rows of the code index for codes that changed contracts did not have before, such as EANs. The rows of
 * all contracts in a window (part of an upload) are joined into at most 64. They are written before the contracts and
 * never deleted; a search checks whether a contract still has the code.
 */
export function buildCodeRows({ uploadId, window }: UploadWindow, changes: readonly Named[]) {
  const drawers = new Map<number, Buffer[]>()
  for (const { before, after } of changes) {
    const known = before ? indexedCodesOf(before) : new Set()
    for (const code of indexedCodesOf(after)) {
      if (known.has(code)) continue
      const { drawer, mark } = placeOf(code)
      drawers.set(drawer, [...(drawers.get(drawer) ?? []), mark, Buffer.from(after.id, 'hex')])
    }
  }
  return [...drawers].map(([drawer, entries]) => ({ drawer, uploadId, window, entries: Buffer.concat(entries) }))
}

/** Returns the codes under which a contract is indexed: those of the search, and its names for imports. */
const indexedCodesOf = (row: ContractRow): Set<string> =>
  new Set([...codesOf(row, true), ...namesOfStored({ ...row, metadata: row.metadata ?? {} })])

interface Named {
  readonly before: ContractRow | null
  readonly after: ContractRow
}

/** Contracts indexed together, as many as in a window of an import. */
const STORED_TOGETHER = 600

/**
 * Adds the codes (such as EANs) of all contracts to the code index, for `npm run recount -- --repair`. Contracts stored
 * before the index existed are not in it yet. Returns the number of contracts.
 */
export async function storeAllCodes(): Promise<number> {
  let count = 0
  let some: Named[] = []
  const store = async () => {
    const window = Math.ceil(count / STORED_TOGETHER)
    await putRows(ContractCodes, buildCodeRows({ uploadId: 'anew', window }, some))
    some = []
  }
  for await (const after of iterateRows(await contractsWith(salesStatuses))) {
    count += 1
    some.push({ before: null, after })
    if (some.length === STORED_TOGETHER) await store()
  }
  await store()
  return count
}

/**
 * Returns the contracts of any status that have a normalised code; null when too many may have it. EANs and IBANs are
 * only found with `isPersonal`.
 */
export async function findContractsWithCode(code: string, isPersonal: boolean): Promise<ContractRow[] | null> {
  const { drawer, mark } = placeOf(code)
  const rows = await readAll<{ entries: Uint8Array }>(ContractCodes.query.primary({ drawer }))
  const ids = new Set(rows.flatMap(({ entries }) => idsIn(Buffer.from(entries), (one) => mark.equals(one))))
  if (ids.size > MOST_NAMED) return null
  if (ids.size === 0) return []
  const { data } = await Contracts.get([...ids].map((id) => ({ id }))).go()
  return asWhole(data).filter((row) => codesOf(row, isPersonal).has(code))
}

/**
 * Returns the ids of contracts that may have one of these codes or names, read strongly consistent. Others may be among
 * them, as marks are short.
 */
export async function findIdsWithCodes(codes: Iterable<string>): Promise<Set<string>> {
  const places = Map.groupBy(Array.from(codes, placeOf), ({ drawer }) => drawer)
  const ids = await Promise.all(
    [...places].map(async ([drawer, those]) => {
      const marks = new Set(those.map(({ mark }) => mark.toString('hex')))
      const rows = await readAll<{ entries: Uint8Array }>(ContractCodes.query.primary({ drawer }), { consistent: true })
      return rows.flatMap(({ entries }) => idsIn(Buffer.from(entries), (mark) => marks.has(mark.toString('hex'))))
    }),
  )
  return new Set(ids.flat())
}

function idsIn(entries: Buffer, isWanted: (mark: Buffer) => boolean): string[] {
  const ids: string[] = []
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (isWanted(entries.subarray(at, at + MARK_BYTES)))
      ids.push(entries.toString('hex', at + MARK_BYTES, at + ENTRY_BYTES))
  }
  return ids
}

/**
 * Returns the drawer (partition) of a code, and the mark that precedes its contract ids in that drawer. Other codes may
 * share both.
 */
function placeOf(code: string): { readonly drawer: number; readonly mark: Buffer } {
  const hash = createHash('sha256').update(code).digest()
  return { drawer: (hash[0] ?? 0) % DRAWERS, mark: hash.subarray(1, 1 + MARK_BYTES) }
}
