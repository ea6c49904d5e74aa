import type { SourceFile } from './sources.ts'

const MOST_LINES = 400

/** Returns a message for each file of more than 400 lines. */
export const findLongFiles = (files: readonly SourceFile[], most = MOST_LINES): string[] =>
  files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > most)
    .map(({ path, lines }) => `${path}: has ${lines} lines, at most ${most}; divide it by subject (docs/growing.md)`)
