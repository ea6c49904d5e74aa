import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { contractImport } from '../functions/contracts/import/importing.ts'
import { handleUploadBatch } from './upload-batch.ts'

/** Imports objects created under `contracts/` in the upload bucket; their events arrive through a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleUploadBatch('contract-import', event, contractImport)
