import { join } from 'node:path'
import { makeSecurityHeaders } from '../headers.ts'
import { buildSite } from './build/build-site.ts'
import { bootstrapPath, bundleFunctions, bundlePath, watchFunctions } from './build/bundle.ts'
import { type Children, createChildren } from './children.ts'
import { type Clock, createClock } from './clock.ts'
import type { Closers } from './closers.ts'
import { startCognito } from './cognito/cognito.ts'
import { emptyDataFolder, isSeeded, markSeeded, openDataFolder } from './data-folder.ts'
import { environmentOf, NOWHERE, type Surroundings } from './environment.ts'
import { createFaults } from './faults/faults.ts'
import { startTableProxy } from './faults/table-proxy.ts'
import { createGateway } from './http/gateway.ts'
import { createFront, type Front, type Handlers } from './http/http.ts'
import { createSite } from './http/site.ts'
import { type Jobs, startJobs } from './jobs/jobs.ts'
import { createFunctions, type Functions } from './lambda/functions.ts'
import { openFunctionLog } from './lambda/log.ts'
import { createUsageMeter } from './lambda/usage.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Project } from './project.ts'
import { createRights } from './rights/rights.ts'
import { startS3 } from './s3/s3.ts'
import { runSeed, seedEnvironment } from './seed.ts'
import { startSes } from './ses/ses.ts'
import { hasCode } from './stand-in/files.ts'
import { type Database, openDatabase, startTable, type Table } from './table/table.ts'
import { createAccounts } from './workbench/accounts.ts'
import { createWorkbench } from './workbench/workbench.ts'

export interface RuntimeOptions {
  readonly project: Project
  readonly folder: string
  /** Port to listen on; 0 takes a free port. */
  readonly port: number
  /** Seed of a new data folder: `demo` or `empty`. */
  readonly seed: string
  /** Milliseconds after which an idle process of a function ends, to give its memory back. */
  readonly idleMs?: number
  /** Arguments for the seed. If they are given, the seed also runs on a folder that was filled before. */
  readonly seedArguments?: readonly string[]
  /** True to serve the front end's sources with live reload, and to follow changes of the functions. */
  readonly dev: boolean
  /** Address of a DynamoDB that already runs; without it, the runtime starts one. */
  readonly dynamodb?: string | undefined
  /** Receives the clean-up steps as the start proceeds; its `close()` stops the runtime. */
  readonly closers: Closers
  /** Receives a line about each step of the start. */
  readonly say: (line: string) => void
  /** Called with a message when the database or its keeper has ended by itself. */
  readonly onCrash: (message: string) => void
}

export interface Runtime {
  readonly url: string
}

/** State shared by the steps of a start. */
interface Start extends Omit<RuntimeOptions, 'folder' | 'port'> {
  /** Absolute path of the data folder. */
  readonly folder: string
  readonly lock: Lock
  readonly clock: Clock
  readonly url: string
}

/**
 * Starts a project (the product, or a small one of a test) with its stand-ins for AWS. Resolves to the project's
 * address once requests are accepted. Throws when the folder or port cannot be used, or a step fails.
 * `options.closers.close()` stops the project, also before the start is complete.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { closers, project } = options
  const { folder, lock } = await claimFolder(options)
  const handling = Promise.withResolvers<Handlers>()
  const front = createFront(handling.promise)
  closers.add(() => front.close())
  closers.add(() => handling.reject(new Error('The runtime ended before it was started')))
  const url = `http://localhost:${await claimPort(front, options.port)}`
  const start: Start = { ...options, folder, lock, clock: createClock(), url }
  const database = openDatabase({ folder, endpoint: options.dynamodb, shape: project.table })
  const { keeper } = database
  closers.add(() => keeper.close())
  keeper.onCrash(options.onCrash)
  lock.tell({ keeperPid: keeper.pid })
  const children = createChildren(keeper)
  closers.add(() => children.close())

  const backing = await startBacking(start, database.name)
  const surroundingsAt = (table: string): Surroundings => ({
    endpoints: { ...backing.endpoints, table },
    tableName: database.name,
    appUrl: url,
  })
  const bundles = join(folder, 'functions')
  const isNew = !isSeeded(folder)
  const seedAt = (table: string) => seedEnvironment(surroundingsAt(table), folder, options.seed)
  const [table] = await Promise.all([
    isNew ? fill(start, database, seedAt, children) : openTable(start, database, false),
    bundle(start, bundles),
    options.dev ? null : build(start, children),
  ])
  const around = surroundingsAt(table.url)
  const environment = seedAt(table.url)
  const streamArn = await table.openStream()
  const running = await startRunning(start, { ...backing, table }, around, { bundles, streamArn }, children)
  if (!isNew && options.seedArguments) await seed(start, environment, children)

  const handlers = createHandlers(start, { ...backing, table }, running)
  let { site } = handlers
  closers.add(() => front.close())
  if (options.dev) {
    const { startDevelopment } = await import('./build/development.ts')
    const development = await startDevelopment(project, front.server)
    site = development.site
    closers.add(() => development.close())
    closers.add(await watchFunctions(project, bundles, (name) => running.functions.recycle([name])))
  }
  handling.resolve({ ...handlers, site })
  lock.tell({ url, environment })
  return { url }
}

async function claimFolder({ folder: given, closers, say }: RuntimeOptions): Promise<{ folder: string; lock: Lock }> {
  const folder = openDataFolder(given)
  const lock = await takeLock(folder)
  closers.add(() => lock.release())
  if (!isSeeded(folder)) emptyDataFolder(folder)
  say(`data       ${folder}${isSeeded(folder) ? '' : ' (new)'}`)
  return { folder, lock }
}

async function claimPort(front: Front, wanted: number): Promise<number> {
  return front.listen(wanted).catch((error: unknown) => {
    const why = hasCode(error, 'EADDRINUSE') ? 'is in use' : 'cannot be used'
    throw new Error(`Port ${wanted} ${why}; choose another with PORT.`)
  })
}

type Backing = Awaited<ReturnType<typeof startBacking>> & { readonly table: Table }

/** Starts the stand-ins for Cognito, S3 and SES on free ports, and creates the rights that they check. */
async function startBacking({ project, folder, clock, url, closers }: Start, tableName: string) {
  const { now } = clock
  const rights = createRights({
    names: Object.keys(project.functions),
    statementsOf: project.statementsOf,
    tableName,
    now,
  })
  const { guard } = rights
  const identity = await startCognito({
    guard,
    folder: join(folder, 'cognito'),
    now,
    minimumPasswordLength: project.minimumPasswordLength,
    accessTokenHours: project.accessTokenHours,
  })
  closers.add(() => identity.close())
  const mail = await startSes({ folder: join(folder, 'mail'), now, guard })
  closers.add(() => mail.close())

  const connected = Promise.withResolvers<Jobs>()
  connected.promise.catch(() => undefined)
  const storage = await startS3({
    folder: join(folder, 'buckets'),
    now,
    guard,
    buckets: project.buckets,
    allowedOrigins: [url, url.replace('localhost', '127.0.0.1')],
    onCreated: async (event) => (await connected.promise).objectCreated(event),
  })
  closers.add(() => storage.close())
  closers.add(() => connected.reject(new Error('The runtime ended before it was started')))

  const endpoints = { identity: identity.url, storage: storage.url, mail: mail.url }
  return { identity, mail, storage, endpoints, rights, connect: connected.resolve }
}

async function bundle({ project, say }: Start, bundles: string): Promise<void> {
  const took = stopwatch()
  const bundled = await bundleFunctions(project, bundles)
  say(`functions  ${Object.keys(project.functions).length} ${bundled ? `bundled in ${took()}` : 'as bundled before'}`)
}

async function build({ project, say }: Start, children: Children): Promise<void> {
  const took = stopwatch()
  const built = await buildSite(project, children)
  say(`site       ${built ? `built in ${took()}` : 'as built before'}`)
}

/** Returns a function that returns the time since this call, such as `3.2 s`. */
function stopwatch(): () => string {
  const from = performance.now()
  return () => `${((performance.now() - from) / 1000).toFixed(1)} s`
}

/** Prepares the functions and starts their triggers: queues, stream and schedules. */
async function startRunning(
  { project, folder, clock, closers, idleMs }: Start,
  { table, mail, connect, rights }: Backing,
  around: Surroundings,
  { bundles, streamArn }: { readonly bundles: string; readonly streamArn: string },
  children: Children,
) {
  const log = openFunctionLog({ folder: join(folder, 'log'), now: clock.now })
  closers.add(() => log.close())
  const usage = createUsageMeter()
  log.onLine(usage.count)
  rights.onRefusal((refused) =>
    log.add(refused.function, JSON.stringify({ level: 'ERROR', message: 'refused', ...refused })),
  )
  const faults = createFaults({ ses: mail.faults, functions: () => functions })
  const proxy = await startTableProxy(table.url, { faults: faults.ofTable, guard: rights.guard })
  closers.add(() => proxy.close())
  const functions: Functions = createFunctions({
    specs: project.functions,
    bootstrap: bootstrapPath(bundles),
    bundleOf: (name) => bundlePath(bundles, name),
    compileCache: join(bundles, 'compiled'),
    environmentOf: (name, spec) =>
      environmentOf(name, spec, { ...around, endpoints: { ...around.endpoints, table: proxy.url } }),
    clock,
    log,
    children,
    idleMs,
  })
  const jobs = startJobs({ ...project, folder, table, streamArn, functions, clock })
  closers.add(() => Promise.all([functions.close(), jobs.close()]))
  connect(jobs)
  return { functions, faults, jobs, log, usage }
}

function createHandlers(
  { project, folder, clock }: Start,
  { table, identity, storage, mail, rights }: Backing,
  running: Awaited<ReturnType<typeof startRunning>>,
): Handlers {
  const accounts = createAccounts({ folder, table, totpSecretOf: identity.totpSecretOf, now: clock.now })
  return {
    api: createGateway({ routes: project.routes, functions: running.functions, now: clock.now }),
    workbench: createWorkbench({ ...running, rights, accounts, clock, mail, storage }),
    site: createSite({
      folder: join(project.root, project.site.folder),
      headers: makeSecurityHeaders({ uploadOrigin: storage.url }),
    }),
  }
}

/** Starts the table of a data folder; a `fresh` one replaces a table that an earlier folder left. */
async function openTable({ closers, say }: Start, database: Database, fresh: boolean): Promise<Table> {
  const took = stopwatch()
  const table = await startTable(database, { fresh })
  closers.add(() => table.close())
  say(`database   ${database.description} in ${took()}`)
  return table
}

/**
 * Fills a new folder and marks it as filled; returns its table. The seed makes the rows before the database starts,
 * which imports them at once. It writes them by the API of a DynamoDB that already runs, and of a demo with arguments,
 * whose rows may not fit into the seed's memory.
 */
async function fill(
  start: Start,
  database: Database,
  environmentAt: (table: string) => Record<string, string>,
  children: Children,
): Promise<Table> {
  const rows = start.seedArguments ? undefined : await database.prepareImport?.()
  if (rows) {
    await seed(start, { ...environmentAt(NOWHERE), PARTNERVIEW_IMPORT: rows.file }, children)
    await rows.load(children)
  }
  const table = await openTable(start, database, !rows)
  if (!rows) await seed(start, environmentAt(table.url), children)
  markSeeded(start.folder)
  return table
}

async function seed(
  { project, seed: kind, seedArguments = [], say }: Start,
  environment: Readonly<Record<string, string>>,
  children: Children,
): Promise<void> {
  const took = stopwatch()
  await runSeed(project, environment, seedArguments, children)
  say(`seed       ${seedArguments.join(' ') || kind} in ${took()}`)
}
