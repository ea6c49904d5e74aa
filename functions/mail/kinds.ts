import type { Change } from '../platform/commit.ts'
import type { Mail } from '../platform/mail.ts'
import type { OutboxItem, OutboxRow } from '../platform/outbox.ts'

/**
 * The mails about a domain's records: what it takes to show, queue and send them again. An outbox item of the kind
 * `<entity>-<kind>` whose subject is the record asks for one mail to one recipient.
 */
export interface Mails<Entity extends string, Kind extends string, Row> {
  /** The kind of record, as outbox and audit name it. */
  readonly entity: Entity
  readonly kinds: readonly Kind[]
  /** How often a mail is offered to a provider that refuses it for now; no more than its event is delivered. */
  readonly attempts: number
  /** Whether the limits of rulings 28 hold for them. */
  readonly toCustomers: boolean
  /** The record as it is now, or null when it is gone. */
  readonly find: (id: string) => Promise<Row | null>
  /** The switch in the settings. */
  readonly isOn: (kind: Kind) => Promise<boolean>
  /** Why a mail is not to be sent, as a Dutch sentence for the record's page; null as long as it is true and has a reader. */
  readonly needless: (kind: Kind, item: MailItem, row: Row | null) => string | null
  /** What the item carries that takes an earlier one's place, about the record as it is now. */
  readonly again: (kind: Kind, row: Row, earlier: OutboxRow) => Pick<OutboxItem, 'sequence' | 'facts'>
}

/** What of an outbox item decides about its mail. */
export type MailItem = Pick<OutboxRow, 'subject' | 'sequence' | 'facts'>

/** What it takes to write and send them; apart, since only the outbox's function does. */
export interface Letters<Kind extends string, Row> {
  /** The mail, made when it is sent and only when `needless` has nothing against it. */
  readonly compose: (kind: Kind, item: MailItem, row: Row | null) => Mail | Promise<Mail>
  /** What is written at the record with the fact that it was sent; where it does not hold any more nothing is. */
  readonly marks: (kind: Kind, item: MailItem) => Change['write']
}

/** What tells a domain's mails from others. */
export type NamedMails<Kind extends string> = Pick<Mails<string, Kind, unknown>, 'entity' | 'kinds'>

/** Which of these mails an outbox item asks for, or null when it is other work. */
export const kindOf = <Kind extends string>(
  { entity, kinds }: NamedMails<Kind>,
  item: Pick<OutboxRow, 'kind'>,
): Kind | null => kinds.find((kind) => item.kind === `${entity}-${kind}`) ?? null

/** Why a mail is not to be sent, or null. */
export async function reasonAgainst<Kind extends string, Row>(
  mails: Mails<string, Kind, Row>,
  kind: Kind,
  item: MailItem,
  row: Row | null,
): Promise<string | null> {
  if (!(await mails.isOn(kind))) return 'Deze mails staan uit bij de instellingen.'
  return mails.needless(kind, item, row)
}
