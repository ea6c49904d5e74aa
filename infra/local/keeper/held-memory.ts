import { connect, type Socket } from 'node:net'

/** Pieces of memory to leave free between pieces in use. */
interface Pieces {
  /** Sizes in bytes in which dynoxide's allocator hands out memory, page by page. */
  readonly sizes: readonly number[]
  /** Number of pieces of each size in a request, which has at most a hundred headers. */
  readonly times: number
  readonly requests: number
}

const pieces: readonly Pieces[] = [
  // Maps of items and their fields, of which one call takes hundreds.
  { sizes: [400, 672, 1152], times: 30, requests: 64 },
  { sizes: [192, 240, 288, 320, 496, 576, 800, 1008, 1344, 1632, 2032, 2336], times: 6, requests: 32 },
  { sizes: [2720, 3264, 4080, 4672, 5440, 6544, 8176, 9344, 10_912], times: 3, requests: 16 },
]
/** Bytes of each size that a header's name leaves to the allocator and the name's own library. */
const UNUSED = 20

/**
 * Makes dynoxide on a port answer in a third of the processor time. Its allocator gives all memory back to the system
 * after each call and takes it again page by page, some 40 µs each on a virtual machine; but it keeps a block in which
 * one piece is in use. So this leaves pieces in use between freed ones: a request that never ends holds the names of its
 * headers, each in a piece of its own. Abort `signal` before dynoxide stops, as it awaits these requests.
 */
export async function holdMemory(port: number, signal: AbortSignal): Promise<void> {
  const freed: Socket[] = []
  for (const { sizes, times, requests } of pieces) {
    for (let at = 0; at < requests && !signal.aborted; at++) {
      // The request that stays does not keep this process alive.
      void (await holdPieces(port, sizes, 1, signal)).unref()
      freed.push(await holdPieces(port, sizes, times, signal))
    }
  }
  for (const socket of freed) socket.destroy()
}

/** Begins a request that holds pieces of these sizes; resolves once it holds them, or when the database ends. */
function holdPieces(port: number, sizes: readonly number[], times: number, signal: AbortSignal): Promise<Socket> {
  const names = sizes.flatMap((size) => Array.from({ length: times }, (_, at) => `x${at}-`.padEnd(size - UNUSED, 'x')))
  const head = ['POST / HTTP/1.1', 'host: 127.0.0.1', 'expect: 100-continue', 'content-length: 1']
  const socket = connect({ port, host: '127.0.0.1', signal })
  return new Promise((resolve) => {
    for (const event of ['data', 'error', 'close'] as const) socket.on(event, () => resolve(socket))
    socket.write([...head, ...names.map((name) => `${name}: 1`), '', ''].join('\r\n'))
  })
}
