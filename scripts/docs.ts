import { readFile, writeFile } from 'node:fs/promises'
import { accessDocument } from './docs/access.ts'
import { apiDocument, openApi } from './docs/api.ts'
import { findMissingRules } from './docs/citations.ts'
import { dataDocument } from './docs/data.ts'
import { decisionFaults, decisionIndex } from './docs/decisions.ts'

/**
 * Documents made from the code, by path. `--check` writes none. It fails when one is outdated, when a cited rule or
 * file of a decision does not exist, or when a decision has faults.
 */
const documents: Record<string, () => Promise<string> | string> = {
  'docs/api.md': apiDocument,
  'docs/openapi.json': async () => `${JSON.stringify(await openApi(), null, 2)}\n`,
  'docs/access.md': accessDocument,
  'docs/data.md': dataDocument,
  'docs/decisions/README.md': decisionIndex,
}

const check = process.argv.includes('--check')
for (const [path, make] of Object.entries(documents)) {
  const text = await make()
  if (!check) {
    await writeFile(path, text)
    continue
  }
  const stored = await readFile(path, 'utf8').catch(() => '')
  if (stored !== text) {
    console.error(`${path} is not what the code says; run npm run docs`)
    process.exitCode = 1
  }
}
if (check) {
  for (const citation of await findMissingRules()) {
    console.error(`${citation} is not in docs/rules.md or docs/decisions`)
    process.exitCode = 1
  }
  for (const fault of await decisionFaults()) {
    console.error(`docs/decisions/${fault}`)
    process.exitCode = 1
  }
}
