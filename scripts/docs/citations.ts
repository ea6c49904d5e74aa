import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders of code and documents, without installed and built files. */
const folders = [
  ...['bench', 'docs', 'e2e', 'events', 'frontend', 'functions', 'infra', 'proofs', 'scripts', 'seed', 'shared'],
  'testing',
]

/** Files in the root that may hold citations. */
const files = ['ARCHITECTURE.md', 'README.md', 'import-rule.grit', 'playwright.config.ts', 'vitest.config.ts']

/**
 * Patterns of citations such as `rulings 6 and 7`, `spec §2, §4` or `design.md rules 3–5`. The key is put before each
 * number that such a citation names, as in `rulings 6` and `rulings 7`.
 */
const forms: Record<string, RegExp> = {
  'rulings ': /\brulings? (\d+[a-z]?(?:(?:, | and |–)\d+[a-z]?\b)*)/g,
  'spec ': /\bspec (§\d+(?:(?:, | and |–)§\d+)*)/g,
  'market ': /\bmarket(?:\.md)? (\d+[a-z]?(?:(?:, | and |–)\d+[a-z]?\b)*)/g,
  'design.md rule ': /\bdesign\.md rules? (\d+(?:(?:, | and |–)\d+)*)/g,
  'decision ': /\b[Dd]ecisions? (\d+(?:(?:, | and |–)\d+)*)/g,
}

/** Returns the numbers of a citation; `3–5` gives 3, 4 and 5. */
const numbersOf = (cited: string) =>
  cited.split(/, | and /).flatMap((part) => {
    const [first = '', last] = part.split('–')
    const from = Number(first.replace('§', ''))
    if (last === undefined) return [first]
    return Array.from({ length: Number(last.replace('§', '')) - from + 1 }, (_, index) =>
      first.replace(/\d+/, `${from + index}`),
    )
  })

/**
 * Returns the citations of rules and decisions in a text, such as `rulings 5`, each with one number. Line ends and
 * asterisks of comments do not matter.
 */
export function citationsOf(source: string): string[] {
  const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ')
  return Object.entries(forms).flatMap(([kind, form]) =>
    [...text.matchAll(form)].flatMap(([, numbers = '']) => numbersOf(numbers).map((number) => `${kind}${number}`)),
  )
}

/**
 * Finds citations of rules that docs/rules.md lacks, and of decisions that do not exist, by number or by file
 * (`decisions/…`). Returns each as `file: citation`.
 */
export async function findBrokenCitations(): Promise<string[]> {
  const rules = await readFile('docs/rules.md', 'utf8')
  const headings = [...rules.matchAll(/^##+ (spec §|market |design\.md rule )?(\d+[a-z]?)\b/gm)]
  const held = new Set(headings.map(([, kind = 'rulings ', number]) => `${kind}${number}`))
  for (const file of await readdir('docs/decisions')) {
    held.add(`decisions/${file.slice(0, 4)}`).add(`decision ${Number(file.slice(0, 4))}`)
  }
  const within = await Promise.all(
    folders.map(async (folder) => (await readdir(folder, { recursive: true })).map((file) => join(folder, file))),
  )
  const missing: string[] = []
  for (const file of [...files, ...within.flat().filter((name) => /\.(tsx?|md|css|js)$/.test(name))]) {
    const source = await readFile(file, 'utf8')
    const cited = [...citationsOf(source), ...(source.match(/\bdecisions\/\d{4}/g) ?? [])]
    for (const one of new Set(cited)) if (!held.has(one)) missing.push(`${file}: ${one}`)
  }
  return missing
}
