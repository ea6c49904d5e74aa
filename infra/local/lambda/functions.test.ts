import { readdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FunctionSpec } from '../../manifest.ts'
import { bundleFunctionsOnce } from '../fixtures/probe-functions.ts'
import { fixture } from '../fixtures/project.ts'

const spec = (changes: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry: 'probe.ts',
  needs: ['table'],
  memoryMb: 128,
  timeoutSeconds: 20,
  ...changes,
})

const project = {
  ...fixture,
  functions: {
    probe: spec(),
    other: spec(),
    hasty: spec({ timeoutSeconds: 0.2 }),
    unloadable: spec({ entry: 'unloadable.ts' }),
  },
}

const startFunctions = bundleFunctionsOnce(project)

function start(options: Parameters<typeof startFunctions>[0] = {}) {
  const started = startFunctions(options)
  const state = (name = 'probe') => started.functions.states().find((one) => one.name === name)
  return { ...started, state }
}

/** Starts a server whose answers wait until the test gives them. */
async function startGate() {
  const waiting: ServerResponse[] = []
  const watchers: { count: number; resolve: () => void }[] = []
  const server = createServer((_, response) => {
    waiting.push(response)
    for (const watcher of watchers) if (waiting.length >= watcher.count) watcher.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    /** Resolves when `count` or more calls wait for an answer. */
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        if (waiting.length >= count) resolve()
        else watchers.push({ count, resolve })
      }),
    open: () => {
      for (const response of waiting.splice(0)) response.end()
    },
  }
}

describe('a call', () => {
  test('gets the event and the context of Lambda and starts the function once', async () => {
    const { functions, state } = start()
    expect(state()).toMatchObject({ state: 'cold', invocations: 0, coldStartMs: null })
    const first = await functions.invoke('probe', { do: 'echo', text: 'één' })
    expect(first).toMatchObject({
      ok: true,
      payload: { event: { do: 'echo', text: 'één' }, calls: 1, requestId: first.requestId, memoryLimitInMB: '128' },
    })
    const remaining = first.ok ? (first.payload as { remainingMs: number }).remainingMs : 0
    expect(remaining).toBeGreaterThan(0)
    expect(remaining).toBeLessThanOrEqual(20_000)
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ payload: { calls: 2 } })
    expect(state()).toMatchObject({ state: 'idle', workers: 1, coldStarts: 1, invocations: 2, errors: 0 })
    expect(state()?.coldStartMs).toBeGreaterThan(0)
    expect(state()?.memoryMb).toBeGreaterThan(0)
  })

  test('sees the environment it is given and no variable of the runtime', async () => {
    process.env['A_SECRET_OF_THE_MACHINE'] = 'hidden'
    onTestFinished(() => void delete process.env['A_SECRET_OF_THE_MACHINE'])
    const { functions } = start({ environment: { TABLE_NAME: 'mine' } })
    const { payload } = (await functions.invoke('probe', { do: 'environment' })) as { payload: object }
    expect(payload).toEqual({
      AWS_LAMBDA_FUNCTION_NAME: 'probe',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      TABLE_NAME: 'mine',
    })
  })

  test("fails with the handler's error, whose stack names the source files", async () => {
    const { functions, state } = start({ environment: { NODE_OPTIONS: '--enable-source-maps' } })
    const outcome = await functions.invoke('probe', { do: 'throw' })
    expect(outcome.ok ? '' : outcome.error.trace?.join('\n')).toContain('fixtures/probe.ts:')
    expect(outcome).toMatchObject({
      ok: false,
      error: { errorType: 'TypeError', errorMessage: 'thrown by the handler' },
    })
    expect(state()).toMatchObject({ state: 'idle', errors: 1 })
  })

  test('ends after its time, also when it never yields, and the next one works', async () => {
    const { functions, state } = start()
    for (const action of ['hang', 'spin']) {
      const outcome = await functions.invoke('hasty', { do: action })
      expect(outcome).toMatchObject({
        ok: false,
        error: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 0.20 seconds' },
        log: expect.arrayContaining([
          expect.objectContaining({ level: 'ERROR', message: 'Task timed out after 0.20 seconds', function: 'hasty' }),
        ]),
      })
    }
    expect(await functions.invoke('hasty', { do: 'log' })).toMatchObject({ ok: true })
    expect(state('hasty')).toMatchObject({ coldStarts: 3, invocations: 3, errors: 2 })
  })

  test('that ends its process or crashes harms no other function and no later call', async () => {
    const { functions } = start()
    const gate = await startGate()
    const bystander = functions.invoke('other', { do: 'call', url: gate.url })
    await gate.reached(1)
    expect(await functions.invoke('probe', { do: 'exit' })).toMatchObject({
      error: { errorMessage: 'Runtime exited with error: exit status 3' },
    })
    expect(await functions.invoke('probe', { do: 'crash' })).toMatchObject({
      error: { errorMessage: 'crashed behind the back of a promise' },
    })
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ ok: true, payload: { calls: 1 } })
    gate.open()
    expect(await bystander).toMatchObject({ ok: true, payload: { status: 200 } })
  })

  test('that takes more memory than it may have ends its own process only', async () => {
    const { functions } = start()
    expect(await functions.invoke('probe', { do: 'fill' })).toMatchObject({
      error: { errorType: 'Runtime.OutOfMemory' },
    })
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ ok: true })
  })

  test('of a function that does not load fails, each time anew', async () => {
    const { functions, state } = start()
    for (const coldStarts of [1, 2]) {
      const outcome = await functions.invoke('unloadable', {})
      expect(outcome).toMatchObject({ ok: false, error: { errorMessage: 'this module does not load' } })
      expect(state('unloadable')).toMatchObject({ coldStarts })
    }
  })

  test('is refused above 6 MB, in and out', async () => {
    const { functions } = start()
    expect(await functions.invoke('probe', { do: 'echo', text: 'x'.repeat(6 * 1024 * 1024) })).toMatchObject({
      error: { errorType: 'RequestEntityTooLargeException' },
    })
    expect(await functions.invoke('probe', { do: 'large', size: 6 * 1024 * 1024 })).toMatchObject({
      error: { errorType: 'Function.ResponseSizeTooLarge' },
    })
    expect(await functions.invoke('probe', { do: 'large', size: 1024 })).toMatchObject({ ok: true })
  })
})

/** Returns timers that only `advance` moves. */
function createTimers() {
  let now = 0
  const waiting = new Set<{ readonly at: number; readonly action: () => void }>()
  return {
    after(milliseconds: number, action: () => void) {
      const timer = { at: now + milliseconds, action }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
    advance(milliseconds: number) {
      now += milliseconds
      for (const timer of waiting) {
        if (timer.at > now) continue
        waiting.delete(timer)
        timer.action()
      }
    },
  }
}

describe('the workers of a function', () => {
  test('are as few as can be: a call waits for one that starts or runs its first call, and 250 ms for a busy one', async () => {
    const timers = createTimers()
    const { functions, state } = start({ timers, cores: 2 })
    const gate = await startGate()
    const call = () => functions.invoke('probe', { do: 'call', url: gate.url })
    const first = [call(), call()]
    timers.advance(60_000)
    await gate.reached(1)
    expect(state()).toMatchObject({ workers: 1, coldStarts: 1 })
    for (let waited = 250; waited < 5000; waited += 250) timers.advance(250)
    gate.open()
    await gate.reached(1)
    expect(state()).toMatchObject({ workers: 1, coldStarts: 1 })

    const second = call()
    timers.advance(249)
    expect(state()).toMatchObject({ workers: 1 })
    timers.advance(1)
    await gate.reached(2)
    expect(state()).toMatchObject({ workers: 2, coldStarts: 2 })
    gate.open()
    expect((await Promise.all([...first, second])).every((one) => one.ok)).toBe(true)
  })

  test('are no more while each core has a call, for five seconds', async () => {
    const timers = createTimers()
    const { functions, state } = start({ timers, cores: 1 })
    const gate = await startGate()
    await functions.invoke('probe', { do: 'echo' })
    const calls = Array.from({ length: 2 }, () => functions.invoke('probe', { do: 'call', url: gate.url }))
    await gate.reached(1)
    for (let waited = 250; waited < 5000; waited += 250) timers.advance(250)
    expect(state()).toMatchObject({ workers: 1 })
    timers.advance(250)
    await gate.reached(2)
    expect(state()).toMatchObject({ workers: 2 })
    gate.open()
    await Promise.all(calls)
  })

  test('end when they were idle for two minutes', async () => {
    const timers = createTimers()
    const { functions, state } = start({ timers })
    await functions.invoke('probe', { do: 'echo' })
    timers.advance(119_000)
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ payload: { calls: 2 } })
    timers.advance(119_000)
    expect(state()).toMatchObject({ state: 'idle', workers: 1 })
    timers.advance(1_000)
    await expect.poll(() => state()?.state).toBe('cold')
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ payload: { calls: 1 } })
  })

  test('keep their compiled code for those that start later', async () => {
    const { functions, compileCache } = start()
    await functions.invoke('probe', { do: 'echo' })
    await functions.invoke('probe', { do: 'echo' })
    expect(readdirSync(compileCache)).not.toEqual([])
  })

  test('answer one call at a time each; further calls wait', async () => {
    const { functions, state } = start({ concurrency: 2, cores: 4 })
    await functions.invoke('probe', { do: 'echo' })
    const gate = await startGate()
    const calls = Array.from({ length: 5 }, () => functions.invoke('probe', { do: 'call', url: gate.url }))
    await gate.reached(2)
    expect(state()).toMatchObject({ state: 'busy', workers: 2 })
    gate.open()
    await gate.reached(2)
    expect(gate.waiting).toHaveLength(2)
    gate.open()
    await gate.reached(1)
    expect(gate.waiting).toHaveLength(1)
    gate.open()
    expect((await Promise.all(calls)).every((call) => call.ok)).toBe(true)
    expect(state()).toMatchObject({ workers: 2, coldStarts: 2, invocations: 6 })
  })

  test('are killed with the calls in them; the waiting calls run on new ones', async () => {
    const { functions, state } = start({ concurrency: 1 })
    const gate = await startGate()
    const victim = functions.invoke('probe', { do: 'call', url: gate.url })
    const waiting = functions.invoke('probe', { do: 'echo' })
    await gate.reached(1)
    expect(await functions.kill('probe')).toBe(1)
    expect(await victim).toMatchObject({
      ok: false,
      error: { errorMessage: 'Runtime exited with error: signal: killed' },
    })
    expect(await waiting).toMatchObject({ ok: true, payload: { calls: 1 } })
    expect(state()).toMatchObject({ coldStarts: 2, errors: 1 })
    expect(await functions.kill('nobody')).toBeNull()
  })

  test('are replaced without breaking a call', async () => {
    const { functions, state } = start()
    const gate = await startGate()
    const running = functions.invoke('probe', { do: 'call', url: gate.url })
    await gate.reached(1)
    functions.recycle(['probe'])
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ ok: true, payload: { calls: 1 } })
    gate.open()
    expect(await running).toMatchObject({ ok: true })
    expect(await functions.invoke('probe', { do: 'echo' })).toMatchObject({ payload: { calls: 2 } })
    expect(state()).toMatchObject({ coldStarts: 2 })
  })
})

describe('the clock', () => {
  test("is the machine's until it is moved, and moves without a restart", async () => {
    const { functions, clock, state } = start()
    const read = async () => {
      const outcome = await functions.invoke('probe', { do: 'now' })
      return (outcome as { payload: { ms: number; iso: string; text: string; isDate: boolean } }).payload
    }
    const before = Date.now()
    const real = await read()
    expect(real.ms).toBeGreaterThanOrEqual(before)
    expect(real.ms).toBeLessThanOrEqual(Date.now())

    const eve = Date.parse('2026-12-31T22:59:30Z')
    clock.set(eve)
    const moved = await read()
    expect(moved.ms).toBeGreaterThanOrEqual(eve)
    expect(moved.ms).toBeLessThan(eve + 20_000)
    expect(moved).toMatchObject({ iso: expect.stringMatching(/^2026-12-31T22:59/), isDate: true })
    expect(moved.text).toContain('Dec 31 2026')

    clock.set(null)
    expect(Math.abs((await read()).ms - Date.now())).toBeLessThan(20_000)
    expect(state()).toMatchObject({ coldStarts: 1 })
  })
})

describe('the log', () => {
  test("has a function's lines with its name, JSON or not; the result of a call has them too", async () => {
    const { functions, log } = start()
    const lines = ['{"level":"INFO","message":"request","status":200}', 'plain text', '{broken']
    const outcome = await functions.invoke('probe', { do: 'log', lines })
    expect(outcome.log).toEqual([
      { level: 'INFO', message: 'loaded', function: 'probe' },
      { level: 'INFO', message: 'request', status: 200, function: 'probe' },
      { level: 'INFO', message: 'plain text', timestamp: expect.any(String), function: 'probe' },
      { level: 'INFO', message: '{broken', timestamp: expect.any(String), function: 'probe' },
    ])
    expect(log.since(0)).toEqual(outcome.log)
    expect(log.since(Date.now() + 60_000)).toEqual([])
  })

  test('has metrics as lines with a level, a message and a moment, as the others', async () => {
    const { functions } = start()
    const metrics = { _aws: { Timestamp: 1, CloudWatchMetrics: [] }, service: 'probe', requests: 1 }
    const { log } = await functions.invoke('probe', { do: 'log', lines: [JSON.stringify(metrics)] })
    expect(log.at(-1)).toEqual({
      level: 'INFO',
      message: 'metrics',
      timestamp: expect.any(String),
      function: 'probe',
      ...metrics,
    })
  })
})
