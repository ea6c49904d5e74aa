import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { letters } from '../functions/appointments/letters.ts'
import { appointmentMails } from '../functions/appointments/mails.ts'
import { deliveryOf } from '../functions/mail/deliver.ts'
import { notificationLetters, notificationMails } from '../functions/notifications/mails.ts'
import type { OutboxRow, WaitingKind } from '../functions/platform/outbox.ts'
import { done } from './outbox-batch.ts'

/** Workers of the kinds of work that wait until the change that requested them can no longer be undone. */
const work: Record<WaitingKind, (item: OutboxRow) => Promise<void>> = {
  ...deliveryOf(appointmentMails, letters),
  ...deliveryOf(notificationMails, notificationLetters),
}

/** Does new outbox items that wait, from the table's stream. All wait equally long, so none delays another. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => done('outbox-later', event, work)
