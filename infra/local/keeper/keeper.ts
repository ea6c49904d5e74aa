import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { killNow } from './kill.ts'

/**
 * The keeper: a process beside the runtime that ends the database and other children when the runtime dies
 * (keeper/process.ts).
 */
export interface Keeper {
  readonly pid: number
  /** Starts the database dynoxide and waits until it listens. Throws dynoxide's message when it ends instead. */
  serve(dynoxide: DynoxideOptions): Promise<void>
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
 * Starts the keeper, a process that ends the other processes when the runtime dies. Its command line shows the data
 * folder, so that a list of processes tells whose keeper it is.
 */
export function startKeeper(folder: string): Keeper {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000)
  })
  child.once('error', (error) => {
    errors += error.message
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const order = (text: string) => void child.stdin.write(`${text}\n`)
  const replies = createInterface({ input: child.stdout })
  let closing = false
  let dynoxidePid = 0
  child.stdin.on('error', () => undefined)
  void ended.then(() => {
    if (!closing && dynoxidePid) killNow(dynoxidePid)
  })
  return {
    pid: child.pid ?? 0,
    async serve(dynoxide) {
      order(`serve ${JSON.stringify(dynoxide)}`)
      const [word, rest = ''] = await new Promise<string[]>((resolve, reject) => {
        replies.once('line', (line) => resolve(line.split(/ (.*)/)))
        void ended.then(() => reject(new Error(errors.trim() || `The keeper ended (status ${child.exitCode})`)))
      })
      if (word !== 'ready') throw new Error(rest)
      dynoxidePid = Number(rest)
    },
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
