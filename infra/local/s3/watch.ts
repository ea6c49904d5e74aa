import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { hasCode } from '../stand-in/files.ts'

export interface Watching {
  /** Folders to watch, with everything below them. */
  readonly folders: readonly string[]
  /** A file has to stay the same this long, in milliseconds, before it counts as complete. */
  readonly settleMs: number
  /**
   * Called for every file at the start, and after each change once the file no longer changes; not for hidden or
   * temporary files.
   */
  readonly onSettled: (path: string) => Promise<void>
}

type Seen = { readonly size: bigint; readonly mtimeNs: bigint } | null

/**
 * Watches folders for files that people copy, move or save there, except hidden and temporary ones. Calls `onSettled`
 * for each file that stayed the same for `settleMs` milliseconds. Returns a function that stops watching.
 */
export function watchFolders({ folders, settleMs, onSettled }: Watching): () => Promise<void> {
  const watchers = new Map<string, FSWatcher>()
  const unsettled = new Map<string, Seen>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let work: Promise<unknown> = Promise.resolve()

  // Tasks run one after another, so that the reports of the file system about a path stay in order.
  const enqueue = (task: () => Promise<void>) => {
    work = work.then(() => (stopped ? undefined : task())).catch((error) => process.emitWarning(error))
  }

  function leave(path: string): void {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(folder)
    }
  }

  // Starts watching before listing the folder, so that no new file is missed.
  async function enter(folder: string): Promise<void> {
    leave(folder)
    const watcher = watch(folder, (change, name) =>
      enqueue(() => (name === null ? enter(folder) : look(join(folder, name), change === 'rename'))),
    )
    watcher.on('error', () => leave(folder))
    watchers.set(folder, watcher)
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) await look(join(folder, entry.name), true)
      else if (entry.isFile()) suspect(join(folder, entry.name))
    }
  }

  // A moved folder is read anew, since its name may now stand for another folder.
  async function look(path: string, moved: boolean): Promise<void> {
    if (isScratch(basename(path))) return
    try {
      const state = await lstat(path)
      if (state.isFile()) suspect(path)
      else if (state.isDirectory() && (moved || !watchers.has(path))) await enter(path)
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
      leave(path)
    }
  }

  function suspect(path: string): void {
    if (isScratch(basename(path))) return
    unsettled.set(path, null)
    timer ??= setTimeout(tick, settleMs)
  }

  function tick(): void {
    for (const [path, before] of unsettled) enqueue(() => compare(path, before))
    enqueue(async () => {
      timer = unsettled.size > 0 ? setTimeout(tick, settleMs) : null
    })
  }

  async function compare(path: string, before: Seen): Promise<void> {
    const { size, mtimeNs } = (await lstat(path, { bigint: true }).catch(() => null)) ?? {}
    if (size === undefined || mtimeNs === undefined) unsettled.delete(path)
    else if (before?.size !== size || before.mtimeNs !== mtimeNs) unsettled.set(path, { size, mtimeNs })
    else {
      unsettled.delete(path)
      await onSettled(path)
    }
  }

  for (const folder of folders) enqueue(() => enter(folder))
  return async () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    await work
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
}

/** Tells whether a file or folder is hidden, such as `.git`, or a temporary file of an editor, such as `list.csv~`. */
const isScratch = (name: string) => name.startsWith('.') || name.endsWith('~')
