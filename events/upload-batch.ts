import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { asSystem } from '../functions/platform/actor.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { readXlsSheets } from '../functions/spreadsheets/formats/xls.ts'
import { importUpload } from '../functions/spreadsheets/imports/import.ts'
import { type Importing, ImportUnfinished } from '../functions/spreadsheets/imports/importing.ts'
import { repeatUploadEvent } from '../functions/spreadsheets/imports/repeat-event.ts'
import type { Place } from '../functions/spreadsheets/imports/tally.ts'
import { epochOf, now } from '../shared/time.ts'

/** Milliseconds that a file waits for another import to end, within the function's five minutes. */
const PATIENCE_MS = 120_000
/**
 * Milliseconds after which an import starts no further part of a file. The rest of the function's five minutes is for
 * the part that is running.
 */
export const MOST_MS = 220_000

/**
 * Imports the uploaded files that an S3 event from the queue names, as records of `kind`; log and audit call the import
 * `name`. Stores an unfinished file again, so that a new event continues its import. Returns the messages that failed,
 * for redelivery.
 */
export function handleUploadBatch<Item extends Place>(
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
        const by = {
          permit: asSystem(name),
          patienceMs: PATIENCE_MS,
          etag,
          sequencer,
          until,
          isRepeated,
          readOld: readXlsSheets,
        }
        const object = decodeURIComponent(key.replaceAll('+', ' '))
        await importUpload(kind, object, by).catch(async (error: unknown) => {
          if (!(error instanceof ImportUnfinished)) throw error
          const { key: own = object, id } = error.upload
          if (await repeatUploadEvent(own, id)) return
          // The file is gone, so no new event can continue the upload. This call, without a time limit, ends it.
          await importUpload(kind, own, { permit: by.permit, readOld: by.readOld })
        })
      }
    },
  })
}
