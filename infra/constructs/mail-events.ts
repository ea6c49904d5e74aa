import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Trigger } from '../jobs.ts'
import type { FunctionSpec } from '../manifest.ts'
import { createDeadLetterQueue, createEventQueue } from './dead-letters.ts'
import type { Mail } from './mail.ts'

export interface MailEventProps {
  readonly trigger: Extract<Trigger, { on: 'mail' }>
  readonly spec: FunctionSpec
  readonly job: Lambda
  readonly mail: Mail
}

/**
 * Delivers to the job the events that SES reports about our mails, such as bounces. The events go through the SES
 * configuration set, the default event bus and a queue.
 */
export class MailEvent extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { trigger, spec, job, mail: { configurationSet } }: MailEventProps) {
    super(scope, id)
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters')
    const queue = createEventQueue(this, this.deadLetters, spec.timeoutSeconds, trigger.attempts)
    configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.DELIVERY],
    })
    new Rule(this, 'Rule', {
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet.configurationSetName] } } },
      },
      targets: [new SqsQueue(queue, { deadLetterQueue: this.deadLetters })],
    })
    job.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }))
  }
}
