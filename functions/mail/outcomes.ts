import { now } from '../../shared/time.ts'
import * as z from '../../shared/zod.ts'
import { asSystem } from '../platform/actor.ts'
import { readItemTag } from '../platform/aws/mail-tag.ts'
import { readFirstAuditedName } from '../platform/data/audit.ts'
import { type Change, commit, isWritten } from '../platform/data/commit.ts'
import { Outbox, type OutboxKind, type OutboxRow } from '../platform/data/outbox.ts'
import { getRows } from '../platform/data/rows.ts'

/** Event of the provider about a sent mail (SES, event publishing); other types are ignored. */
const ProviderEvent = z.object({
  detail: z.object({
    eventType: z.enum(['Bounce', 'Complaint', 'Delivery']),
    mail: z.object({ tags: z.record(z.string(), z.array(z.string())).default({}) }),
    bounce: z.object({ bounceType: z.string(), bounceSubType: z.string().default('') }).optional(),
  }),
})
type ProviderEvent = z.output<typeof ProviderEvent>['detail']

/** Functions that return the writes on a record when a mail about it was delivered or bounced. */
export interface OutcomeMarks {
  readonly delivered: (item: OutboxRow) => Change['write']
  readonly bounced: (item: OutboxRow) => Promise<Change['write']>
}

type Marks = Partial<Record<OutboxKind, OutcomeMarks>>

/**
 * Settles a mail by an event of the provider, whose JSON is `body`: a bounce, a delivery or a complaint; also the mails
 * that went in it. `marks` gives the writes on the mail's record, by kind of mail. Events may repeat and arrive in any
 * order; ignores mails of other senders. Throws when the mail is settled at the same moment, so that the event is
 * delivered again.
 */
export async function settleMailByEvent(body: string, marks: Marks): Promise<void> {
  const event = ProviderEvent.safeParse(JSON.parse(body))
  const id = event.success ? readItemTag(event.data.detail.mail.tags) : null
  if (!event.success || id === null) return
  const { data: item } = await Outbox.get({ id }).go({ consistent: true })
  if (!item) return
  const included = (await getRows(
    Outbox,
    (item.includes ?? []).map((one) => ({ id: one })),
  )) as OutboxRow[]
  // The mail itself comes last, so that an event that is delivered again finds what is still to be settled.
  const all = [...included.filter(({ sentIn }) => sentIn === id), item]
  for (const one of all) await settleByEvent(one, event.data.detail, marks)
}

/**
 * Settles one mail by an event: a bounce replaces `sent` and `unknown`, a delivery only `unknown`, and a complaint sets
 * `sent` with a remark.
 */
async function settleByEvent(item: OutboxRow, event: ProviderEvent, marks: Marks): Promise<void> {
  const { id } = item
  const outcome = outcomes[event.eventType]
  if (!outcome.from.includes(item.state)) return
  const { state } = outcome
  const error = outcome.error(event)
  const entity = item.kind.slice(0, item.kind.indexOf('-'))
  const kind = item.kind.slice(entity.length + 1)
  const ofRecord = new Map<string, OutcomeMarks>(Object.entries(marks)).get(item.kind)
  const atRecord = state === 'failed' ? await ofRecord?.bounced(item) : ofRecord?.delivered(item)
  const patch = Outbox.patch({ id }).set({ state, settledAt: now(), ...(error ? { error } : {}) })
  const settled = error ? patch.remove(['facts']) : patch.remove(['facts', 'error'])
  const name = await readFirstAuditedName(entity, item.subject)
  const write = (more: Change['write']) =>
    commit(asSystem('mail-events'), {
      action: `${entity}.${kind}`,
      entity: { type: entity, id: item.subject, name },
      after: { [kind]: state, ...(error ? { error } : {}) },
      write: [settled.where((row, { eq }) => eq(row.state, item.state)), ...more],
    })
  if (await isWritten(write(atRecord ?? []))) return
  // The item was settled meanwhile, or its record is deleted: the next delivery of the event decides on the new state.
  throw new Error(`The mail ${id} was settled at the same moment`)
}

interface Outcome {
  readonly state: 'sent' | 'failed'
  readonly from: readonly OutboxRow['state'][]
  readonly error: (event: ProviderEvent) => string | null
}

const outcomes: Record<ProviderEvent['eventType'], Outcome> = {
  Bounce: {
    state: 'failed',
    from: ['sending', 'unknown', 'sent'],
    error: ({ bounce }) => `De mail kwam terug: ${reasonOf(bounce)}.`,
  },
  Complaint: {
    state: 'sent',
    from: ['sending', 'unknown', 'sent'],
    error: () => 'De ontvanger heeft deze mail als ongewenst gemeld.',
  },
  Delivery: { state: 'sent', from: ['sending', 'unknown'], error: () => null },
}

/** Dutch reasons for a bounce, by SES's name of the bounce; each is the end of a sentence. */
const bounces: Readonly<Record<string, string>> = {
  NoEmail: 'dit adres bestaat niet',
  Suppressed: 'dit adres krijgt geen mail meer na een eerdere fout of klacht',
  OnAccountSuppressionList: 'dit adres krijgt geen mail meer na een eerdere fout of klacht',
  MailboxFull: 'de mailbox is vol',
  MessageTooLarge: 'de mail is te groot voor de ontvanger',
  ContentRejected: 'de ontvanger weigert de inhoud',
  AttachmentRejected: 'de ontvanger weigert de bijlagen',
}

function reasonOf(bounce: ProviderEvent['bounce']): string {
  const known = bounces[bounce?.bounceSubType ?? '']
  if (known) return known
  return bounce?.bounceType === 'Permanent'
    ? 'het adres neemt geen mail aan'
    : 'de ontvanger was langere tijd niet bereikbaar'
}
