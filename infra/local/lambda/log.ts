import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A line of the log: a JSON object with the name of the function that it is about. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly function: string }

export interface FunctionLog {
  /**
   * Keeps a line of a function's output and returns it. A text that is no JSON object becomes the `message` of a line;
   * a line of metrics gets the message `metrics`.
   */
  add(functionName: string, text: string): LogLine
  /**
   * Returns the lines received at or after a moment (milliseconds since 1970). It suffices that one of the two clocks,
   * the functions' or the machine's, showed this moment or a later one.
   */
  since(moment: number): LogLine[]
  /** Calls `listener` with every new line. */
  onLine(listener: (line: LogLine) => void): void
  close(): void
}

interface LogOptions {
  readonly folder: string
  /** The functions' clock, milliseconds since 1970. */
  readonly now: () => number
  /** Number of lines kept in memory; 20,000 by default. */
  readonly keep?: number
  /** Size in bytes at which the file is rotated, 20 million by default; five old files are kept. */
  readonly rotateAt?: number
}

const ROTATED = 5

/**
 * Opens the log of all functions: the latest `keep` lines in memory, all in `functions.jsonl`, rotated at `rotateAt`
 * bytes. A line is on disk when `add` returns.
 */
export function openFunctionLog({ folder, now, keep = 20_000, rotateAt = 20_000_000 }: LogOptions): FunctionLog {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'functions.jsonl')
  const lines: { moments: readonly [number, number]; line: LogLine }[] = []
  const listeners: ((line: LogLine) => void)[] = []
  let file = openSync(path, 'a')
  let size = fstatSync(file).size

  function write(text: string): void {
    if (size > rotateAt) {
      closeSync(file)
      rotate(path)
      file = openSync(path, 'a')
      size = 0
    }
    size += writeSync(file, text)
  }

  return {
    add(functionName, text) {
      const line = lineOf(functionName, text, now())
      lines.push({ moments: [now(), Date.now()], line })
      if (lines.length > keep + keep / 10) lines.splice(0, lines.length - keep)
      write(`${JSON.stringify(line)}\n`)
      for (const listener of listeners) listener(line)
      return line
    },
    since: (moment) => lines.filter(({ moments }) => Math.max(...moments) >= moment).map(({ line }) => line),
    onLine: (listener) => void listeners.push(listener),
    close: () => closeSync(file),
  }
}

function lineOf(functionName: string, text: string, now: number): LogLine {
  const parsed = parse(text)
  const said = { level: 'INFO', timestamp: new Date(now).toISOString(), function: functionName }
  if (!parsed) return { ...said, message: text }
  return '_aws' in parsed ? { ...said, message: 'metrics', ...parsed } : { ...parsed, function: functionName }
}

function parse(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function rotate(path: string): void {
  rmSync(`${path}.${ROTATED}`, { force: true })
  for (let number = ROTATED - 1; number >= 1; number -= 1) {
    try {
      renameSync(`${path}.${number}`, `${path}.${number + 1}`)
    } catch {
      // There is no old file with this number yet.
    }
  }
  renameSync(path, `${path}.1`)
}
