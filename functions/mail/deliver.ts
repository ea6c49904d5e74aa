import { setTimeout as pause } from 'node:timers/promises'
import { epochOf, type Instant, now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { type MailOutcome, sendMail } from '../platform/aws/mail.ts'
import { nameIn } from '../platform/data/audit.ts'
import { type Change, commit, commitAll, isWritten } from '../platform/data/commit.ts'
import { Outbox, type OutboxRow } from '../platform/data/outbox.ts'
import { tryWrite } from '../platform/data/table.ts'
import { log } from '../platform/log.ts'
import { claimIncluded, readIncluded } from './groups.ts'
import { type Composed, kindOf, type Letters, type Mails, reasonAgainst } from './kinds.ts'
import { applyMailLimits } from './limits.ts'
import { reasonOf, waitsForSes } from './reasons.ts'

/**
 * Maximum milliseconds that a mail waits before it is sent, also when `notBefore` of its item is later. The other mails
 * of its batch wait with it.
 */
const MAX_WAIT_MS = 15_000

const NO_ANSWER = 'De mailserver gaf geen antwoord. Misschien is de mail wel aangekomen.'

type Settled = 'sent' | 'skipped' | 'held' | 'failed' | 'unknown'

/** One mail to send: its outbox item, and what the audit row of its result names. */
interface Delivery {
  readonly item: OutboxRow
  /** Kind of the record that the mail is about. */
  readonly entity: string
  /** Name of that record. */
  readonly name: string | undefined
  /** Kind of mail. */
  readonly kind: string
  /** Maximum number of attempts. */
  readonly attempts: number
  /** Returns the writes that mark the record once the mail is sent. */
  readonly marks: () => ReturnType<Letters<string, unknown>['marks']>
  /** The mails that go in this one. */
  readonly included: readonly Delivery[]
}

/**
 * Returns the outbox workers that send a domain's mails, by kind of outbox item; each mail is sent at most once. A
 * worker throws when the provider refuses for now, so that the event is delivered again.
 */
export function deliveryOf<Entity extends string, Kind extends string, Row>(
  mails: Mails<Entity, Kind, Row>,
  letters: Letters<Kind, Row>,
) {
  const { entity, attempts } = mails
  const deliveryFor = (kind: Kind, item: OutboxRow, name: string | undefined): Delivery => ({
    ...{ item, entity, name, kind, attempts, marks: () => letters.marks(kind, item), included: [] },
  })

  // Everything is read before the item is claimed. Only the delivery that claims it calls the provider. After a crash
  // in that call, the next delivery finds the claim and records `unknown`, and does not send again.
  const deliver = async (item: OutboxRow): Promise<void> => {
    const kind = kindOf(mails, item)
    if (!kind || (item.state !== 'waiting' && item.state !== 'sending')) return
    // Its delivery follows from that of the mail in which it goes.
    if (item.sentIn !== undefined) return
    if (item.state === 'waiting') await waitUntilDue(item)
    const row = await mails.find(item.subject)
    const before = await Promise.all(
      (item.includes ? await readIncluded(item) : []).map(async (one) =>
        deliveryFor(kind, one, nameIn(await mails.find(one.subject))),
      ),
    )
    const delivery = { ...deliveryFor(kind, item, nameIn(row)), included: before }
    if (item.state === 'sending') return settle(delivery, 'unknown', NO_ANSWER)
    const against = await reasonAgainst(mails, kind, item, row)
    if (against) return settle(delivery, 'skipped', against)
    const composed = await letters.compose(kind, item, row)
    if (typeof composed === 'string') return settle(delivery, 'skipped', composed)
    const { covers, includes, ...mail } = composed
    const held = mails.toCustomers ? await applyMailLimits(item, mail.to) : null
    if (held) return settle(delivery, 'held', held)
    const attempt = (item.attempts ?? 0) + 1
    const whole = { ...delivery, included: (includes ?? []).map((one) => deliveryFor(kind, one.item, one.name)) }
    if (await claim(whole, attempt, composed)) return conclude(whole, attempt, await sendMail(mail, item.id))
    // What the mail has of others may have been claimed or settled meanwhile; then it is composed again without that.
    const { data: again } = await Outbox.get({ id: item.id }).go({ consistent: true })
    if (again?.state === 'waiting') await deliver(again)
  }
  return Object.fromEntries(mails.kinds.map((kind) => [`${mails.entity}-${kind}`, deliver])) as Record<
    `${Entity}-${Kind}`,
    typeof deliver
  >
}

/** Waits until an item may be sent, at most the maximum wait. */
export async function waitUntilDue({ notBefore }: OutboxRow): Promise<void> {
  const left = notBefore ? epochOf(notBefore as Instant) - epochOf(now()) : 0
  await pause(Math.min(Math.max(0, left), MAX_WAIT_MS))
}

/**
 * Claims a waiting item for an attempt with the items that its mail includes, and settles the waiting items that its
 * mail covers, all in one transaction. Returns false when another delivery has claimed or settled one of them.
 */
function claim(delivery: Delivery, attempts: number, { covers, includes }: Composed): Promise<boolean> {
  const { item, included } = delivery
  const claimedAt = now()
  const facts = covers ? { facts: covers.facts } : {}
  const claimed = Outbox.patch({ id: item.id })
    .set({
      ...{ state: 'sending', attempts, claimedAt, ...facts },
      ...(includes ? { includes: includes.map((one) => one.item.id) } : {}),
    })
    .where(({ state }, { eq }) => eq(state, 'waiting'))
  if (included.length > 0) {
    const others = included.map((one) => claimIncluded(one.item, item.id, claimedAt))
    const change = changeOf(delivery, 'sending', undefined, [claimed, ...others])
    return isWritten(commit(asSystem('outbox'), change))
  }
  if (!covers) return tryWrite(() => claimed.go())
  const changes = covers.items.map((one, place) =>
    changeOf({ ...delivery, ...one }, 'skipped', covers.reason, [
      settledItem(one.item, 'skipped', covers.reason, settledFrom.skipped),
      ...(place === 0 ? [claimed] : []),
    ]),
  )
  return isWritten(commitAll(asSystem('outbox'), changes))
}

/** Settles an item by the provider's answer. Throws when a refusal is temporary and attempts remain. */
async function conclude(delivery: Delivery, attempt: number, outcome: MailOutcome): Promise<void> {
  if (outcome.kind === 'sent') return settle(delivery, 'sent')
  log.warn('mail not sent', { outboxId: delivery.item.id, outcome: outcome.kind, reason: outcome.reason })
  if (outcome.kind === 'unknown') return settle(delivery, 'unknown', NO_ANSWER)
  if (outcome.kind === 'notYet') {
    return settle(delivery, 'held', waitsForSes(outcome.reason), settledFrom.failed)
  }
  const reason = reasonOf(outcome.reason)
  if (outcome.final) return settle(delivery, 'failed', `De mailserver weigerde deze mail: ${reason}.`)
  if (attempt >= delivery.attempts) {
    return settle(delivery, 'failed', `Na ${attempt} pogingen niet verstuurd: ${reason}.`)
  }
  if (await backToWaiting(delivery.item, reason)) throw new Error(`The mail provider refused: ${outcome.reason}`)
  // A repeated event meanwhile recorded this attempt as lost (`unknown`), which the refusal now replaces.
  return settle(delivery, 'failed', `De mailserver weigerde deze mail: ${reason}.`)
}

/** Sets an item back to waiting after a refusal; returns false when it is no longer being sent. */
const backToWaiting = ({ id }: OutboxRow, reason: string) =>
  tryWrite(() =>
    Outbox.patch({ id })
      .set({ state: 'waiting', error: `Nog niet verstuurd: ${reason}.` })
      .where(({ state }, { eq }) => eq(state, 'sending'))
      .go(),
  )

/** For each result, the states that it may replace. `sent` and `failed` may replace an earlier `unknown`. */
const settledFrom: Record<Settled, readonly OutboxRow['state'][]> = {
  sent: ['sending', 'unknown'],
  failed: ['sending', 'unknown'],
  unknown: ['sending'],
  skipped: ['waiting'],
  held: ['waiting'],
}

/**
 * Records the result of a mail, and marks its record when it was sent; first of the mails that go in it, as a crash in
 * between leaves it to be settled again. An earlier result is only replaced where `from` has it.
 */
async function settle(delivery: Delivery, state: Settled, error?: string, from = settledFrom[state]): Promise<void> {
  for (const one of delivery.included) await settle(one, state, error, [...from, 'sending'])
  const write = (marks: ReturnType<Delivery['marks']>) =>
    commit(
      asSystem('outbox'),
      changeOf(delivery, state, error, [settledItem(delivery.item, state, error, from), ...marks]),
    )
  // The record may be deleted or changed by now: then only the mail is settled.
  if (state === 'sent' && (await isWritten(write(delivery.marks())))) return
  await isWritten(write([]))
}

/** Returns the change of an outbox item's state by these writes, with its audit row. */
const changeOf = (
  { item, entity, name, kind }: Pick<Delivery, 'item' | 'entity' | 'name' | 'kind'>,
  state: OutboxRow['state'],
  error: string | undefined,
  write: Change['write'],
): Change => ({
  action: `${entity}.${kind}`,
  entity: { type: entity, id: item.subject, name },
  after: { [kind]: state, ...(error ? { error } : {}) },
  write,
})

/** Returns the write that settles an outbox item, on condition that its present state is one of `from`. */
function settledItem(
  { id }: OutboxRow,
  state: Settled,
  error: string | undefined,
  from: readonly OutboxRow['state'][],
) {
  const patch = Outbox.patch({ id }).set({ state, settledAt: now(), ...(error ? { error } : {}) })
  const done = error ? patch.remove(['facts']) : patch.remove(['facts', 'error'])
  return done.where((row, { eq }) => from.map((one) => eq(row.state, one)).join(' OR '))
}
