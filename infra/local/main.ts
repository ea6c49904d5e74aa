/** `npm start`: the whole product on this machine, without AWS or Docker (architecture, local runtime). */
import { partnerview } from './project.ts'
import { run } from './run.ts'

await run(partnerview)
