import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTextSync, replaceFileSync } from './files.ts'

export interface Journal<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  keys(): string[]
  close(): void
}

type Line<Value> = { key: string; value?: Value }

const COMPACT_AFTER = 2000

/**
 * Opens a map in memory whose changes are logged to a file before each call returns. Rewrites the log at opening and
 * when most of it is outdated. Throws when a line cannot be read, except a last one torn by a kill.
 */
export function openJournal<Value>(path: string): Journal<Value> {
  mkdirSync(dirname(path), { recursive: true })
  const entries = readEntries<Value>(path)
  let lines = 0
  let file = rewrite()

  function rewrite(): number {
    const texts = [...entries].map(([key, value]) => `${JSON.stringify({ key, value })}\n`)
    replaceFileSync(path, texts.join(''))
    lines = entries.size
    return openSync(path, 'a')
  }

  function append(line: Line<Value>): void {
    if (lines > COMPACT_AFTER && lines > 4 * entries.size) {
      const old = file
      file = rewrite()
      closeSync(old)
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    lines += 1
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      append({ key, value })
      entries.set(key, value)
    },
    delete(key) {
      append({ key })
      entries.delete(key)
    },
    keys: () => [...entries.keys()],
    close: () => closeSync(file),
  }
}

function readEntries<Value>(path: string): Map<string, Value> {
  const entries = new Map<string, Value>()
  const texts = (readTextSync(path) ?? '').split('\n')
  for (const [index, text] of texts.entries()) {
    if (text === '') continue
    const line = parseLine<Value>(text)
    if (line === null) {
      if (index === texts.length - 1) break
      throw new Error(`${path} is damaged at line ${index + 1}`)
    }
    if (line.value === undefined) entries.delete(line.key)
    else entries.set(line.key, line.value)
  }
  return entries
}

function parseLine<Value>(text: string): Line<Value> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
