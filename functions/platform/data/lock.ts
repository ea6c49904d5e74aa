import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { epochOf, now } from '../../../shared/time.ts'
import { defineEntity, must, number, primary, tryWrite, ttlSeconds } from './table.ts'

const MINUTE_MS = 60_000

/** Milliseconds between two attempts to take a lock that is not free. */
const LOOK_MS = 250

/**
 * Locks for work that only one holder may do at a time.
 *
 * | Read     | Index   | Key  |
 * | one lock | primary | name |
 */
const Locks = defineEntity('lock', {
  attributes: {
    name: must,
    holder: must,
    until: number,
    /** Last moment at which another holder waited for this lock. */
    wantedAt: { type: 'number' },
    expires: number,
  },
  indexes: { primary: primary('lock#${name}', 'lock') },
})

export interface Lock {
  /**
   * Extends the lock by another lease when a third of it has passed. Throws when it was released, or another holder
   * took it.
   */
  renew(): Promise<void>
  release(): Promise<void>
  /**
   * Releases the lock. When another holder is waiting, also pauses, so that the other one gets the lock before this one
   * can take it again.
   */
  pass(): Promise<void>
}

/**
 * Takes a lock for `leaseMs`, a minute by default; a crashed holder blocks others no longer than that. Returns null
 * while another holder has it.
 */
export async function takeLock(name: string, leaseMs = MINUTE_MS): Promise<Lock | null> {
  const holder: string = randomUUID()
  let until = await acquire(name, holder, leaseMs)
  if (!until) return null
  let isReleased = false
  const releaseLock = () => {
    isReleased = true
    return deleteLock(name, holder)
  }
  return {
    renew: async () => {
      if (!isReleased && until && epochOf(now()) < until - (leaseMs * 2) / 3) return
      until = isReleased ? null : await extendLock(name, holder, leaseMs)
      if (!until) throw new Error(`The lock ${name} was lost`)
    },
    release: async () => {
      await releaseLock()
    },
    pass: async () => {
      const wantedAt = await releaseLock()
      if (wantedAt !== undefined && epochOf(now()) - wantedAt <= 2 * LOOK_MS) await pause(2 * LOOK_MS)
    },
  }
}

/**
 * Takes a lock as soon as it is free and calls `onWait` before each further attempt. Returns null when it is not free
 * within `patienceMs`.
 */
export async function waitForLock(
  name: string,
  patienceMs: number,
  onWait?: () => Promise<void>,
): Promise<Lock | null> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const lock = await takeLock(name)
    if (lock || waited >= patienceMs) return lock
    await tryWrite(() =>
      Locks.patch({ name })
        .set({ wantedAt: epochOf(now()) })
        .go(),
    )
    await onWait?.()
    await pause(LOOK_MS)
  }
}

/**
 * Deletes a lock if this holder still has it. Returns when another holder last waited for it, in milliseconds since
 * 1970.
 */
async function deleteLock(name: string, holder: string): Promise<number | undefined> {
  let wantedAt: number | undefined
  await tryWrite(async () => {
    const { data } = await Locks.delete({ name })
      .where((attribute, { eq }) => eq(attribute.holder, holder))
      .go({ response: 'all_old' })
    wantedAt = data?.wantedAt
  })
  return wantedAt
}

/**
 * Writes a lock for a holder if it is free; returns its end in milliseconds since 1970, or null while another has it.
 */
async function acquire(name: string, holder: string, leaseMs: number): Promise<number | null> {
  const at = epochOf(now())
  const until = at + leaseMs
  const isTaken = await tryWrite(() =>
    Locks.put({ name, holder, until, expires: ttlSeconds(until) })
      .where(
        (attribute, { eq, lte, notExists }) =>
          `${notExists(attribute.name)} OR ${eq(attribute.holder, holder)} OR ${lte(attribute.until, at)}`,
      )
      .go(),
  )
  return isTaken ? until : null
}

/** Extends a lock by another lease; returns null when this holder no longer has it. */
async function extendLock(name: string, holder: string, leaseMs: number): Promise<number | null> {
  const until = epochOf(now()) + leaseMs
  const isRenewed = await tryWrite(() =>
    Locks.patch({ name })
      .set({ until, expires: ttlSeconds(until) })
      .where((attribute, { eq }) => eq(attribute.holder, holder))
      .go(),
  )
  return isRenewed ? until : null
}
