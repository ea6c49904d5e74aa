import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Journal, openJournal } from '../stand-in/journal.ts'

export interface QueueMessage {
  readonly id: string
  readonly body: string
  /** Milliseconds since 1970, by the functions' clock. */
  readonly sentAt: number
  /** Number of deliveries so far. */
  readonly attempts: number
  /** Reason why the message was given up; absent while the message is still to be delivered. */
  readonly error?: string
}

export interface DeadLetter {
  /** Moment at which the queue first got the message, in ISO 8601. */
  readonly receivedAt: string
  readonly attempts: number
  readonly error: string
  readonly body: string
}

export interface QueueState {
  readonly name: string
  readonly waiting: number
  readonly inFlight: number
  readonly deadLetters: readonly DeadLetter[]
}

export interface Queue {
  /** Stores a message, on disk when this returns, and delivers it as soon as possible. */
  send(body: string): void
  /** Stores a message that was given up elsewhere, as a dead letter. */
  bury(body: string, error: string, attempts: number): void
  /** Starts to deliver the given-up messages again; returns their number. */
  redrive(): number
  state(): QueueState
  /**
   * Waits for the running deliveries. Messages that are not done are delivered again at the next start, or given up
   * then when no attempt is left.
   */
  close(): Promise<void>
}

export interface QueueOptions {
  readonly name: string
  /** Folder with a file per queue. */
  readonly folder: string
  /** Number of deliveries after which a message is given up. */
  readonly attempts: number
  /** Maximum number of deliveries at the same time. */
  readonly concurrency: number
  /** Delivers a message; resolves to null, or to the reason why that failed. */
  readonly deliver: (message: QueueMessage) => Promise<string | null>
  /** Returns how many milliseconds to wait after this number of attempts. */
  readonly retryDelay: (attempt: number) => number
  /** The functions' clock, milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Opens a queue on disk that delivers each message at least once, in any order, with retries and dead letters. An
 * attempt counts before it starts, so a message that kills the process is given up in the end.
 */
export function openQueue(options: QueueOptions): Queue {
  const { name, attempts: limit, deliver } = options
  const messages: Journal<QueueMessage> = openJournal(join(options.folder, `${name}.log`))
  const due = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let closed = false

  const all = () => messages.keys().flatMap((id) => messages.get(id) ?? [])

  function store(message: QueueMessage): void {
    messages.set(message.id, message)
    if (message.error !== undefined) return
    due.add(message.id)
    dispatch()
  }

  function dispatch(): void {
    for (const id of due) {
      if (closed || running.size >= options.concurrency) return
      due.delete(id)
      const run = attempt(id).finally(() => {
        running.delete(id)
        dispatch()
      })
      running.set(id, run)
    }
  }

  async function attempt(id: string): Promise<void> {
    const found = messages.get(id)
    if (!found) return
    const message = { ...found, attempts: found.attempts + 1 }
    messages.set(id, message)
    const error = await deliver(message).catch((thrown) => String(thrown))
    if (error === null) messages.delete(id)
    else if (closed) return
    else if (message.attempts >= limit) messages.set(id, { ...message, error })
    else later(id, options.retryDelay(message.attempts))
  }

  function later(id: string, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      due.add(id)
      dispatch()
    }, ms)
    timers.add(timer)
  }

  const fresh = (body: string) => ({ id: randomUUID(), body, sentAt: options.now(), attempts: 0 })

  for (const message of all()) {
    if (message.error !== undefined) continue
    if (message.attempts < limit) due.add(message.id)
    else messages.set(message.id, { ...message, error: 'The process ended during its last attempt' })
  }
  dispatch()

  return {
    send: (body) => store(fresh(body)),
    bury: (body, error, attempts) => store({ ...fresh(body), error, attempts }),
    redrive() {
      const dead = all().filter((message) => message.error !== undefined)
      for (const { error: _, ...message } of dead) store({ ...message, attempts: 0 })
      return dead.length
    },
    state() {
      const found = all()
      const dead = found.filter((message) => message.error !== undefined)
      return {
        name,
        waiting: found.length - dead.length - running.size,
        inFlight: running.size,
        deadLetters: dead.map(deadLetter),
      }
    },
    async close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running.values())
      messages.close()
    },
  }
}

const deadLetter = ({ sentAt, attempts, error = '', body }: QueueMessage): DeadLetter => ({
  receivedAt: new Date(sentAt).toISOString(),
  attempts,
  error,
  body,
})
