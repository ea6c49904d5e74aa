import { Duration, Stack, TimeZone } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Trigger } from '../jobs.ts'
import { manifest } from '../manifest.ts'
import { createDeadLetterQueue } from './dead-letters.ts'

export interface ScheduledEventProps {
  readonly trigger: Extract<Trigger, { on: 'schedule' }>
  readonly job: Lambda
  /** Role that only the scheduler takes, to start the jobs and to keep what it could not deliver. */
  readonly role: Role
}

/** Creates the role of all schedules of a stack. */
export const createSchedulerRole = (scope: Construct): Role =>
  new Role(scope, 'SchedulerRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  })

/**
 * Starts the job at set times of the manifest's time zone. Its dead letters hold the events that could not be
 * delivered, and those on which the function failed three times.
 */
export class ScheduledEvent extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { trigger, job, role }: ScheduledEventProps) {
    super(scope, id)
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters')
    job.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
      onFailure: new SqsDestination(this.deadLetters),
    })
    new Schedule(this, 'Schedule', {
      schedule: ScheduleExpression.expression(`cron(${trigger.cron})`, TimeZone.of(manifest.timeZone)),
      target: new LambdaInvoke(job, {
        role,
        deadLetterQueue: this.deadLetters,
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
      }),
    })
  }
}
