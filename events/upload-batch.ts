import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { asSystem } from '../functions/platform/actor.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { announceAgain } from '../functions/spreadsheets/announce.ts'
import { importUpload } from '../functions/spreadsheets/import.ts'
import { type Importing, ImportUnfinished } from '../functions/spreadsheets/importing.ts'
import type { Place } from '../functions/spreadsheets/tally.ts'
import { epochOf, now } from '../shared/time.ts'

/** How long an object waits for another import: nobody waits for it, and the function has five minutes. */
const PATIENCE_MS = 120_000
/** How long a function imports: what is left of its five minutes is for the window that it is in. */
export const MOST_MS = 220_000

/** Imports the objects of an event, which came by way of a queue; one that takes longer is announced once more. */
export function imported<Item extends Place>(
  name: string,
  event: SQSEvent,
  kind: Importing<Item>,
): Promise<SQSBatchResponse> {
  const until = epochOf(now()) + MOST_MS
  return handleBatch(name, event.Records, {
    id: (record) => record.messageId,
    run: async (record) => {
      const { Records = [] } = JSON.parse(record.body) as Partial<S3Event>
      for (const { s3 } of Records) {
        const { key, eTag: etag, sequencer } = s3.object
        const isRepeated = Number(record.attributes?.ApproximateReceiveCount ?? 1) > 1
        const by = { permit: asSystem(name), patienceMs: PATIENCE_MS, etag, sequencer, until, isRepeated }
        const object = decodeURIComponent(key.replaceAll('+', ' '))
        await importUpload(kind, object, by).catch(async (error: unknown) => {
          if (!(error instanceof ImportUnfinished)) throw error
          const { key: own = object, id } = error.upload
          if (await announceAgain(own, id)) return
          // Nothing tells of an object that is gone: its upload ends here.
          await importUpload(kind, own, { permit: by.permit })
        })
      }
    },
  })
}
