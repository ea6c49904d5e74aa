import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { settleTold } from '../functions/mail/outcomes.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { partnerMailMarks } from '../functions/self-billing/mail-marks.ts'

/** What the mail provider tells of mails that it took, by way of a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleBatch('mail-events', event.Records, {
    id: (record) => record.messageId,
    run: (record) => settleTold(record.body, { 'invoice-partner-mail': partnerMailMarks }),
  })
