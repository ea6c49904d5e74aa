/** `npm start`: the whole product on this machine, without AWS or Docker (architecture, local runtime). */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// Halves the time and a third of the memory of a later start. Imports follow it, so that their code is kept too.
const compiled = fileURLToPath(new URL('../../dist/compiled', import.meta.url))
enableCompileCache(compiled)
process.env['NODE_COMPILE_CACHE'] = compiled
const [{ partnerview }, { runProject }] = await Promise.all([import('./project.ts'), import('./run.ts')])

/** Returns the product: that of the manifest, or with `--from <folder>` that of templates. */
async function chooseProject() {
  const { values } = parseArgs({ options: { from: { type: 'string' }, dev: { type: 'boolean' } } })
  if (values.from === undefined) return partnerview
  const { readTemplateProject } = await import('./template-project.ts')
  return readTemplateProject(values.from)
}

try {
  await runProject(await chooseProject())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
