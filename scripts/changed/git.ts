import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import type { SourceFile } from '../conventions/sources.ts'

const git = (args: readonly string[], input?: string): Buffer =>
  execFileSync('git', args, { input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] })
const lines = (...args: string[]): string[] => git(args).toString().split('\0').filter(Boolean)

/** Files that differ between two states, and functions that read each state; null where a file is absent. */
interface Difference {
  readonly files: readonly string[]
  readonly before: (path: string) => string | null
  readonly after: (path: string) => string | null
}

const textOrNull = (read: () => string | Buffer): string | null => {
  try {
    return read().toString()
  } catch {
    return null
  }
}
const textAt = (commit: string) => (path: string) => textOrNull(() => git(['show', `${commit}:./${path}`]))

/**
 * Returns the files that differ between a commit and the working tree, new files included, and functions that read
 * both states.
 */
export const findDifferenceSince = (commit: string): Difference => ({
  files: [
    ...lines('diff', '--name-only', '--no-renames', '--relative', '-z', commit),
    ...lines('ls-files', '--others', '--exclude-standard', '-z'),
  ],
  before: textAt(commit),
  after: (path) => textOrNull(() => readFileSync(path)),
})

/** Returns the files that a commit changed, with functions that read a file before and after the commit. */
export const differenceOf = (commit: string): Difference => ({
  files: lines('diff', '--name-only', '--no-renames', '--relative', '-z', `${commit}~1`, commit),
  before: textAt(`${commit}~1`),
  after: textAt(commit),
})

/** Returns the hashes of the latest `count` commits without merges, newest first. */
export const listLatestCommits = (count: number): string[] =>
  git(['log', '--no-merges', '--format=%h', `-${count}`])
    .toString()
    .split('\n')
    .filter(Boolean)

/** Returns the title of a commit. */
export const readCommitTitle = (commit: string): string => git(['log', '-1', '--format=%s', commit]).toString().trim()

/** Returns all TypeScript files as they were at a commit. */
export function readSourcesAt(commit: string): SourceFile[] {
  const paths = lines('ls-tree', '-r', '--name-only', '-z', commit).filter((path) => /\.tsx?$/.test(path))
  const replies = git(['cat-file', '--batch'], paths.map((path) => `${commit}:./${path}\n`).join(''))
  let at = 0
  return paths.map((path) => {
    const head = replies.indexOf('\n', at)
    const size = Number(replies.subarray(at, head).toString().split(' ')[2])
    at = head + 1 + size + 1
    return { path, text: replies.subarray(head + 1, head + 1 + size).toString() }
  })
}

/** Returns the code of a source that runs: without types, comments and layout. */
const whatRuns = (text: string, path: string): string =>
  transformSync(text, {
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'preserve',
    legalComments: 'none',
    minifyWhitespace: true,
  }).code

/**
 * Returns the changed files that behave differently. Leaves out TypeScript files of which only comments, types or
 * layout changed; every other file counts.
 */
export const findFilesWithChangedCode = ({ files, before, after }: Difference): string[] =>
  files.filter((path) => {
    if (!/\.tsx?$/.test(path)) return true
    const [old, now] = [before(path), after(path)]
    return old === null || now === null || isOther(old, now, path)
  })

function isOther(old: string, now: string, path: string): boolean {
  try {
    return whatRuns(old, path) !== whatRuns(now, path)
  } catch {
    // Text that does not compile counts as changed; the tests that need it then fail.
    return true
  }
}
