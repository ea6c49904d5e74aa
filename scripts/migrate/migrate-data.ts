import { type Direction, migrate } from './migration.ts'
import { migrations } from './migrations.ts'

/* The program behind `npm run migrate`; needs the environment of a function with the table. */

const [name = '', direction = 'up'] = process.argv.slice(2)
const migration = migrations[name]
const isTerminal = process.stdout.isTTY

if (migration) {
  const { seen, changed } = await migrate(migration, direction as Direction, (progress) => {
    const line = `${name}: ${progress.seen} rows seen, ${progress.changed} changed, ${progress.left} to see again`
    process.stdout.write(isTerminal ? `\r${line}` : `${line}\n`)
  })
  console.log(`${isTerminal ? '\n' : ''}${name} ${direction}: ${changed} of ${seen} rows were changed in the last pass`)
} else {
  console.error(`There is no migration '${name}'; there are ${Object.keys(migrations).join(', ') || 'none'}`)
  process.exitCode = 1
}
