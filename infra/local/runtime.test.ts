import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type AtEnd, createTemporaryFolder } from './fixtures/temporary.ts'
import { findDynoxide } from './table/dynoxide.ts'

const main = fileURLToPath(new URL('./fixtures/main.ts', import.meta.url))
const reset = fileURLToPath(new URL('./reset.ts', import.meta.url))

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves to the exit status, or to the signal's name. */
  readonly ended: Promise<number | string | null>
}

/** Settings of a system without dynoxide, on which the DynamoDB of the test run serves. */
const system: Record<string, string> = findDynoxide() ? {} : { AWS_ENDPOINT_URL_DYNAMODB: inject('database') }

const run = (program: string, environment: Record<string, string>, atEnd?: AtEnd): Program =>
  follow(
    spawn(process.execPath, [program], { env: { PATH: process.env['PATH'] ?? '', ...system, ...environment } }),
    atEnd,
  )

function follow(child: ChildProcessWithoutNullStreams, atEnd: AtEnd = onTestFinished): Program {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  atEnd(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, output: () => text, ended }
}

interface LogLine {
  readonly function: string
  readonly message: string
  readonly event: { readonly Records: readonly { readonly body: string }[] }
}

/** Starts the fixture project; resolves when it has printed its address. */
async function start(
  folder = join(createTemporaryFolder(), 'data'),
  environment: Record<string, string> = {},
  atEnd?: AtEnd,
) {
  const program = run(main, { PORT: '0', PARTNERVIEW_DATA: folder, ...environment }, atEnd)
  let url = ''
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      url = /^Partnerview: (http:\/\/localhost:\d+)$/m.exec(program.output())?.[1] ?? ''
      if (url) resolve()
    }
    program.child.stdout?.on('data', look)
    void program.ended.then((status) => reject(new Error(`ended with ${status}: ${program.output()}`)))
  })
  const local = async (method: string, path: string, body?: unknown) => {
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}/__local/${path}`, { method, ...text })
    return { status: response.status, body: await response.json() }
  }
  const get = async <Body = unknown>(path: string) => (await local('GET', path)).body as Body
  const started = async (name: string) =>
    (await get<LogLine[]>('log')).filter((line) => line.function === name && line.message === 'started')
  return { ...program, url, folder, local, get, started }
}

/** Returns the ids of other processes with this text in their command line; none on a system without /proc. */
function processesWith(text: string): number[] {
  if (!existsSync('/proc')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a start', () => {
  test('fills a new folder, says its address when it answers, and ends with all its processes', async () => {
    const { url, folder, output, child, ended } = await start()
    expect(output()).toContain('seeded demo')
    expect((await fetch(`${url}/api/probe`)).status).toBe(200)
    if (existsSync('/proc')) expect(processesWith(folder).length).toBeGreaterThan(1)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(processesWith(folder)).toEqual([])
    await expect(fetch(`${url}/api/probe`)).rejects.toThrow()
  })

  test('goes on with the state it left, also after kill -9, which leaves no process', async () => {
    const first = await start(undefined, { PARTNERVIEW_SEED: 'empty' })
    expect(first.output()).toContain('seeded empty')
    await fetch(`${first.url}/api/probe`)
    await first.local('PUT', 'buckets/documents/a/b.txt', 'kept')
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    await expect.poll(() => processesWith(first.folder)).toEqual([])

    const second = await start(first.folder)
    expect(second.output()).not.toContain('seeded')
    expect(await second.get('buckets/documents')).toMatchObject([{ key: 'a/b.txt', size: 6 }])
  })

  test('is refused on a folder in use, and so is a reset; another folder is fine', async () => {
    const first = await start()
    const refused = run(main, { PORT: '0', PARTNERVIEW_DATA: first.folder })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain(
      `Another Partnerview (process ${first.child.pid}) runs on ${first.folder} at ${first.url}`,
    )
    const cleaning = run(reset, { PARTNERVIEW_DATA: first.folder })
    expect(await cleaning.ended).toBe(1)
    expect(cleaning.output()).toContain('stop it first')

    const beside = await start()
    expect((await fetch(`${beside.url}/api/probe`)).status).toBe(200)
    expect((await fetch(`${first.url}/api/probe`)).status).toBe(200)
  })

  test('is refused with a clear text on a taken port and with a wrong setting', async () => {
    const first = await start()
    const taken = run(main, { PORT: new URL(first.url).port, PARTNERVIEW_DATA: join(createTemporaryFolder(), 'data') })
    expect(await taken.ended).toBe(1)
    expect(taken.output()).toContain(`Port ${new URL(first.url).port} is in use`)
    const wrong = run(main, { PARTNERVIEW_SEED: 'much', PARTNERVIEW_DATA: join(createTemporaryFolder(), 'data') })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toContain('PARTNERVIEW_SEED is demo or empty')
    const idle = run(main, { PARTNERVIEW_IDLE_MINUTES: '1.5', PARTNERVIEW_DATA: join(createTemporaryFolder(), 'data') })
    expect(await idle.ended).toBe(1)
    expect(idle.output()).toContain("PARTNERVIEW_IDLE_MINUTES is a number from 0 to 999, not '1.5'")
  })

  test.each(['abc', '65536', '-1'])('is refused on %s, which is no port', async (port) => {
    const folder = join(createTemporaryFolder(), 'data')
    const wrong = run(main, { PORT: port, PARTNERVIEW_DATA: folder })
    expect(await wrong.ended).toBe(1)
    expect(wrong.output()).toBe(`PORT is a number from 0 to 65535, not '${port}'.\n`)
    expect(existsSync(folder)).toBe(false)
  })

  test('with `npm start` ends when npm is ended', async () => {
    const root = createTemporaryFolder()
    const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', scripts }))
    mkdirSync(join(root, 'infra/local'), { recursive: true })
    writeFileSync(join(root, 'infra/local/main.ts'), 'console.log(`pid ${process.pid}`)\nsetInterval(() => {}, 1000)\n')
    const { child, output, ended } = follow(spawn('npm', ['start'], { cwd: root }))
    await expect.poll(output).toMatch(/^pid \d+$/m)
    const pid = Number(/^pid (\d+)$/m.exec(output())?.[1])
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    })
    child.kill('SIGTERM')
    await ended
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('can be ended while it starts', async () => {
    const folder = join(createTemporaryFolder(), 'data')
    const program = run(main, { PORT: '0', PARTNERVIEW_DATA: folder })
    await expect.poll(program.output, { interval: 5 }).toContain('(new)')
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.output()).not.toContain('Partnerview: ')
    expect(processesWith(folder)).toEqual([])
    // The next start fills the folder from the beginning, as the first seed was interrupted.
    expect((await start(folder)).output()).toContain('seeded demo')
  })
})

test('a runtime whose keeper is killed says that the database ended, ends and leaves no process', async () => {
  const { folder, output, ended } = await start()
  const { keeper } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
  process.kill(keeper.pid, 'SIGKILL')
  expect(await ended).toBe(1)
  expect(output()).toContain('The database ended')
  await expect.poll(() => processesWith(folder)).toEqual([])
})

describe('the workbench', () => {
  let product: Awaited<ReturnType<typeof start>>
  const ends: Parameters<AtEnd>[0][] = []
  beforeAll(async () => {
    const atEnd: AtEnd = (end) => void ends.unshift(end)
    product = await start(join(createTemporaryFolder(atEnd), 'data'), {}, atEnd)
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  test('shows accounts, clock, functions, usage and faults, and refuses invalid requests', async () => {
    const { url, local, get } = product
    expect(await get('accounts')).toMatchObject([{ email: 'Admin@Example.nl', password: 'geheim', totpSecret: null }])
    expect(await local('GET', 'totp?email=admin@example.nl')).toMatchObject({ status: 404 })

    await local('POST', 'clock', { now: '2026-12-31T22:59:30Z' })
    expect((await get<{ now: string }>('clock')).now).toMatch(/^2026-12-31T22:59:3/)
    const probe = async (query: string) => (await fetch(`${url}/api/probe?${query}`)).json()
    expect(((await probe('do=now')) as { iso: string }).iso).toMatch(/^2026-12-31T22:59/)
    await local('POST', 'clock', { now: null })
    expect(Date.parse((await get<{ now: string }>('clock')).now) - Date.now()).toBeLessThan(5000)

    expect(await get('functions')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'api-probe',
          state: 'idle',
          invocations: 1,
          errors: 0,
          coldStartMs: expect.any(Number),
        }),
        expect.objectContaining({ name: 'nightly', state: 'cold' }),
      ]),
    )
    const line = JSON.stringify({ message: 'request', route: 'GET /api/x', consumed: { read: 1.5, write: 2 } })
    for (const _ of [1, 2]) await probe(`do=log&line=${encodeURIComponent(line)}`)
    const used = [{ function: 'api-probe', action: 'GET /api/x', calls: 2, read: 3, write: 4 }]
    expect(await get('usage')).toEqual(used)
    expect(await get('usage?reset=1')).toEqual(used)
    expect(await get('usage')).toEqual([])
    expect(await get('log')).toContainEqual({ ...JSON.parse(line), function: 'api-probe' })
    expect(await get('log?since=2030-01-01T00:00:00Z')).toEqual([])

    for (const [method, path, body] of [
      ['POST', 'clock', { now: 'tomorrow' }],
      ['POST', 'clock', { later: true }],
      ['POST', 'faults', { dynamodb: { throttle: 2 } }],
      ['GET', 'log?since=whenever', undefined],
    ] as const) {
      expect(await local(method, path, body)).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    }
    expect(await local('POST', 'faults', { kill: 'nobody' })).toMatchObject({ status: 404 })
    expect(await local('POST', 'faults', { kill: 'api-probe' })).toMatchObject({ body: { killed: 1 } })
    expect(await local('GET', 'nothing')).toMatchObject({ status: 404 })
  })

  test('is for this machine only: not for pages from elsewhere', async () => {
    const { url } = product
    const foreign = await fetch(`${url}/__local/clock`, {
      method: 'POST',
      body: '{"now":null}',
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(400)
    const page = await fetch(`${url}/__local`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await page.text()).toContain('Partnerview workbench')
  })

  test('a call that a function has no right to is refused, logged and shown', async () => {
    const { url, get } = product
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = (await fetch(`${url}/api/probe?do=environment`).then((reply) =>
      reply.json(),
    )) as Record<string, string>
    const credentials = { accessKeyId: 'api-probe', secretAccessKey: 'local' }
    const client = new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials })
    onTestFinished(() => client.destroy())
    const Item = { pk: { S: 'team#1' }, sk: { S: 'team' } }
    const put = client.send(new PutItemCommand({ TableName: 'partnerview', Item }))
    await expect(put).rejects.toMatchObject({ name: 'AccessDeniedException' })
    const refused = {
      function: 'api-probe',
      action: 'dynamodb:PutItem',
      context: { 'dynamodb:LeadingKeys': ['team#1'] },
    }
    expect((await get<{ refused: unknown }>('rights')).refused).toMatchObject([refused])
    expect(await get('log')).toContainEqual(expect.objectContaining({ message: 'refused', ...refused }))
  })

  test('a job is started by a new item of the table', async () => {
    const { folder, started } = product
    const { environment } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
    const client = new DynamoDBClient({
      endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    })
    onTestFinished(() => client.destroy())
    const Item = { pk: { S: 'outbox#1' }, sk: { S: 'outbox' }, __edb_e__: { S: 'outbox' } }
    await client.send(new PutItemCommand({ TableName: environment.TABLE_NAME, Item }))
    await expect.poll(() => started('outbox')).toHaveLength(1)
    const [first] = await started('outbox')
    expect(first?.event.Records).toMatchObject([{ eventName: 'INSERT', dynamodb: { NewImage: Item } }])
  })

  test('a job is started by an object and by hand, and its failures are kept', async () => {
    const { folder, local, get, started } = product
    await local('PUT', 'buckets/uploads/contracts/a%20b.csv', 'x')
    await local('PUT', 'buckets/uploads/elsewhere/c.csv', 'x')
    await expect.poll(() => started('imports')).toHaveLength(1)
    const records = (await started('imports'))[0]?.event.Records
    expect(records).toHaveLength(1)
    expect(records?.[0]).toMatchObject({ eventSource: 'aws:sqs', attributes: { ApproximateReceiveCount: '1' } })
    expect(JSON.parse(records?.[0]?.body ?? '').Records[0].s3).toMatchObject({
      bucket: { name: 'uploads' },
      object: { key: 'contracts/a+b.csv' },
    })

    await local('POST', 'events/bucket', { bucket: 'uploads', key: 'contracts/a b.csv', times: 3 })
    await expect.poll(() => started('imports')).toHaveLength(4)
    mkdirSync(join(folder, 'buckets/uploads/contracts'), { recursive: true })
    writeFileSync(join(folder, 'buckets/uploads/contracts/dropped.csv'), 'x')
    await expect.poll(() => started('imports')).toHaveLength(5)

    const run = await local('POST', 'schedules/nightly')
    const line = { message: 'started', event: {}, function: 'nightly' }
    expect(run.body).toMatchObject({ ok: true, durationMs: expect.any(Number), log: expect.arrayContaining([line]) })
    expect(await get('schedules')).toMatchObject([
      { name: 'nightly', expression: '0 0 * * ? *', timeZone: 'Europe/Amsterdam', lastRun: expect.any(String) },
    ])
    expect(await local('POST', 'schedules/hourly')).toMatchObject({ status: 404 })

    await local('PUT', 'buckets/uploads/contracts/broken.csv', 'x')
    const dead = async () =>
      (await get<{ name: string; deadLetters: unknown }[]>('queues')).find((one) => one.name === 'imports')?.deadLetters
    await expect.poll(dead).toMatchObject([
      {
        attempts: 2,
        error: 'the event is broken',
        body: expect.stringContaining('broken.csv'),
        receivedAt: expect.any(String),
      },
    ])
    expect(await local('POST', 'queues/imports/redrive')).toEqual({ status: 200, body: { redriven: 1 } })
    expect(await local('POST', 'queues/nothing/redrive')).toMatchObject({ status: 404 })
  })
})
