import { DatabaseSync } from 'node:sqlite'

/**
 * Returns a function that deletes a stream's records up to a sequence number, to keep writes fast. dynoxide 1.2.1 keeps
 * all records and reads them at each write, which makes writes eight times slower at 10,000 records. The last record
 * stays, as the next sequence number follows from it; a failed deletion is left to the next call.
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
