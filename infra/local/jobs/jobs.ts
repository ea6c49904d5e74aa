import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { S3Event, SQSEvent } from 'aws-lambda'
import type { Trigger } from '../../jobs.ts'
import type { Clock } from '../clock.ts'
import type { Functions, Invocation } from '../lambda/functions.ts'
import type { LogLine } from '../lambda/log.ts'
import { readFailedItems } from '../streams/batch.ts'
import { computeRetryDelay, type StreamPump, startStreamPump } from '../streams/streams.ts'
import type { Table } from '../table/table.ts'
import { openQueue, type Queue, type QueueMessage, type QueueState } from './queues.ts'
import { type ScheduleState, startSchedules } from './schedules.ts'

export interface Jobs {
  /**
   * Queues the event of a created object for each job whose bucket and prefix match. The event is on disk when this
   * returns.
   */
  objectCreated(event: S3Event): void
  /**
   * Queues an event about a mail for each job that handles such events, as EventBridge does. Returns false when there
   * is no such job.
   */
  deliverMailEvent(event: object): boolean
  schedules(): ScheduleState[]
  /** Runs a scheduled job and resolves when it has ended; to null when there is no such schedule. */
  runNow(name: string): Promise<{ ok: boolean; durationMs: number; log: readonly LogLine[] } | null>
  /** Returns for each job how many events wait or are being delivered, and the events that were given up. */
  queues(): QueueState[]
  /** Delivers a queue's dead letters again; returns their number, or null when there is no such queue. */
  redrive(name: string): number | null
  close(): Promise<void>
}

export interface JobsOptions {
  readonly jobs: Readonly<Record<string, { readonly trigger: Trigger }>>
  readonly timeZone: string
  readonly folder: string
  readonly table: Pick<Table, 'streams' | 'keeper'>
  readonly streamArn: string
  readonly functions: Functions
  readonly clock: Clock
}

/**
 * Maximum number of calls of one import job at the same time, as in the stack. An import may take a function's whole
 * time and memory.
 */
const IMPORTS_AT_ONCE = 2
/** Number of times that Lambda tries an asynchronous call. */
const ASYNC_ATTEMPTS = 3
/**
 * Number of finished stream records after which they are deleted (`trim`). A deletion after every record would cost
 * more than it gains.
 */
const TRIM_EVERY = 200n

/**
 * Connects every job to its trigger: events of a bucket, of mails or of the table's stream, or the clock. Returns
 * functions that pass events on, start jobs and show their queues.
 */
export function startJobs(options: JobsOptions): Jobs {
  const { functions, clock, folder } = options
  const jobs = Object.entries(options.jobs).map(([name, { trigger }]) => ({ name, trigger }))
  const queues = new Map(jobs.map((job) => [job.name, openQueueOf(job, options)]))
  const pumps = startPumps(jobs, queues, options)
  const schedules = startSchedules({
    crons: Object.fromEntries(
      jobs.flatMap(({ name, trigger }) => (trigger.on === 'schedule' ? [[name, trigger.cron]] : [])),
    ),
    timeZone: options.timeZone,
    clock,
    file: join(folder, 'schedules.json'),
    fire(name) {
      schedules.ran(name)
      queues.get(name)?.send('{}')
    },
  })

  return {
    objectCreated(event) {
      for (const record of event.Records) {
        for (const { name, trigger } of jobs) {
          if (startsOn(trigger, record)) queues.get(name)?.send(JSON.stringify({ Records: [record] }))
        }
      }
    },
    deliverMailEvent(event) {
      const listening = jobs.filter(({ trigger }) => trigger.on === 'mail')
      for (const { name } of listening) queues.get(name)?.send(JSON.stringify(event))
      return listening.length > 0
    },
    schedules: schedules.states,
    async runNow(name) {
      if (!schedules.has(name)) return null
      schedules.ran(name)
      const { ok, durationMs, log } = await functions.invoke(name, {})
      return { ok, durationMs: Math.round(durationMs), log }
    },
    queues: () =>
      [...queues].map(([name, one]) => {
        const state = one.state()
        const stream = pumps.get(name)
        return {
          ...state,
          waiting: state.waiting + (stream?.waiting() ?? 0),
          inFlight: state.inFlight + (stream?.inFlight() ?? 0),
        }
      }),
    redrive: (name) => queues.get(name)?.redrive() ?? null,
    async close() {
      schedules.close()
      await Promise.all([...pumps.values(), ...queues.values()].map((one) => one.close()))
    },
  }
}

/** A job with what starts it. */
interface Job {
  readonly name: string
  readonly trigger: Trigger
}

/** Opens the queue of a job. The queue of a stream holds only records on which the function failed too often. */
function openQueueOf({ name, trigger }: Job, { functions, clock, folder }: JobsOptions): Queue {
  return openQueue({
    name,
    folder: join(folder, 'queues'),
    attempts: trigger.on === 'schedule' ? ASYNC_ATTEMPTS : trigger.attempts,
    concurrency: trigger.on === 'bucket' ? IMPORTS_AT_ONCE : 1,
    deliver: async (message) => failureOf(await functions.invoke(name, eventOf(name, trigger, message))),
    retryDelay: computeRetryDelay,
    now: clock.now,
  })
}

/** Returns the event by which a function gets a message of its queue. */
function eventOf(name: string, { on }: Trigger, message: QueueMessage): unknown {
  if (on === 'bucket' || on === 'mail') return sqsEvent(name, message)
  return on === 'schedule' ? JSON.parse(message.body) : { Records: [JSON.parse(message.body)] }
}

/** Starts the pump of each job that reads the table's stream; together they trim what all of them have finished. */
function startPumps(
  jobs: readonly Job[],
  queues: ReadonlyMap<string, Queue>,
  { functions, folder, streamArn, table }: JobsOptions,
): ReadonlyMap<string, StreamPump> {
  const pumps = new Map<string, StreamPump>()
  let trimmed = 0n

  /** Deletes the stream's records that every stream job has finished, once `TRIM_EVERY` more of them are finished. */
  function trim(): void {
    const done = [...pumps.values()].map((one) => BigInt(one.done() ?? 0))
    const least = done.reduce((least, one) => (one < least ? one : least), done[0] ?? 0n)
    if (least < trimmed + TRIM_EVERY) return
    trimmed = least
    table.keeper.trim(String(least))
  }

  for (const { name, trigger } of jobs) {
    if (trigger.on !== 'stream') continue
    pumps.set(
      name,
      startStreamPump({
        client: table.streams,
        streamArn,
        checkpointFile: join(folder, 'streams', `${name}.json`),
        ...trigger,
        invoke: (event) => functions.invoke(name, event),
        bury: (record, error, tried) => queues.get(name)?.bury(JSON.stringify(record), error, tried),
        onProgress: trim,
      }),
    )
  }
  return pumps
}

/** Returns why the delivery of a message failed, or null. A function may report the failure in its reply. */
function failureOf(outcome: Invocation): string | null {
  if (!outcome.ok) return outcome.error.errorMessage
  return readFailedItems(outcome.payload).length > 0 ? 'The function reported it as failed' : null
}

function startsOn(trigger: Trigger, { s3 }: S3Event['Records'][number]): boolean {
  if (trigger.on !== 'bucket' || trigger.bucket !== s3.bucket.name) return false
  return decodeURIComponent(s3.object.key.replaceAll('+', ' ')).startsWith(trigger.prefix)
}

/** Returns the event by which Lambda gets one message from SQS. */
const sqsEvent = (queue: string, { id, body, attempts, sentAt }: QueueMessage): SQSEvent => ({
  Records: [
    {
      messageId: id,
      receiptHandle: id,
      body,
      attributes: {
        ApproximateReceiveCount: String(attempts),
        SentTimestamp: String(sentAt),
        SenderId: 'local',
        ApproximateFirstReceiveTimestamp: String(sentAt),
      },
      messageAttributes: {},
      md5OfBody: createHash('md5').update(body).digest('hex'),
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${queue}`,
      awsRegion: 'eu-west-1',
    },
  ],
})
