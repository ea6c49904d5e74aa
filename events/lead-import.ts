import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { leadImport } from '../functions/leads/import/importing.ts'
import { handleUploadBatch } from './upload-batch.ts'

/** Imports the lists of leads uploaded below `leads/`; S3 announces each file through a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleUploadBatch('lead-import', event, leadImport)
