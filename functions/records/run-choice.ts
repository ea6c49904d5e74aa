import { defineEntity, must, type Operation, primary } from '../platform/data/table.ts'

/**
 * Records that somebody chose for a run, in their order, in parts. They are not in the row of the run itself, because
 * that row is written again for every record.
 *
 * | Read             | Index   | Key         |
 * | a part of a run  | primary | runId, part |
 */
const RunChoices = defineEntity('bulkpart', {
  attributes: {
    runId: must,
    part: { type: 'number', required: true },
    /** Records, each with the version that the starter saw where the run compares versions. */
    rows: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { id: must, version: { type: 'number' } } },
    },
    expires: { type: 'number' },
  },
  indexes: { primary: primary('bulk#${runId}#parts', 'part#${part}') },
})

/** Maximum number of records in a part, so that all parts of a run fit in the transaction that stores the run. */
const ROWS_OF_PART = 500

/** Returns the numbers of the parts that `total` records need, from 0. */
const partsIn = (total: number): number[] => Array.from({ length: Math.ceil(total / ROWS_OF_PART) }, (_, part) => part)

interface Chosen {
  readonly id: string
  readonly version?: number
}

/** Returns the writes that store the records chosen for a run. */
export const storeChoice = (
  { id: runId, expires }: { readonly id: string; readonly expires?: number },
  rows: readonly Chosen[],
): Operation[] =>
  partsIn(rows.length).map((part) => {
    const own = rows.slice(part * ROWS_OF_PART, (part + 1) * ROWS_OF_PART)
    return RunChoices.create({ runId, part, rows: [...own], expires })
  })

async function readPart(runId: string, part: number): Promise<readonly Chosen[]> {
  const { data } = await RunChoices.get({ runId, part }).go({ consistent: true })
  return data?.rows ?? []
}

/** Reads the chosen records of a run from a position on, at most `most`; fewer at the end of a part. */
export async function readChoice<Row extends Chosen>(runId: string, from: number, most: number): Promise<Row[]> {
  const rows = await readPart(runId, Math.floor(from / ROWS_OF_PART))
  const first = from % ROWS_OF_PART
  return rows.slice(first, first + most) as Row[]
}

/** Reads all `total` chosen records of a run. */
export const readWholeChoice = async <Row extends Chosen>(runId: string, total: number): Promise<Row[]> =>
  (await Promise.all(partsIn(total).map((part) => readPart(runId, part)))).flat() as Row[]
