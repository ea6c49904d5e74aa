import { useSyncExternalStore } from 'react'
import { appointments } from '../../../../shared/api/appointments.ts'
import type { AppointmentChange } from '../../../../shared/appointments/schemas.ts'
import { UNDERWAY_DRAFT } from '../../../domains/my-day.ts'
import { CallError, messageOf } from '../../../lib/call-error.ts'
import { call } from '../../../lib/client.ts'
import { dropDraft, keepDraft, loadDraft } from '../../../lib/drafts.ts'
import { getSession } from '../../../lib/session.ts'

/** Something tapped about an appointment that the server may not have yet. Has no data of the customer. */
export interface Tap {
  /** Idempotency key, made once: however often the tap is sent, it happens once. */
  readonly key: string
  /** Id of the appointment. */
  readonly id: string
  /** Version of the appointment as it was shown. */
  readonly version: number
  /** Fields to change; null for the mail that the agent comes later. */
  readonly body: Pick<AppointmentChange, 'status' | 'arrivedAt'> | null
  /** Reason in Dutch why the server refused the tap; absent while it waits. */
  readonly error?: string
}

const userId = (): string => getSession().user?.id ?? ''

const listeners = new Set<() => void>()
let seen: { readonly text: string; readonly taps: readonly Tap[] } = { text: '[]', taps: [] }

/**
 * Returns the taps of the user that are on this device, oldest first. They are stored as a draft, so they go at logout
 * and when somebody else logs in.
 */
function readTaps(): readonly Tap[] {
  const text = JSON.stringify(loadDraft(userId(), UNDERWAY_DRAFT)?.values['taps'] ?? [])
  if (text !== seen.text) seen = { text, taps: JSON.parse(text) }
  return seen.taps
}

function writeTaps(taps: readonly Tap[]): void {
  if (taps.length === 0) dropDraft(userId(), UNDERWAY_DRAFT)
  else keepDraft(userId(), UNDERWAY_DRAFT, { at: Date.now(), version: null, values: { taps } })
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Returns the taps that are on this device, as React state. */
export const useTaps = (): readonly Tap[] => useSyncExternalStore(subscribe, readTaps)

type HoldUp = 'no answer' | 'fault' | null
let holdUp: HoldUp = null

/** Tells, as React state, why the last attempt to send a tap must be repeated; null when it need not be. */
export const useHoldUp = (): HoldUp => useSyncExternalStore(subscribe, () => holdUp)

function setHoldUp(reason: HoldUp): void {
  holdUp = reason
  notify()
}

/** Versions of appointments after a tap, which lists on screen may not have yet. */
const versions = new Map<string, number>()

/** Outcomes of the taps of this page, by key. */
const ends = new Map<string, PromiseWithResolvers<void>>()

/**
 * Keeps a tap on this device, and sends it with those that wait before it. Resolves once the server has it, maybe much
 * later; rejects when the server refuses it or the user throws it away.
 */
export function addTap({ id, version, body }: Pick<Tap, 'id' | 'version' | 'body'>): Promise<void> {
  const key = crypto.randomUUID()
  const known = Math.max(version, versions.get(id) ?? 0)
  const end = Promise.withResolvers<void>()
  // The screen shows a refusal itself, so most callers do not wait for the end.
  end.promise.catch(() => undefined)
  ends.set(key, end)
  if (readTaps().every(({ error }) => error !== undefined)) holdUp = null
  writeTaps([...readTaps(), { key, id, version: known, body }])
  void sendTaps()
  return end.promise
}

/** Sends a refused tap again, about the appointment as it is shown now. */
export function retryTap({ key }: Tap, version: number): void {
  writeTaps(readTaps().map((tap) => (tap.key === key ? { key, id: tap.id, version, body: tap.body } : tap)))
  void sendTaps()
}

/** Removes a tap from this device, and sends those that waited behind it. */
export function dropTap({ key }: Tap): void {
  writeTaps(readTaps().filter((tap) => tap.key !== key))
  ends.get(key)?.reject(new CallError(0, 'Niet verstuurd. Je gooide het weg.'))
  void sendTaps()
}

let sending: Promise<void> | null = null
let isAsked = false

/** Sends the taps that wait, one after the other, until one gets no answer; once more if asked for meanwhile. */
export function sendTaps(): Promise<void> {
  isAsked = true
  sending ??= sendAsAsked().finally(() => {
    sending = null
  })
  return sending
}

async function sendAsAsked(): Promise<void> {
  while (isAsked) {
    isAsked = false
    await sendAll()
  }
}

async function sendAll(): Promise<void> {
  for (;;) {
    const tap = readTaps().find(({ error }) => error === undefined)
    if (!tap) return setHoldUp(null)
    try {
      await send(tap)
      ends.get(tap.key)?.resolve()
    } catch (error) {
      if (isForLater(error)) return setHoldUp(error instanceof CallError && error.status > 0 ? 'fault' : 'no answer')
      const text = messageOf(error, 'Er is een fout opgetreden')
      writeTaps(readTaps().map((one) => (one.key === tap.key ? { ...one, error: text } : one)))
      ends.get(tap.key)?.reject(error)
    }
  }
}

async function send({ key, id, version, body }: Tap): Promise<void> {
  const options = { version, idempotencyKey: key }
  if (body === null) await call(appointments.mailDelay, { params: { id } }, options)
  else versions.set(id, (await call(appointments.update, { params: { id }, body }, options)).version)
  const now = versions.get(id) ?? version
  writeTaps(
    readTaps()
      .filter((tap) => tap.key !== key)
      // What was tapped after this one is about the version that this one made.
      .map((tap) => (body !== null && tap.id === id && tap.version === version ? { ...tap, version: now } : tap)),
  )
}

/** Tells whether a call may succeed later as it is: without an answer, without a session, or while the server is busy. */
export const isForLater = (error: unknown): boolean =>
  !(error instanceof CallError) || [0, 401, 408, 429].includes(error.status) || error.status >= 500

window.addEventListener('online', () => void sendTaps())
