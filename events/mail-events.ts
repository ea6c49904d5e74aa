import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { accountingMailMarks, partnerMailMarks } from '../functions/invoices/mails/mail-marks.ts'
import { settleMailByEvent } from '../functions/mail/outcomes.ts'
import { handleBatch } from '../functions/platform/event.ts'

const marks = { 'invoice-partner-mail': partnerMailMarks, 'invoice-accounting-mail': accountingMailMarks }

/**
 * Records what the mail provider reports about sent mails: delivered, bounced or complained about. The reports arrive
 * through a queue.
 */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  handleBatch('mail-events', event.Records, {
    id: (record) => record.messageId,
    run: (record) => settleMailByEvent(record.body, marks),
  })
