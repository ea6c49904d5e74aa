import * as fc from 'fast-check'
import { expect, vi } from 'vitest'
import { removeTestMiddlewares } from './database/direct-send.ts'
import { endOwnModules, loadOwnModules } from './runner/own-modules.ts'
import './runner/quick-hashes.ts'
import { SEED } from './seed.ts'

/**
 * Setup of the test project `node`, run before each test file. The environment and mocks start anew for each file. The
 * files of a worker share a process and all loaded modules: those of the product keep no state, and a world takes the
 * place of the last one. Loading them for each file took a quarter of the processor time of the domains. Proofs and
 * the local runtime have their own, as they set addresses; other files that do call `loadOwnModules`.
 */
const environment = Symbol.for('partnerview.environment')
const held = globalThis as { [environment]?: NodeJS.ProcessEnv }
// The log and the metrics read their settings when they load, which may be before the first world.
held[environment] ??= { POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true', ...process.env }
for (const name of Object.keys(process.env)) if (!(name in held[environment])) delete process.env[name]
Object.assign(process.env, held[environment])
fc.configureGlobal({ seed: SEED })
vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
removeTestMiddlewares()
endOwnModules()
if (/\/(?:infra|proofs)\//.test(expect.getState().testPath ?? '')) loadOwnModules()
