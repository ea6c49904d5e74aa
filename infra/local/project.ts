import { fileURLToPath } from 'node:url'
import { type FunctionSpec, functionSpecs, manifest, type Trigger } from '../manifest.ts'
import { type Arns, type Statement, statementsOf } from '../rights.ts'
import { type ApiRoute, apiRoutes } from '../routes.ts'

/** Functions, routes and buckets that the local runtime runs: the manifest's, or a test's own. */
export interface Project {
  /** Folder that the other paths start from. */
  readonly root: string
  /** Every function by name. */
  readonly functions: Readonly<Record<string, FunctionSpec>>
  /** Files that the bundles are built from; null: they are built again at each start. */
  readonly functionSources: readonly string[] | null
  /** Where bundles are kept for further data folders, below a folder named by their sources; null: nowhere. */
  readonly keptBundles: string | null
  readonly routes: readonly ApiRoute[]
  /** Returns the rights of a function on the stand-ins of AWS. */
  readonly statementsOf: (name: string, arns: Arns) => readonly Statement[]
  readonly jobs: Readonly<Record<string, { readonly trigger: Trigger }>>
  readonly buckets: readonly string[]
  readonly timeZone: string
  readonly minimumPasswordLength: number
  readonly accessTokenHours: number
  /** The program that fills a new data folder. */
  readonly seed: string
  readonly site: {
    /** The built front end. */
    readonly folder: string
    /** Vite's configuration and what the build is made of; null when the folder is there already. */
    readonly build: { readonly config: string; readonly sources: readonly string[] } | null
  }
}

/** The product itself. */
export const partnerview: Project = {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  functions: functionSpecs,
  functionSources: [
    'functions',
    'events',
    'shared',
    'infra/manifest.ts',
    'infra/bundling.ts',
    'infra/local/lambda',
    'package-lock.json',
  ],
  keptBundles: 'dist/functions',
  routes: apiRoutes,
  statementsOf,
  jobs: manifest.jobs,
  buckets: manifest.buckets,
  timeZone: manifest.timeZone,
  minimumPasswordLength: manifest.userPool.minimumPasswordLength,
  accessTokenHours: manifest.userPool.accessTokenHours,
  seed: 'seed/run.ts',
  site: {
    folder: 'dist/site',
    build: { config: 'frontend/vite.config.ts', sources: ['frontend', 'shared', 'package-lock.json'] },
  },
}
