/** `npm start`: the whole product on this machine, without AWS or Docker (architecture, local runtime). */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the time and a third of the memory of a later start. Imports follow it, so that their code is kept too.
const compiled = fileURLToPath(new URL('../../dist/compiled', import.meta.url))
enableCompileCache(compiled)
process.env['NODE_COMPILE_CACHE'] = compiled
const [{ partnerview }, { runProject }] = await Promise.all([import('./project.ts'), import('./run.ts')])

await runProject(partnerview)
