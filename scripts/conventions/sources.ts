import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path/posix'

/** A source file with its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Folders of the code, separated by commas for use between the braces of a glob. */
const FOLDERS = 'bench,e2e,events,frontend,functions,infra,proofs,scripts,seed,shared,testing'

/** Returns all TypeScript files of the repository with their text. */
export const readSourceFiles = (): SourceFile[] =>
  globSync([`{${FOLDERS}}/**/*.{ts,tsx}`, '*.ts'])
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Returns all stylesheets of the repository with their text. */
export const readStyleFiles = (): SourceFile[] =>
  globSync(`{${FOLDERS}}/**/*.css`)
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Returns `path:line` of a position in a file. */
export const placeOf = ({ path, text }: SourceFile, position: number): string =>
  `${path}:${text.slice(0, position).split('\n').length}`

/** Tells whether a file is a test. */
export const isTest = ({ path }: SourceFile): boolean => /\.(test|e2e|type-test)\.tsx?$/.test(path)

/** Returns the paths of all files in the code's folders, styles and pictures included. */
export const listCodePaths = (): string[] =>
  globSync(`{${FOLDERS}}/**/*`, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
