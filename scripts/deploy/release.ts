import type { SynthesizedStack } from '../../infra/assembly.ts'
import type { Environment } from '../../infra/environments.ts'
import type { Cloud, Stack } from './cloud.ts'

/** An environment with its templates, made from a commit. */
export interface Release {
  readonly name: string
  readonly environment: Environment
  readonly commit: string
  /** Set when files of the working folder differ from the commit. */
  readonly isChanged: boolean
  /** Stacks in the order in which they are deployed. */
  readonly stacks: readonly SynthesizedStack[]
}

/** The steps of a deployment on this machine. */
export interface Machine {
  commit(): Promise<{ readonly commit: string; readonly isChanged: boolean }>
  /** Makes the templates of an environment; the first deployment protects nothing. Returns the stacks. */
  synth(name: string, options: { readonly isFirst: boolean }): Promise<readonly SynthesizedStack[]>
  /** Builds the site; returns the names of its files. */
  buildSite(): Promise<readonly string[]>
  readSite(file: string): Promise<Uint8Array>
  /** Creates the first admin; returns the link by which she chooses a password, null when she has an account. */
  createAdmin(admin: Admin, settings: Readonly<Record<string, string>>): Promise<string | null>
  /** Runs a program of ours with these settings and shows its output; returns its exit code. */
  runProgram(program: string, args: readonly string[], settings: Readonly<Record<string, string>>): Promise<number>
  /** Deploys from a copy of an earlier commit, by the command of that commit; returns its exit code. */
  deployCommit(commit: string, args: readonly string[]): Promise<number>
  /** Asks a question that only 'yes' agrees to. */
  agrees(question: string): Promise<boolean>
  say(line: string): void
}

export interface Admin {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

export interface Place {
  readonly cloud: Cloud
  readonly machine: Machine
}

/** Statuses of a stack whose first deployment never succeeded: it has to go before another attempt. */
const UNFINISHED = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED', 'REVIEW_IN_PROGRESS', 'DELETE_FAILED']

/** Tells whether a stack was never deployed with success. */
export const isUnfinished = (stack: Stack | null): boolean => stack !== null && UNFINISHED.includes(stack.status)

/** Returns the present stacks of a release by name; null for those that do not exist. */
export async function readStacks(cloud: Cloud, stacks: readonly Pick<SynthesizedStack, 'name' | 'region'>[]) {
  const found = await Promise.all(
    stacks.map(async ({ name, region }) => [name, await cloud.stack(region, name)] as const),
  )
  return new Map<string, Stack | null>(found)
}

/** Returns the name of the stack with the product. */
export const mainStackOf = (name: string): string => `Partnerview-${name}`

/** Returns the settings with which a program on this machine reaches the table, accounts and documents of a stack. */
export const settingsOf = (environment: Environment, outputs: Readonly<Record<string, string>>) => ({
  AWS_REGION: environment.region,
  APP_URL: outputs['SiteUrl'] ?? '',
  TABLE_NAME: outputs['TableName'] ?? '',
  USER_POOL_ID: outputs['UserPoolId'] ?? '',
  USER_POOL_CLIENT_ID: outputs['UserPoolClientId'] ?? '',
  DOCUMENTS_BUCKET: outputs['DocumentsBucket'] ?? '',
})
