import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the code and its documents are; what was installed or built is not ours. */
const folders = [
  ...['bench', 'docs', 'e2e', 'events', 'frontend', 'functions', 'infra', 'proofs', 'scripts', 'seed', 'shared'],
  'testing',
]

/** How a rule is cited, as `rulings 6 and 7`, `spec §2, §4` or `design.md rule 3`, by what is put before each number. */
const forms: Record<string, RegExp> = {
  'rulings ': /\brulings? (\d+[a-z]?(?:(?:, | and )\d+[a-z]?\b)*)/g,
  'spec ': /\bspec (§\d+(?:(?:, | and )§\d+)*)/g,
  'design.md rule ': /\bdesign\.md rules? (\d+(?:(?:, | and )\d+)*)/g,
}

/** The citations of a text, each with one number; a comment's line ends and asterisks do not break them. */
export function citationsOf(source: string): string[] {
  const text = source.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ')
  return Object.entries(forms).flatMap(([kind, form]) =>
    [...text.matchAll(form)].flatMap(([, numbers = '']) =>
      numbers.split(/, | and /).map((number) => `${kind}${number}`),
    ),
  )
}

/** What is cited somewhere and not held by docs/rules.md or docs/decisions, as `file: citation`. */
export async function missingRules(): Promise<string[]> {
  const rules = await readFile('docs/rules.md', 'utf8')
  const headings = [...rules.matchAll(/^##+ (spec §|design\.md rule )?(\d+[a-z]?)\b/gm)]
  const held = new Set(headings.map(([, kind = 'rulings ', number]) => `${kind}${number}`))
  const decisions = new Set((await readdir('docs/decisions')).map((file) => `decisions/${file.slice(0, 4)}`))
  const missing: string[] = []
  for (const folder of folders) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!/\.(tsx?|md|css|js)$/.test(file)) continue
      const source = await readFile(join(folder, file), 'utf8')
      const cited = [...citationsOf(source), ...(source.match(/\bdecisions\/\d{4}/g) ?? [])]
      for (const one of new Set(cited)) {
        if (!held.has(one) && !decisions.has(one)) missing.push(`${join(folder, file)}: ${one}`)
      }
    }
  }
  return missing
}
