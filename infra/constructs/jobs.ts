import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { BucketName } from '../../shared/declaration.ts'
import type { Trigger } from '../jobs.ts'
import { type FunctionSpec, manifest } from '../manifest.ts'
import { BucketEvent } from './bucket-events.ts'
import type { Functions } from './functions.ts'
import type { Mail } from './mail.ts'
import { MailEvent } from './mail-events.ts'
import { createSchedulerRole, ScheduledEvent } from './schedules.ts'
import { StreamEvent } from './stream-events.ts'

export interface JobsProps {
  readonly functions: Functions
  readonly table: TableV2
  readonly buckets: Readonly<Record<BucketName, Bucket>>
  readonly mail: Mail
  readonly generation: number
}

/** Connects every job of the manifest to its trigger. Returns the jobs, each with its dead-letter queue. */
export function addJobs(stack: Construct, { functions, table, buckets, mail, generation }: JobsProps) {
  const role = createSchedulerRole(stack)
  const scope = new Construct(stack, 'Jobs')
  const connect = (name: string, spec: FunctionSpec, trigger: Trigger) => {
    const job = functions.get(name)
    switch (trigger.on) {
      case 'bucket':
        return new BucketEvent(scope, name, { trigger, spec, job, buckets, generation })
      case 'mail':
        return new MailEvent(scope, name, { trigger, spec, job, mail })
      case 'stream':
        return new StreamEvent(scope, name, { trigger, job, table })
      case 'schedule':
        return new ScheduledEvent(scope, name, { trigger, job, role })
    }
  }
  return Object.entries<FunctionSpec & { trigger: Trigger }>(manifest.jobs).map(([name, spec]) => ({
    name,
    trigger: spec.trigger,
    deadLetters: connect(name, spec, spec.trigger).deadLetters,
  }))
}
