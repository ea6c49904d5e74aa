import { readFile, writeFile } from 'node:fs/promises'
import { buildAccessDocument } from './docs/access.ts'
import { buildApiDocument } from './docs/api.ts'
import { findBrokenCitations } from './docs/citations.ts'
import { buildDataDocument } from './docs/data.ts'
import { buildDecisionIndex, findDecisionFaults } from './docs/decisions.ts'
import { findOpenApiProblems } from './docs/lint-openapi.ts'
import { writeOpenApi } from './docs/openapi.ts'
import { buildScaleDocument } from './docs/scale.ts'

/**
 * Documents made from the code, by path. `--check` writes none. It fails when one is outdated, when a cited rule or
 * file of a decision does not exist, when a decision has faults, or when the OpenAPI document has.
 */
const documents: Record<string, () => Promise<string> | string> = {
  'docs/api.md': buildApiDocument,
  'docs/access.md': buildAccessDocument,
  'docs/data.md': buildDataDocument,
  'docs/scale.md': buildScaleDocument,
  'docs/decisions/README.md': buildDecisionIndex,
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
  for (const citation of await findBrokenCitations()) {
    console.error(`${citation} is not in docs/rules.md or docs/decisions`)
    process.exitCode = 1
  }
  for (const problem of await findOpenApiProblems(await writeOpenApi())) {
    console.error(`OpenAPI: ${problem}`)
    process.exitCode = 1
  }
  for (const fault of await findDecisionFaults()) {
    console.error(`docs/decisions/${fault}`)
    process.exitCode = 1
  }
}
