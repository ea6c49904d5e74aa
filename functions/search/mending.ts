import { splitIntoBatches } from '../platform/data/rows.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type IndexedRecordRow, IndexedRecords } from './entity.ts'
import { findables, readEvery } from './findables.ts'
import { type Markers, nameWordsOf, updateIndex } from './indexing.ts'
import { forgetWords, learnWords, listWords } from './mistakes.ts'

/** Number of records compared at once. */
const TOGETHER = 100

/**
 * Compares every record with its rows in the search index, and repairs differences; removes rows of deleted records.
 * Also repairs the marks of records that may not be called, and the list of words that are found with one letter wrong.
 * Returns the numbers of records and of repaired records.
 */
export async function mendSearchIndex(markers: Markers = {}) {
  const sums = { records: 0, mended: 0 }
  const words = new Set<string>()
  for (const findable of findables) {
    const { kind } = findable
    const seen = new Set<string>()
    const mend = async (ids: readonly string[], marked?: Markers) => {
      const records = ids.map((id) => ({ kind, id }))
      sums.mended += await updateIndex(findables, records, marked)
    }
    for await (const ids of inParts(readEvery(findable))) {
      for (const id of ids) seen.add(id)
      await mend(ids, markers)
    }
    const filed = iterateRows(inOrder<IndexedRecordRow>({ id: isText }, [IndexedRecords.query.all({ kind })]))
    const gone: string[] = []
    for await (const { id, entries } of filed) {
      if (!seen.has(id)) gone.push(id)
      else for (const word of nameWordsOf(entries)) words.add(word)
    }
    for (const ids of splitIntoBatches(gone, TOGETHER)) await mend(ids)
    sums.records += seen.size
  }
  for (const some of splitIntoBatches([...words], TOGETHER)) await learnWords(some)
  await forgetWords((await listWords()).filter((word) => !words.has(word)))
  return sums
}

/** Returns the ids of records in parts of at most `TOGETHER`. */
async function* inParts(records: AsyncIterable<{ readonly id: string }>): AsyncIterable<string[]> {
  let some: string[] = []
  for await (const { id } of records) {
    some.push(id)
    if (some.length < TOGETHER) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
