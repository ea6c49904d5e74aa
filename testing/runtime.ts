import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Refused } from '../infra/local/rights/guard.ts'
import type { Flags, Role } from '../shared/access.ts'
import { spawnMortal } from './database/mortal.ts'
import { failOnRefusals } from './refusals.ts'

/** A demo person as the workbench lists them. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly teamId: number | null
  readonly flags: Flags
  readonly isActive: boolean
  readonly twoFactorEnabled: boolean
  readonly backupCodes: string[] | null
}

export interface Runtime {
  readonly url: string
  /** Process of the product, which starts all others. */
  readonly pid: number
  readonly folder: string
  accounts(): Promise<Account[]>
  /** Logs in over the API, with a valid 2FA code for an account with 2FA; resolves to the session id. */
  login(account: Account): Promise<string>
  /** Calls the workbench or the API and returns the JSON; throws on an error status. */
  json<T>(method: string, path: string, body?: unknown, sessionId?: string): Promise<T>
  /** Ends the product and removes its folder; throws when functions went beyond their rights. */
  stop(): Promise<void>
  /** Ends the product and keeps its folder. */
  end(): Promise<void>
  /** Kills the product as `kill -9` does, and keeps its folder. */
  kill(): Promise<void>
  remove(): Promise<void>
}

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** Flags of Node and program of `npm start`, `exec node <flags> <program>`. */
const startArguments: readonly string[] = scripts.start.split(' ').slice(2)

interface Options {
  readonly seed?: string
  /** Data folder of a product that has ended; the new product starts with a copy of it. */
  readonly filled?: string | undefined
  /** Data folder of a product that has ended or was killed; the new product goes on with it. */
  readonly folder?: string
  /** Minutes after which a function that nobody calls ends; by default two. */
  readonly idleMinutes?: number
  /** Folder with templates that the product starts from, instead of the manifest. */
  readonly from?: string
}

/**
 * Starts the whole product as `npm start` does, on a free port. Its data folder is new, or a copy of `filled`, or
 * `folder`. Resolves when the product prints its address; rejects when it ends first.
 */
export async function startRuntime({
  seed = 'demo',
  filled,
  folder: known,
  from,
  idleMinutes,
}: Options = {}): Promise<Runtime> {
  const folder = known ?? (await mkdtemp(join(tmpdir(), 'partnerview-')))
  if (filled) await cp(filled, folder, { recursive: true })
  const child = spawnMortal(process.execPath, [...startArguments, ...(from ? ['--from', from] : [])], {
    output: 'pipe',
    env: {
      ...process.env,
      ...{ PORT: '0', PARTNERVIEW_DATA: folder, PARTNERVIEW_SEED: seed },
      ...(idleMinutes && { PARTNERVIEW_IDLE_MINUTES: String(idleMinutes) }),
    },
  })
  const url = await readAddress(child)
  const used = new Map<string, string>()
  const spent = new Set<string>()

  async function json<T>(method: string, path: string, body?: unknown, sessionId?: string): Promise<T> {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(sessionId ? { sessionId } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
    return (text ? JSON.parse(text) : undefined) as T
  }

  const end = () => stopProcess(child, 'SIGTERM')
  const remove = () => rm(folder, { recursive: true, force: true })
  const accounts = () => json<Account[]>('GET', '/__local/accounts')

  /**
   * Returns an unused 2FA code: that of the authenticator app, or a backup code after a login with the app's code.
   * Throws when none is left.
   */
  async function codeFor(account: Account): Promise<string> {
    const { code } = await json<{ code: string }>('GET', `/__local/totp?email=${encodeURIComponent(account.email)}`)
    if (used.get(account.email) !== code) {
      used.set(account.email, code)
      return code
    }
    const backup = (account.backupCodes ?? []).find((one) => !spent.has(`${account.email} ${one}`))
    if (!backup) throw new Error(`No code left for ${account.email}`)
    spent.add(`${account.email} ${backup}`)
    return backup
  }

  return {
    url,
    pid: child.pid ?? 0,
    folder,
    accounts,
    json,
    login: async (account) => {
      const { email, password } = account
      const body = { email, password, twoFactorCode: account.twoFactorEnabled ? await codeFor(account) : undefined }
      return (await json<{ sessionId: string }>('POST', '/api/login', body)).sessionId
    },
    end,
    kill: () => stopProcess(child, 'SIGKILL'),
    remove,
    stop: async () => {
      const { refused } = await json<{ refused: Refused[] }>('GET', '/__local/rights')
      await end()
      await remove()
      failOnRefusals(refused)
    },
  }
}

/** Resolves to the address that the product prints when it runs; rejects when it ends first. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (text: string) => {
      output += text
      const url = /^Partnerview: (http.*)$/m.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => reject(new Error(`The runtime ended with ${code}:\n${output}`)))
  })
}

function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
