import { DatabaseSync } from 'node:sqlite'

/**
 * Returns a function that forgets a stream's records up to a sequence number.
 *
 * dynoxide 1.2.1 keeps every record for ever and reads all of them at each write: at 10,000 records a write takes
 * eight times as long. The last record stays, as the next number is counted from it. What cannot be trimmed now
 * (a busy file, a later version's other layout) is left: it costs time, nothing else.
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
