import * as fc from 'fast-check'
import { vi } from 'vitest'
import * as z from 'zod'
import './runner/quick-hashes.ts'
import { SEED } from './seed.ts'

/**
 * Setup of the test project `node`, run before each test file. The files of a worker share a process and its loaded
 * dependencies, which are most of the code. Our own modules, the environment and mocks start anew for each file.
 */
const environment = Symbol.for('partnerview.environment')
const held = globalThis as { [environment]?: NodeJS.ProcessEnv }
held[environment] ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in held[environment])) delete process.env[name]
Object.assign(process.env, held[environment])
fc.configureGlobal({ seed: SEED })
// The library keeps this setting outside our modules, so loading them anew does not reset it.
z.config({ customError: undefined })
vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
vi.resetModules()
