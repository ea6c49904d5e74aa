import { connect, type Socket } from 'node:net'

/** Sizes in bytes in which dynoxide's allocator hands out memory, from the smallest that it takes page by page. */
const SIZES = [
  ...[192, 240, 288, 320, 400, 496, 576, 672, 800, 1008, 1152, 1344, 1632, 2032, 2336, 2720],
  ...[3264, 4080, 4672, 5440, 6544, 8176, 9344, 10_912],
]
/** Sizes of maps and their fields, of which one call takes hundreds. */
const OF_MAPS = [672, 1152]
/** Bytes of each size that a header leaves to the allocator and its own library. */
const UNUSED = 20
/** Number of pieces of each size to free again: 3 and 45 in each round. A request has at most 100 headers. */
const ROUNDS = 48

/**
 * Makes dynoxide on a port answer in a third of the processor time. Its allocator gives all memory back to the system
 * after each call and takes it again page by page, some 40 µs each on a virtual machine; but it keeps a block in which
 * one piece is in use. So this leaves pieces in use between freed ones: a request that never ends holds the names of its
 * headers, each in a piece of its own. Abort `signal` before dynoxide stops, as it awaits these requests.
 */
export async function holdMemory(port: number, signal: AbortSignal): Promise<void> {
  const freed: Socket[] = []
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    for (const [sizes, times] of [[SIZES, 3] as const, [OF_MAPS, 45] as const]) {
      // A request that stays does not keep this process alive.
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
