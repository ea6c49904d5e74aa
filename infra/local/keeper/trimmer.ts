import { DatabaseSync } from 'node:sqlite'

/**
 * Adds an index to the stream in dynoxide's database `file`. Dynoxide 1.2.1 looks for the stream's last record at each
 * write and has no index for it, so 10,000 waiting records make writes ten times slower. A failure is only reported.
 */
export function indexStream(file: string): void {
  report('The stream has no index', () => {
    const database = new DatabaseSync(file, { timeout: 1000 })
    try {
      // The expression is the one of dynoxide's queries, or SQLite would not use the index.
      database.exec(
        `CREATE INDEX IF NOT EXISTS stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
      )
    } finally {
      database.close()
    }
  })
}

/**
 * Returns a function that deletes the oldest records of a stream, up to a sequence number, from dynoxide's database
 * `file`. The last record stays, as the next sequence number follows from it. A failed deletion is only reported.
 */
export function openTrimmer(file: string): (sequence: string) => void {
  let database: DatabaseSync | null = null
  return (sequence) =>
    report('The stream was not trimmed', () => {
      database ??= new DatabaseSync(file, { timeout: 1000 })
      database
        .prepare(
          `DELETE FROM _stream_records
            WHERE table_name IN (SELECT table_name FROM _tables)
              AND CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)
              AND id < (SELECT MAX(id) FROM _stream_records)`,
        )
        .run(sequence)
    })
}

function report(failure: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    process.stderr.write(`${failure}: ${error}\n`)
  }
}
