import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { settleMailByEvent } from '../functions/mail/outcomes.ts'
import { handleBatch } from '../functions/platform/http/event.ts'
import { accountingMailMarks, partnerMailMarks } from '../functions/self-billing/mails/mail-marks.ts'

const marks = { 'invoice-partner-mail': partnerMailMarks, 'invoice-accounting-mail': accountingMailMarks }

/** Processes the mail provider's events about sent mails, which arrive through a queue. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleBatch('mail-events', event.Records, {
    id: (record) => record.messageId,
    run: (record) => settleMailByEvent(record.body, marks),
  })
