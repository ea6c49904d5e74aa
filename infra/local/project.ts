import { fileURLToPath } from 'node:url'
import { bundledSources } from '../bundling.ts'
import { domains } from '../domains.ts'
import type { Trigger } from '../jobs.ts'
import { type FunctionSpec, functionSpecs, manifest } from '../manifest.ts'
import { type Arns, type Statement, statementsOf } from '../rights.ts'
import { type ApiRoute, apiRoutes } from '../routes.ts'

/** Indexes of the table and its TTL attribute. */
export interface TableShape {
  readonly indexes: readonly string[]
  readonly ttl: string
}

/** A project that the local runtime runs: the product, or a small one of a test. */
export interface Project {
  /** Folder that the other paths start from. */
  readonly root: string
  /** All functions by name. */
  readonly functions: Readonly<Record<string, FunctionSpec>>
  /** Folders with the bundled code of all functions, by name; without it, each is bundled from its entry. */
  readonly code?: Readonly<Record<string, string>>
  /** Files and folders of the bundles' sources; null: bundle anew at each start. */
  readonly functionSources: readonly string[] | null
  /** Folder that keeps bundles for other data folders, by the hash of their sources; null: none. */
  readonly keptBundles: string | null
  readonly routes: readonly ApiRoute[]
  /** Returns the rights of a function on the stand-ins of AWS. */
  readonly statementsOf: (name: string, arns: Arns) => readonly Statement[]
  readonly jobs: Readonly<Record<string, { readonly trigger: Trigger }>>
  readonly buckets: readonly string[]
  readonly table: TableShape
  readonly timeZone: string
  readonly minimumPasswordLength: number
  readonly accessTokenHours: number
  /** The program that fills a new data folder. */
  readonly seed: string
  readonly site: {
    /** The built front end. */
    readonly folder: string
    /** Vite's configuration and the sources of the build; null: nothing is built. */
    readonly build: { readonly config: string; readonly sources: readonly string[] } | null
  }
}

/** Files that tell the site's document of the API what each group is about. */
const declarations = Object.keys(domains).map((name) => `functions/${name}/domain.ts`)

/** The product, as the local runtime runs it. */
export const partnerview: Project = {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  functions: functionSpecs,
  functionSources: [...bundledSources, 'infra/local/lambda'],
  // Those that are deployed are in `dist/functions`.
  keptBundles: 'dist/local-functions',
  routes: apiRoutes,
  statementsOf,
  jobs: manifest.jobs,
  buckets: manifest.buckets,
  table: manifest.table,
  timeZone: manifest.timeZone,
  minimumPasswordLength: manifest.userPool.minimumPasswordLength,
  accessTokenHours: manifest.userPool.accessTokenHours,
  seed: 'seed/run.ts',
  site: {
    folder: 'dist/site',
    build: {
      config: 'frontend/vite.config.ts',
      sources: ['frontend', 'shared', 'scripts/docs', ...declarations, 'package-lock.json'],
    },
  },
}
