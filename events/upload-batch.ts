import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { asSystem } from '../functions/platform/actor.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { type Importing, importUpload } from '../functions/spreadsheets/import.ts'

/** How long an object waits for another import: nobody waits for it, and the function has five minutes. */
const PATIENCE_MS = 120_000

/** Imports the objects of an event, which came by way of a queue. */
export const imported = (name: string, event: SQSEvent, kind: Importing): Promise<SQSBatchResponse> =>
  handleBatch(name, event.Records, {
    id: (record) => record.messageId,
    run: async (record) => {
      const { Records = [] } = JSON.parse(record.body) as Partial<S3Event>
      for (const { s3 } of Records) {
        const { key, eTag: etag } = s3.object
        const by = { permit: asSystem(name), patienceMs: PATIENCE_MS, etag }
        await importUpload(kind, decodeURIComponent(key.replaceAll('+', ' ')), by)
      }
    },
  })
