import { serviceError } from '../stand-in/failure.ts'

/** Reads a stream of bytes piece by piece, and holds only the bytes in memory that it still needs. */
export interface Reader {
  /** Returns the next line without its CRLF, as UTF-8. Throws MalformedPOSTRequest above `limit` bytes. */
  line(limit: number): Promise<string>
  /** Yields the next `count` bytes. */
  take(count: number): AsyncGenerator<Buffer>
  /** Yields the bytes before the delimiter, and skips the delimiter. */
  until(delimiter: Buffer): AsyncGenerator<Buffer>
}

const CRLF = Buffer.from('\r\n')

/** Creates a reader of a byte stream; its methods throw IncompleteBody when the stream ends too early. */
export function createByteReader(source: AsyncIterable<Buffer>): Reader {
  const iterator = source[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const next = await iterator.next()
    if (next.done === true) throw serviceError('IncompleteBody', 'The request body terminated unexpectedly')
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value])
  }

  function advance(count: number): Buffer {
    const taken = buffer.subarray(0, count)
    buffer = buffer.subarray(count)
    return taken
  }

  return {
    async line(limit) {
      for (;;) {
        const end = buffer.indexOf(CRLF)
        if (end > limit || (end < 0 && buffer.length > limit))
          throw serviceError('MalformedPOSTRequest', 'A line of the body is too long')
        if (end >= 0)
          return advance(end + CRLF.length)
            .subarray(0, end)
            .toString()
        await more()
      }
    },
    async *take(count) {
      for (let left = count; left > 0; ) {
        if (buffer.length === 0) await more()
        const piece = advance(Math.min(left, buffer.length))
        left -= piece.length
        yield piece
      }
    },
    async *until(delimiter) {
      for (;;) {
        const end = buffer.indexOf(delimiter)
        if (end >= 0) {
          const piece = advance(end)
          advance(delimiter.length)
          if (piece.length > 0) yield piece
          return
        }
        const safe = buffer.length - delimiter.length + 1
        if (safe > 0) yield advance(safe)
        await more()
      }
    },
  }
}
