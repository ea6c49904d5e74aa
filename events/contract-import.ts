import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { contractImport } from '../functions/contracts/import/importing.ts'
import { handleUploadBatch } from './upload-batch.ts'

/** Imports the lists of contracts uploaded below `contracts/`; S3 announces each file through a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleUploadBatch('contract-import', event, contractImport)
