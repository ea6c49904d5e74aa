import { api, type DomainName } from '../shared/api/index.ts'
import type { BucketName, FunctionSettings } from '../shared/declaration.ts'
import { folderOf, folders, groups, identityCalls } from './domains.ts'
import { isAmong, usesFolder } from './function-sets.ts'
import { jobs } from './jobs.ts'

/**
 * A resource that a function may use. Besides what every function gets, a function has only the environment variables
 * and rights of its needs.
 */
export type Need = 'origin' | 'table' | 'identity' | 'mail' | 'vies' | BucketName

export interface FunctionSpec extends FunctionSettings {
  /** Source file, from the project's root. */
  readonly entry: string
  readonly needs: readonly Need[]
  readonly memoryMb: number
  readonly timeoutSeconds: number
}

/** Returns what a function needs: the table, and whatever its domain or another gives it a right to. */
function needsOf(name: string, { mails, vies }: { readonly mails?: true; readonly vies?: true }): readonly Need[] {
  const ofBucket = (bucket: BucketName) => Object.values(folders[bucket]).some((rights) => usesFolder(rights, name))
  const uses: Record<Need, boolean> = {
    origin: name.startsWith('api-'),
    table: true,
    mail: mails === true,
    vies: vies === true,
    identity: Object.values(identityCalls).some((by) => isAmong(by, name)),
    documents: ofBucket('documents'),
    uploads: ofBucket('uploads'),
  }
  return (Object.keys(uses) as Need[]).filter((need) => uses[need])
}

/** Returns the function of a group: alone in its folder, or beside those of the groups that share its rows. */
function functionOf(group: DomainName): FunctionSpec {
  const folder = folderOf(group)
  const { isLarge, ...settings } = groups[group] ?? {}
  return {
    entry: `functions/${folder}/${folder === group ? '' : `${group}-`}handler.ts`,
    needs: needsOf(`api-${group}`, {}),
    ...(isLarge ? { memoryMb: 1024, timeoutSeconds: 29 } : { memoryMb: 512, timeoutSeconds: 15 }),
    ...settings,
  }
}

/** Adds to each job its source and what it needs. */
const specify = <Jobs extends Readonly<Record<string, object>>>(all: Jobs) =>
  Object.fromEntries(
    Object.entries(all).map(([name, job]) => [name, { ...job, entry: `events/${name}.ts`, needs: needsOf(name, job) }]),
  ) as { readonly [Name in keyof Jobs]: Jobs[Name] & Pick<FunctionSpec, 'entry' | 'needs'> }

/**
 * Everything that runs and what starts it. The CDK stack and the local runtime are two interpreters of this one
 * object; neither adds to it, so they cannot drift apart.
 */
export const manifest = {
  timeZone: 'Europe/Amsterdam',
  /** One function per domain of the API; `infra/routes.ts` makes the routes to it. */
  api: Object.fromEntries((Object.keys(api) as DomainName[]).map((group) => [group, functionOf(group)])) as Record<
    DomainName,
    FunctionSpec
  >,
  /** Functions that something other than an HTTP call starts. */
  jobs: specify(jobs),
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
  vies: ['VIES_URL'],
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
  | 'VIES_URL'
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
