import { localDateOf, now } from '../../shared/time.ts'
import { movesOf } from '../platform/counters.ts'
import type { Importing } from '../spreadsheets/import.ts'
import { layoutsOf } from '../spreadsheets/layouts.ts'
import type { SeenRows } from '../spreadsheets/seen.ts'
import { contributionsOf } from './counting.ts'
import { readContracts } from './read-contracts.ts'
import { contractIdsOf, storeContracts } from './storing.ts'

const read = (source: Parameters<typeof readContracts>[0], filename: string) =>
  readContracts(source, { filename, today: localDateOf(now()), layoutsOf: layoutsOf('contract') })

/** How contracts are imported. */
export const contractImport: Importing = {
  type: 'contract',
  list: 'uploads',
  waitsForMapping: true,
  steps: async function* (source, { id, filename }) {
    const seen: SeenRows = new Map()
    for await (const batch of read(source, filename)) {
      yield { batch, stored: await storeContracts(id, batch.items, seen) }
    }
  },
  counts: ({ created }) =>
    movesOf(
      [],
      contributionsOf({ salesStatus: 'nieuw' }).map((one) => ({ ...one, by: created })),
    ),
  idsIn: async function* (source, filename) {
    for await (const { items } of read(source, filename)) {
      yield await contractIdsOf(items.map(({ contract }) => contract))
    }
  },
}
