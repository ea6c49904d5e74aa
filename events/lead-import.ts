import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { leadImport } from '../functions/leads/importing.ts'
import { imported } from './upload-batch.ts'

/** Objects created under `leads/` in the upload bucket, by way of a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => imported('lead-import', event, leadImport)
