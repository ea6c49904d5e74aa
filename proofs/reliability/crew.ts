import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

export interface CrewRequest {
  readonly method: string
  readonly path: string
  readonly as: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export interface CrewReply {
  readonly status: number
  readonly body?: { id?: string; invoiceNumber?: string }
}

/** The function that a crew runs, by its file below `functions/`, and the API path of its records. */
export interface CrewWork {
  readonly handler: string
  readonly collection: string
}

/** A crew: processes that run a function and can be killed at any moment; a new one replaces each killed one. */
export interface Crew {
  /** Sends a request to a process; resolves to the reply, or to status 0 when the process died without a reply. */
  send(request: CrewRequest): Promise<CrewReply>
  /** Kills a process with SIGKILL, in the middle of its work, and starts another in its place. */
  kill(which: number): void
  /** Returns the number of processes killed so far. */
  killed(): number
  stop(): void
}

interface Member {
  readonly child: ChildProcess
  readonly waiting: Map<number, (reply: CrewReply) => void>
  ready: Promise<unknown>
}

const died: CrewReply = { status: 0 }
const script = fileURLToPath(new URL('crew-member.ts', import.meta.url))

/**
 * Starts a crew: `count` processes that run the function in `work` and that a test may kill. Resolves when all of them
 * answer.
 */
export async function startCrew(count: number, work: CrewWork): Promise<Crew> {
  const recruit = () => startMember(work.handler)
  const members = Array.from({ length: count }, recruit)
  await Promise.all(members.map(({ ready }) => ready))
  let number = 0
  let kills = 0

  return {
    async send(request) {
      number += 1
      const mine = number
      const place = mine % members.length
      const member = members[place] as Member
      await member.ready
      if (member.child.exitCode !== null || member.child.signalCode !== null) return died
      return new Promise((resolve) => {
        member.waiting.set(mine, resolve)
        member.child.send({ number: mine, event: eventOf(request, work, mine) }, (error) => {
          if (error) resolve(died)
        })
      })
    },
    kill(which) {
      const place = which % members.length
      kills += 1
      members[place]?.child.kill('SIGKILL')
      members[place] = recruit()
    },
    killed: () => kills,
    stop() {
      for (const { child } of members) child.kill('SIGKILL')
    },
  }
}

function startMember(handler: string): Member {
  const child = fork(script, [handler], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const waiting: Member['waiting'] = new Map()
  child.on('message', (message: { number?: number; reply?: APIGatewayProxyStructuredResultV2 }) => {
    if (message.number === undefined) return
    const { statusCode = 500, body } = message.reply ?? {}
    waiting.get(message.number)?.({ status: statusCode, ...(body ? { body: JSON.parse(body) } : {}) })
    waiting.delete(message.number)
  })
  child.on('exit', () => {
    for (const resolve of waiting.values()) resolve(died)
    waiting.clear()
  })
  return { child, waiting, ready: Promise.race([once(child, 'message'), once(child, 'exit')]) }
}

function eventOf(
  { method, path, as, body, headers }: CrewRequest,
  { collection }: CrewWork,
  number: number,
): APIGatewayProxyEventV2 {
  const id = path.slice(collection.length + 1)
  const routeKey = id ? `${method} ${collection}/{id}` : `${method} ${collection}`
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: { ...headers, host: 'localhost', sessionid: as, 'content-type': 'application/json' },
    pathParameters: id ? { id } : {},
    requestContext: {
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'proof' },
      requestId: `proof-${number}`,
    } as APIGatewayProxyEventV2['requestContext'],
    ...(body ? { body: JSON.stringify(body) } : {}),
    isBase64Encoded: false,
  }
}
