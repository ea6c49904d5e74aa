import type { TestProject } from 'vitest/node'
import { startDatabase } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the DynamoDB that the files of a run share. */
    database: string
  }
}

/**
 * Starts the one database that all test files of a run share, each with a table of its own. Vitest calls this before a
 * run, and the returned function after it.
 */
export default async function startSharedDatabase(project: TestProject) {
  const database = await startDatabase()
  database.onCrash((message) => console.error(`\n${message} Whatever fails from here on fails for that.\n`))
  project.provide('database', database.url)
  return database.stop
}
