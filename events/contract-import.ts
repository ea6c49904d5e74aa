import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { importUpload } from '../functions/contracts/import.ts'
import { asSystem } from '../functions/platform/actor.ts'
import { handleBatch } from '../functions/platform/event.ts'

/** How long an object waits for another import: nobody waits for it, and the function has five minutes. */
const PATIENCE_MS = 120_000

/** Objects created under `contracts/` in the upload bucket, by way of a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleBatch('contract-import', event.Records, {
    id: (record) => record.messageId,
    run: async (record) => {
      const { Records = [] } = JSON.parse(record.body) as Partial<S3Event>
      for (const { s3 } of Records) {
        const { key, eTag: etag } = s3.object
        const by = { permit: asSystem('contract-import'), patienceMs: PATIENCE_MS, etag }
        await importUpload(decodeURIComponent(key.replaceAll('+', ' ')), by)
      }
    },
  })
