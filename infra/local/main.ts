/** `npm start`: the whole product on this machine, without AWS or Docker (architecture, local runtime). */
import { partnerview } from './project.ts'
import { runProject } from './run.ts'

await runProject(partnerview)
