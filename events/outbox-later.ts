import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { letters } from '../functions/appointments/letters.ts'
import { appointmentMails } from '../functions/appointments/mails.ts'
import { deliveryOf } from '../functions/mail/deliver.ts'
import type { OutboxRow, WaitingKind } from '../functions/platform/outbox.ts'
import { done } from './outbox-batch.ts'

/** Who does which work that waits until what asked for it can no longer be undone. */
const work: Record<WaitingKind, (item: OutboxRow) => Promise<void>> = deliveryOf(appointmentMails, letters)

/** New outbox items that wait, from the table's stream: each for as long, so that none waits for another. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => done('outbox-later', event, work)
