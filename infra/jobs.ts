import type { BucketName, FunctionSettings } from '../shared/declaration.ts'

export type Trigger =
  | { readonly on: 'bucket'; readonly bucket: BucketName; readonly prefix: string; readonly attempts: number }
  | { readonly on: 'schedule'; readonly cron: string }
  /** Events of the mail provider about sent mails: bounces, complaints, deliveries. */
  | { readonly on: 'mail'; readonly attempts: number }
  | {
      readonly on: 'stream'
      readonly entity: string
      /** Delivers only items with this `lane`, an attribute that separates urgent from waiting work. */
      readonly lane?: string
      /** Sort keys (entity names) of rows whose every change is delivered too, removals included. */
      readonly alsoChanged?: readonly string[]
      readonly batch: number
      readonly attempts: number
    }

interface Job extends FunctionSettings {
  readonly memoryMb: number
  readonly timeoutSeconds: number
  readonly mails?: true
  /** Set for a function that asks the VIES service of the European Commission about VAT numbers. */
  readonly vies?: true
  readonly trigger: Trigger
}

/** Functions that something other than an HTTP call starts; the source of each is `events/<name>.ts`. */
export const jobs = {
  'contract-import': {
    memoryMb: 1024,
    timeoutSeconds: 300,
    loadsLater: true,
    deletes: true,
    batches: true,
    trigger: { on: 'bucket', bucket: 'uploads', prefix: 'contracts/', attempts: 5 },
  },
  'lead-import': {
    memoryMb: 1024,
    timeoutSeconds: 300,
    loadsLater: true,
    deletes: true,
    trigger: { on: 'bucket', bucket: 'uploads', prefix: 'leads/', attempts: 5 },
  },
  'session-purge': {
    memoryMb: 256,
    timeoutSeconds: 120,
    batches: 'only',
    commits: false,
    trigger: { on: 'schedule', cron: '0 0 * * ? *' },
  },
  'identity-sync': {
    memoryMb: 512,
    timeoutSeconds: 300,
    deletes: true,
    trigger: { on: 'schedule', cron: '30 3 * * ? *' },
  },
  erasures: {
    memoryMb: 1024,
    timeoutSeconds: 900,
    loadsLater: true,
    deletes: true,
    trigger: { on: 'schedule', cron: '15 3 * * ? *' },
  },
  'contract-retention': {
    memoryMb: 256,
    timeoutSeconds: 60,
    trigger: { on: 'schedule', cron: '0 4 * * ? *' },
  },
  'contract-reminders': {
    memoryMb: 512,
    timeoutSeconds: 120,
    trigger: { on: 'schedule', cron: '30 7 * * ? *' },
  },
  'fixed-cost-sync': {
    memoryMb: 512,
    timeoutSeconds: 300,
    deletes: true,
    trigger: { on: 'schedule', cron: '30 4 * * ? *' },
  },
  reminders: {
    memoryMb: 512,
    timeoutSeconds: 120,
    trigger: { on: 'schedule', cron: '*/15 0-1,3-23 * * ? *' },
  },
  'month-closing': {
    memoryMb: 1024,
    timeoutSeconds: 300,
    trigger: { on: 'schedule', cron: '*/10 0-1,3-23 * * ? *' },
  },
  'accounting-dispatch': {
    memoryMb: 256,
    timeoutSeconds: 30,
    trigger: { on: 'schedule', cron: '0 7 ? * MON-FRI *' },
  },
  'notification-mails': {
    memoryMb: 512,
    timeoutSeconds: 120,
    trigger: { on: 'schedule', cron: '0 8 ? * MON-FRI *' },
  },
  outbox: {
    memoryMb: 512,
    timeoutSeconds: 60,
    loadsLater: true,
    mails: true,
    vies: true,
    deletes: true,
    trigger: { on: 'stream', entity: 'outbox', lane: 'now', batch: 10, attempts: 5 },
  },
  'mail-events': {
    memoryMb: 256,
    timeoutSeconds: 30,
    trigger: { on: 'mail', attempts: 5 },
  },
  later: {
    memoryMb: 1024,
    timeoutSeconds: 60,
    loadsLater: true,
    mails: true,
    deletes: true,
    batches: true,
    trigger: {
      on: 'stream',
      entity: 'outbox',
      lane: 'later',
      alsoChanged: ['appointment', 'lead', 'sale', 'contract', 'invoice', 'partner', 'user', 'donotcall', 'number'],
      // Indexing many records together takes less than half the time a record of indexing a few.
      batch: 100,
      attempts: 5,
    },
  },
  'search-mend': {
    memoryMb: 1024,
    timeoutSeconds: 900,
    deletes: true,
    batches: true,
    commits: false,
    trigger: { on: 'schedule', cron: '0 5 * * ? *' },
  },
} as const satisfies Record<string, Job>
