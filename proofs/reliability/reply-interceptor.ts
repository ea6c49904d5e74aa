import { createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a service; it can withhold a reply of the service. */
export interface ReplyInterceptor {
  readonly url: string
  /**
   * Withholds the reply to the next call that `isMeant` accepts, and runs `work` when that reply has arrived. The
   * service did the call, but the caller gets no reply.
   */
  onAnswer(work: () => void, isMeant?: (headers: IncomingHttpHeaders) => boolean): void
  close(): Promise<void>
}

/**
 * Starts a proxy in front of a service. The proxy can withhold a reply: the service did the call, but the caller never
 * learns that.
 */
export async function startReplyInterceptor(target: string): Promise<ReplyInterceptor> {
  let instead: { work: () => void; isMeant: (headers: IncomingHttpHeaders) => boolean } | null = null
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const onward = send(
      target,
      { method: request.method ?? 'POST', path: request.url ?? '/', headers: request.headers },
      (reply) => {
        if (!instead?.isMeant(request.headers)) {
          response.writeHead(reply.statusCode ?? 500, reply.headers)
          reply.pipe(response)
          return
        }
        const { work } = instead
        instead = null
        reply.resume().once('end', work)
      },
    )
    onward.on('error', () => response.destroy())
    onward.end(Buffer.concat(chunks))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onAnswer: (work, isMeant = () => true) => {
      instead = { work, isMeant }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
