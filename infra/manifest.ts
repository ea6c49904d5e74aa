import { api, type DomainName } from '../shared/api/index.ts'

/**
 * A resource that a function may use. Besides what every function gets, a function has only the environment variables
 * and rights of its needs.
 */
export type Need = 'origin' | 'table' | 'identity' | 'mail' | 'uploads' | 'documents'

export interface FunctionSpec {
  /** Source file, from the project's root. */
  readonly entry: string
  readonly needs: readonly Need[]
  readonly memoryMb: number
  readonly timeoutSeconds: number
  /**
   * Concurrent executions reserved for it, which are also its maximum. Without it, the function uses what the account
   * has left.
   */
  readonly executions?: number
  /**
   * Set when the function loads some parts only for some calls (`await import`). These parts are in files beside the
   * function and do not slow its cold start.
   */
  readonly loadsLater?: true
}

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

export type BucketName = 'uploads' | 'documents'

/** Groups of the API whose functions share the rows, and so the folder, of the family. */
export const families: Readonly<Record<string, readonly DomainName[]>> = {
  people: ['auth', 'users', 'invitations', 'teams', 'api-keys'],
  sales: ['commissions'],
  invoices: ['partners', 'payment-files', 'bank', 'invoice-acceptance'],
}

/** Returns the source file of the function that answers a group of the API. */
function entryOf(group: DomainName): string {
  const [family] = Object.entries(families).find(([, groups]) => groups.includes(group)) ?? []
  return family ? `functions/${family}/${group}-handler.ts` : `functions/${group}/handler.ts`
}

/** Settings of domain functions that differ from the default. */
const unlikeMost: Partial<Record<DomainName, Partial<FunctionSpec>>> = {
  auth: {
    needs: ['origin', 'table', 'identity'],
    memoryMb: 1024,
    executions: 50,
  },
  users: {
    needs: ['origin', 'table', 'identity'],
    memoryMb: 1024,
    loadsLater: true,
  },
  invitations: {
    needs: ['origin', 'table', 'identity'],
    memoryMb: 1024,
    loadsLater: true,
    executions: 10,
  },
  'calendar-feed': { executions: 20 },
  'client-errors': { executions: 5 },
  'api-keys': {
    needs: ['origin', 'table', 'identity'],
    memoryMb: 1024,
  },
  appointments: { memoryMb: 1024, timeoutSeconds: 29, loadsLater: true },
  leads: {
    needs: ['origin', 'table', 'uploads'],
    memoryMb: 1024,
    timeoutSeconds: 29,
    loadsLater: true,
  },
  customers: { memoryMb: 1024 },
  sales: { memoryMb: 1024, timeoutSeconds: 29, loadsLater: true },
  commissions: {
    memoryMb: 1024,
    timeoutSeconds: 29,
    loadsLater: true,
  },
  ledger: { memoryMb: 1024, timeoutSeconds: 29, loadsLater: true },
  contracts: {
    needs: ['origin', 'table', 'uploads'],
    memoryMb: 1024,
    executions: 20,
    timeoutSeconds: 29,
    loadsLater: true,
  },
  costs: { memoryMb: 1024, timeoutSeconds: 29, loadsLater: true },
  'invoice-acceptance': {
    needs: ['origin', 'table', 'documents'],
    executions: 10,
  },
  'monthly-runs': { memoryMb: 1024, timeoutSeconds: 29 },
  'payment-files': {
    needs: ['origin', 'table', 'documents'],
    memoryMb: 1024,
    timeoutSeconds: 29,
  },
  bank: {
    needs: ['origin', 'table', 'documents'],
    memoryMb: 1024,
    timeoutSeconds: 29,
  },
  search: { memoryMb: 1024 },
  'my-day': { memoryMb: 1024 },
  erasures: { needs: ['origin', 'table', 'identity'], memoryMb: 1024, timeoutSeconds: 29 },
  reports: { memoryMb: 1024, timeoutSeconds: 29, loadsLater: true },
  partners: {
    needs: ['origin', 'table', 'documents'],
    memoryMb: 1024,
    timeoutSeconds: 29,
  },
  invoices: {
    needs: ['origin', 'table', 'documents', 'uploads'],
    memoryMb: 1024,
    timeoutSeconds: 29,
    loadsLater: true,
  },
}

const domainFunctions = Object.fromEntries(
  (Object.keys(api) as DomainName[]).map((domain) => [
    domain,
    {
      entry: entryOf(domain),
      needs: ['origin', 'table'],
      memoryMb: 512,
      timeoutSeconds: 15,
      ...unlikeMost[domain],
    },
  ]),
) as Record<DomainName, FunctionSpec>

/**
 * Everything that runs and what starts it. The CDK stack and the local runtime are two interpreters of this one
 * object; neither adds to it, so they cannot drift apart.
 */
export const manifest = {
  timeZone: 'Europe/Amsterdam',
  /** One function per domain of the API; `infra/routes.ts` makes the routes to it. */
  api: domainFunctions,
  /** Functions that something other than an HTTP call starts. */
  jobs: {
    'contract-import': {
      entry: 'events/contract-import.ts',
      needs: ['table', 'uploads'],
      memoryMb: 1024,
      timeoutSeconds: 300,
      loadsLater: true,
      trigger: { on: 'bucket', bucket: 'uploads', prefix: 'contracts/', attempts: 5 },
    },
    'lead-import': {
      entry: 'events/lead-import.ts',
      needs: ['table', 'uploads'],
      memoryMb: 1024,
      timeoutSeconds: 300,
      loadsLater: true,
      trigger: { on: 'bucket', bucket: 'uploads', prefix: 'leads/', attempts: 5 },
    },
    'session-purge': {
      entry: 'events/session-purge.ts',
      needs: ['table'],
      memoryMb: 256,
      timeoutSeconds: 120,
      trigger: { on: 'schedule', cron: '0 0 * * ? *' },
    },
    'identity-sync': {
      entry: 'events/identity-sync.ts',
      needs: ['table', 'identity'],
      memoryMb: 512,
      timeoutSeconds: 300,
      trigger: { on: 'schedule', cron: '30 3 * * ? *' },
    },
    erasures: {
      entry: 'events/erasures.ts',
      needs: ['table'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      trigger: { on: 'schedule', cron: '15 3 * * ? *' },
    },
    'contract-retention': {
      entry: 'events/contract-retention.ts',
      needs: ['table'],
      memoryMb: 256,
      timeoutSeconds: 60,
      trigger: { on: 'schedule', cron: '0 4 * * ? *' },
    },
    'contract-reminders': {
      entry: 'events/contract-reminders.ts',
      needs: ['table'],
      memoryMb: 512,
      timeoutSeconds: 120,
      trigger: { on: 'schedule', cron: '30 7 * * ? *' },
    },
    'fixed-cost-sync': {
      entry: 'events/fixed-cost-sync.ts',
      needs: ['table'],
      memoryMb: 512,
      timeoutSeconds: 300,
      trigger: { on: 'schedule', cron: '30 4 * * ? *' },
    },
    reminders: {
      entry: 'events/reminders.ts',
      needs: ['table'],
      memoryMb: 512,
      timeoutSeconds: 120,
      trigger: { on: 'schedule', cron: '*/15 0-1,3-23 * * ? *' },
    },
    'month-closing': {
      entry: 'events/month-closing.ts',
      needs: ['table'],
      memoryMb: 1024,
      timeoutSeconds: 300,
      trigger: { on: 'schedule', cron: '*/10 0-1,3-23 * * ? *' },
    },
    'accounting-dispatch': {
      entry: 'events/accounting-dispatch.ts',
      needs: ['table'],
      memoryMb: 256,
      timeoutSeconds: 30,
      trigger: { on: 'schedule', cron: '0 7 ? * MON-FRI *' },
    },
    'notification-mails': {
      entry: 'events/notification-mails.ts',
      needs: ['table'],
      memoryMb: 512,
      timeoutSeconds: 120,
      trigger: { on: 'schedule', cron: '0 8 ? * MON-FRI *' },
    },
    outbox: {
      entry: 'events/outbox.ts',
      needs: ['table', 'mail', 'identity', 'documents'],
      memoryMb: 512,
      timeoutSeconds: 60,
      loadsLater: true,
      trigger: { on: 'stream', entity: 'outbox', lane: 'now', batch: 10, attempts: 5 },
    },
    'mail-events': {
      entry: 'events/mail-events.ts',
      needs: ['table'],
      memoryMb: 256,
      timeoutSeconds: 30,
      trigger: { on: 'mail', attempts: 5 },
    },
    later: {
      entry: 'events/later.ts',
      needs: ['table', 'mail'],
      memoryMb: 1024,
      timeoutSeconds: 60,
      loadsLater: true,
      trigger: {
        on: 'stream',
        entity: 'outbox',
        lane: 'later',
        alsoChanged: ['appointment', 'lead', 'sale', 'contract', 'invoice', 'partner', 'user', 'donotcall'],
        // Indexing many records together takes less than half the time a record of indexing a few.
        batch: 100,
        attempts: 5,
      },
    },
    'search-mend': {
      entry: 'events/search-mend.ts',
      needs: ['table'],
      memoryMb: 1024,
      timeoutSeconds: 900,
      trigger: { on: 'schedule', cron: '0 5 * * ? *' },
    },
  } satisfies Record<string, FunctionSpec & { trigger: Trigger }>,
  /** One table; `gsi1` … `gsi5` with keys `gsi1pk`/`gsi1sk` …; `expires` is the TTL attribute (epoch seconds). */
  table: { indexes: ['gsi1', 'gsi2', 'gsi3', 'gsi4', 'gsi5'], ttl: 'expires' },
  buckets: ['uploads', 'documents'] satisfies readonly BucketName[],
  /**
   * Cognito: no sign-up, passwords of at least 6 characters (rulings 6, 9), and optional TOTP. With MFA `ON` instead,
   * Cognito would silently ignore that a person turns TOTP off. Access tokens last as long as a session can.
   */
  userPool: { mfa: 'OPTIONAL', minimumPasswordLength: 6, accessTokenHours: 24 },
} as const

/** Every function by name: `api-<domain>` and the jobs. */
export const functionSpecs: Readonly<Record<string, FunctionSpec>> = {
  ...Object.fromEntries(Object.entries(manifest.api).map(([domain, spec]) => [`api-${domain}`, spec])),
  ...manifest.jobs,
}

/**
 * Names of the environment variables that each need brings. Modules of `functions/platform` parse them with
 * `readSetting`; the stack on AWS or the local runtime fills in the values.
 */
const settingsByNeed: Record<Need, readonly Setting[]> = {
  origin: ['ORIGIN_SECRET_ID'],
  table: ['TABLE_NAME'],
  identity: ['USER_POOL_ID', 'USER_POOL_CLIENT_ID'],
  mail: ['MAIL_SENDER'],
  uploads: ['UPLOADS_BUCKET'],
  documents: ['DOCUMENTS_BUCKET'],
}

/**
 * Environment variable that a need brings. Every function also gets APP_URL and settings of Powertools.
 */
export type Setting =
  | 'ORIGIN_SECRET_ID'
  | 'TABLE_NAME'
  | 'USER_POOL_ID'
  | 'USER_POOL_CLIENT_ID'
  | 'MAIL_SENDER'
  | 'UPLOADS_BUCKET'
  | 'DOCUMENTS_BUCKET'

/** Returns the names of the environment variables that a function needs, each once. */
export const settingsFor = (spec: FunctionSpec): Setting[] => [
  ...new Set(spec.needs.flatMap((need) => settingsByNeed[need])),
]

/** Returns the needs that bring these environment variables. */
export const needsBehind = (settings: readonly string[]): Need[] =>
  (Object.keys(settingsByNeed) as Need[]).filter((need) =>
    settingsByNeed[need].every((setting) => settings.includes(setting)),
  )
