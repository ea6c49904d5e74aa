import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { leadImport } from '../functions/leads/importing.ts'
import { handleUploadBatch } from './upload-batch.ts'

/** Imports objects created under `leads/` in the upload bucket; their events arrive through a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleUploadBatch('lead-import', event, leadImport)
