import type { Mail } from '../platform/aws/mail.ts'
import type { Change } from '../platform/data/commit.ts'
import type { OutboxItem, OutboxRow } from '../platform/data/outbox.ts'

/**
 * Definition of the mails about a domain's records, to show, queue and resend them. An outbox item of the kind
 * `<entity>-<kind>`, with the record as its subject, requests one mail to one recipient.
 */
export interface Mails<Entity extends string, Kind extends string, Row> {
  /** Kind of record, as outbox and audit name it. */
  readonly entity: Entity
  readonly kinds: readonly Kind[]
  /**
   * Maximum number of attempts when the provider refuses a mail temporarily. It is at most the number of times that its
   * event is delivered.
   */
  readonly attempts: number
  /** Set when the limits on mails to customers apply (rulings 28). */
  readonly toCustomers: boolean
  /** Returns the current record, or null when it is deleted. */
  readonly find: (id: string) => Promise<Row | null>
  /** Tells whether the settings switch these mails on. */
  readonly isOn: (kind: Kind) => Promise<boolean>
  /** Returns why a mail need not be sent, as a Dutch sentence for the record's page; null when it is to be sent. */
  readonly needless: (kind: Kind, item: MailItem, row: Row | null) => string | null
  /** Returns the content of the item that resends an earlier mail, about the current record. */
  readonly again: (kind: Kind, row: Row, earlier: OutboxRow) => Pick<OutboxItem, 'sequence' | 'facts'>
}

/** Mail, with the other waiting mails whose content it has too, so that nothing is sent twice. */
export type Composed = Mail & {
  /** Mails that claiming this one settles, as nothing is left of them. */
  readonly covers?: Covers
  /** Mails of its group that go in this one, and end as it does. */
  readonly includes?: readonly Included[]
}

/** Mail whose content is in another, with the name of its record. */
export interface Included {
  readonly item: OutboxRow
  readonly name: string | undefined
}

interface Covers {
  /** Waiting items of the same kind, each with the name of its record; at least one. */
  readonly items: readonly Included[]
  /** Dutch reason why these send no mail of their own. */
  readonly reason: string
  /** Facts of the item from now on, as a later attempt must have the same content. */
  readonly facts: object
}

/** Fields of an outbox item that determine its mail. */
export type MailItem = Pick<OutboxRow, 'subject' | 'sequence' | 'facts'>

/**
 * Texts of a domain's mails, and the writes after sending. `Mails` does not contain them, as only the function of the
 * outbox uses them.
 */
export interface Letters<Kind extends string, Row> {
  /**
   * Writes the mail when it is sent, and only when `needless` returns null. Returns a Dutch reason where other records
   * show that it is not needed.
   */
  readonly compose: (kind: Kind, item: OutboxRow, row: Row | null) => Composed | Promise<Composed | string>
  /** Returns the writes that mark the record after sending; left out when their conditions no longer hold. */
  readonly marks: (kind: Kind, item: MailItem) => Change['write']
}

/** Names of a kind of record and of its mails. */
export type NamedMails<Kind extends string> = Pick<Mails<string, Kind, unknown>, 'entity' | 'kinds'>

/** Returns the kind of mail that an outbox item requests; null when it requests other work. */
export const kindOf = <Kind extends string>(
  { entity, kinds }: NamedMails<Kind>,
  item: Pick<OutboxRow, 'kind'>,
): Kind | null => kinds.find((kind) => item.kind === `${entity}-${kind}`) ?? null

/** Returns in Dutch why a mail must not be sent now (switched off, or not needed); null when it may be sent. */
export async function reasonAgainst<Kind extends string, Row>(
  mails: Mails<string, Kind, Row>,
  kind: Kind,
  item: MailItem,
  row: Row | null,
): Promise<string | null> {
  if (!(await mails.isOn(kind))) return 'Deze mails staan uit bij de instellingen.'
  return mails.needless(kind, item, row)
}
