import type { Instant } from '../../shared/time.ts'

/** The world outside this machine, as a deployment uses it; `aws.ts` reaches AWS, tests play recorded answers. */
export interface Cloud {
  /** Returns the account and the ARN of the caller; null without valid credentials. */
  identity(): Promise<{ readonly account: string; readonly arn: string } | null>
  /** Returns a stack of CloudFormation; null when there is none. */
  stack(region: string, name: string): Promise<Stack | null>
  deleteStack(region: string, name: string): Promise<void>
  /** Returns the resources of a stack by type and physical id. */
  resources(region: string, name: string): Promise<readonly Resource[]>
  /** Runs a command of the CDK, such as `deploy`, and shows its output; returns its exit code. */
  cdk(...args: readonly string[]): Promise<number>
  /** Returns a certificate of ACM; null when there is none. */
  certificate(arn: string): Promise<Certificate | null>
  /** Returns the number of Lambda executions that the account may run at once. */
  concurrency(region: string): Promise<number>
  mail(region: string): Promise<MailAccount>
  /** Tells whether a resource of this CloudFormation type and primary identifier exists in the account. */
  exists(region: string, type: string, identifier: string): Promise<boolean>
  /** Returns what IAM Access Analyzer finds in a policy: errors, and warnings of what it opens. */
  policyFindings(policy: object, kind: PolicyKind): Promise<readonly PolicyFinding[]>
  /** Returns the capacity units that the rules of a firewall use. */
  firewallCapacity(rules: readonly object[]): Promise<number>
  /** Returns the files of a bucket with the MD5 of their content, by name. */
  files(region: string, bucket: string): Promise<ReadonlyMap<string, string>>
  upload(region: string, bucket: string, file: SiteFile): Promise<void>
  /** Returns a tag of a file; null without the file or the tag. */
  tagOf(region: string, bucket: string, name: string, tag: string): Promise<string | null>
  invalidate(distribution: string): Promise<void>
  /** Sets the state of an alarm by hand, until its next measurement. */
  setAlarm(region: string, name: string, state: 'ALARM' | 'OK', reason: string): Promise<void>
  /** Tells whether an alarm has done its actions since a moment, such as publishing to its topic. */
  hasActed(region: string, alarm: string, since: Date): Promise<boolean>
  /** Returns the addresses of a topic whose owners have not confirmed them. */
  unconfirmed(region: string, topic: string): Promise<readonly string[]>
  sendMail(region: string, from: string, to: string): Promise<void>
  /** Returns how often a function was called since a moment. */
  calls(region: string, functionName: string, since: Date): Promise<number>
  /** Moves dead letters back to the queue from which they came; returns their number. */
  moveBack(region: string, queueUrl: string): Promise<number>
  /** Returns messages of a queue, at most ten, and hides them for a quarter of an hour. */
  receive(region: string, queueUrl: string): Promise<readonly QueueMessage[]>
  remove(region: string, queueUrl: string, message: QueueMessage): Promise<void>
  /** Calls a function and waits for it; returns whether it did all of its work. */
  invoke(region: string, functionName: string, event: object): Promise<boolean>
  /** Returns a table; null when there is none. */
  table(region: string, name: string): Promise<Table | null>
  /** Returns the first and the last moment to which a table can be restored. */
  restorable(region: string, name: string): Promise<{ readonly earliest: Instant; readonly latest: Instant }>
  /** Begins to make a table with the rows and indexes that another one had at a moment. */
  restoreTable(
    region: string,
    asked: { readonly from: string; readonly to: string; readonly at: Instant },
  ): Promise<void>
  /** Gives a restored table what AWS does not restore: stream, TTL, point-in-time recovery, protection and ceiling. */
  completeTable(region: string, name: string, settings: TableSettings): Promise<void>
  /** Returns records of a table's stream, as Lambda gets them; none when they are older than a day. */
  streamRecords(region: string, batch: StreamBatch): Promise<readonly object[]>
  request(url: string, init?: RequestInit): Promise<Response>
  pause(seconds: number): Promise<void>
}

export interface Stack {
  /** Status as CloudFormation has it, such as `UPDATE_COMPLETE`. */
  readonly status: string
  readonly isProtected: boolean
  readonly outputs: Readonly<Record<string, string>>
}

export interface Resource {
  readonly id: string
  readonly type: string
  readonly physicalId: string
}

export interface Table {
  /** Status as DynamoDB has it, such as `CREATING` or `ACTIVE`. */
  readonly status: string
  /** Moment to which it was restored; null for another table. */
  readonly restoredTo: Instant | null
  readonly indexes: readonly string[]
}

export interface TableSettings {
  /** Attribute with the moment at which a row goes. */
  readonly ttl: string
  readonly indexes: readonly string[]
  /** Units per second that the table and each index take at most. */
  readonly tableReads: number
  readonly tableWrites: number
}

export interface Certificate {
  /** Status as ACM has it, such as `ISSUED`. */
  readonly status: string
  readonly domains: readonly string[]
  readonly until: Date | null
}

export interface MailAccount {
  readonly isInSandbox: boolean
  readonly maySend: boolean
}

export interface QueueMessage {
  readonly body: string
  /** Name of this receipt, by which the message is removed. */
  readonly receipt: string
}

/** Records of a stream that a function gave up, as Lambda reports them. */
export interface StreamBatch {
  readonly streamArn: string
  readonly shardId: string
  readonly startSequenceNumber: string
  readonly batchSize: number
}

/** A policy of a role, or one of a resource that names who may use it. */
export type PolicyKind = 'IDENTITY_POLICY' | 'RESOURCE_POLICY'

export interface PolicyFinding {
  readonly isError: boolean
  readonly text: string
}

export interface SiteFile {
  readonly name: string
  readonly content: Uint8Array
  readonly contentType: string
  readonly cacheControl: string
  /** Tags of the object, which no browser sees. */
  readonly tags?: Readonly<Record<string, string>>
}
