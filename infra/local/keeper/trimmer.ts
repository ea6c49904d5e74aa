import { DatabaseSync } from 'node:sqlite'

/**
 * Returns a function that deletes the oldest records of a stream, up to a sequence number, from dynoxide's database
 * `file`. Dynoxide 1.2.1 reads all records at each write, so 10,000 records make writes eight times slower. The last
 * record stays, as the next sequence number follows from it. A failed deletion is only reported.
 */
export function openTrimmer(file: string): (sequence: string) => void {
  let database: DatabaseSync | null = null
  return (sequence) => {
    try {
      database ??= new DatabaseSync(file, { timeout: 1000 })
      database
        .prepare(
          `DELETE FROM _stream_records
            WHERE CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)
              AND id < (SELECT MAX(id) FROM _stream_records)`,
        )
        .run(sequence)
    } catch (error) {
      process.stderr.write(`The stream was not trimmed: ${error}\n`)
    }
  }
}
