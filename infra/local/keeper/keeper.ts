import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/**
 * The keeper: a process beside the runtime that ends the database and other children when the runtime dies
 * (keeper/process.ts).
 */
export interface Keeper {
  readonly pid: number
  /** Adds a process that must end when the runtime dies. */
  guard(pid: number): void
  /** Takes a process that ended by itself off the list of guarded processes. */
  release(pid: number): void
  /** Deletes the stream's records up to this sequence number, except the last record of all. */
  trim(sequence: string): void
  /** Calls `listener` when the keeper or dynoxide ends unexpectedly. */
  onCrash(listener: (message: string) => void): void
  /** Ends the keeper, dynoxide and every guarded process. Resolves when the keeper and dynoxide are gone. */
  close(): Promise<void>
}

export interface DynoxideOptions {
  readonly binary: string
  readonly port: number
  readonly file: string
}

const program = fileURLToPath(new URL('./process.ts', import.meta.url))

/**
 * Starts the keeper, a process that ends the other processes when the runtime dies. Also starts the database dynoxide,
 * unless `dynoxide` is null, and waits until it listens. Throws the error output when the keeper ends instead.
 */
export async function startKeeper(dynoxide: DynoxideOptions | null): Promise<Keeper> {
  const options = dynoxide ? [dynoxide.binary, String(dynoxide.port), dynoxide.file] : []
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const order = (text: string) => void child.stdin.write(`${text}\n`)
  let closing = false
  child.stdin.on('error', () => undefined)

  const dynoxidePid = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line.split(' ')[1] ?? 0)))
    child.once('error', reject)
    void ended.then(() => reject(new Error(errors.trim() || `The keeper ended (status ${child.exitCode})`)))
  })
  void ended.then(() => {
    if (!closing && dynoxidePid) end(dynoxidePid)
  })
  return {
    pid: child.pid ?? 0,
    guard: (pid) => order(`guard ${pid}`),
    release: (pid) => order(`release ${pid}`),
    trim: (sequence) => order(`trim ${sequence}`),
    onCrash(listener) {
      void ended.then(() => {
        if (!closing) listener(`The database ended (status ${child.exitCode ?? child.signalCode}). ${errors.trim()}`)
      })
    },
    async close() {
      closing = true
      child.stdin.end()
      await ended
    },
  }
}

/** Ends a process whose keeper was killed. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
