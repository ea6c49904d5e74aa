import type { EntityItem } from 'electrodb'
import {
  NOTIFICATION_DAYS,
  type NotificationChoice,
  type NotificationFacts,
  type NotificationKind,
  notificationDefaults,
  notificationKindNames,
} from '../../../shared/notifications.ts'
import { addSeconds, epochOf, type Instant } from '../../../shared/time.ts'
import type { Whole } from '../../../shared/whole.ts'
import { type OutboxItem, outboxRow } from './outbox.ts'
import { getRows } from './rows.ts'
import { defineEntity, gsi1, gsi2, must, number, type Operation, primary, text, tryWrite, ttlSeconds } from './table.ts'

declare module './outbox.ts' {
  interface WaitingKinds {
    'notification-mail': true
  }
}

/**
 * Notifications of a person, kept for 90 days. One row stands for all records that one request or run changed in the
 * same way.
 *
 * | Read                             | Index   | Key                       |
 * | one notification                 | primary | userId, id                |
 * | a person's, newest first         | gsi1    | userId · at, id           |
 * | a person's unread, newest first  | gsi2    | userId · unreadSince, id (sparse) |
 */
export const Notifications = defineEntity('notification', {
  attributes: {
    userId: must,
    id: must,
    kind: { type: notificationKindNames, required: true },
    /** Id of the record that the notification links to; of several records, the latest. */
    subject: must,
    /** Id of the person who caused the notification; absent when the application caused it. */
    by: text,
    /** Facts that the texts of the notification mention, such as a date; never data of a customer. */
    facts: { type: 'any', required: true },
    count: number,
    at: must,
    /** Moment since which it is unread; removed, with its index keys, once it was read. */
    unreadSince: text,
    expires: number,
  },
  indexes: {
    primary: primary('notification#${userId}', '${id}'),
    byTime: gsi1('notifications#${userId}', '${at}#${id}'),
    unread: gsi2('notifications#unread#${userId}', '${unreadSince}#${id}'),
  },
})
export type NotificationRow = Whole<EntityItem<typeof Notifications>>

/**
 * A person's choices by kind. A kind without a choice has the default of `shared/notifications.ts`.
 *
 * | Read              | Index   | Key |
 * | a person's choice | primary | id  |
 */
export const NotificationChoices = defineEntity('notificationsettings', {
  attributes: { id: must, version: number, choices: { type: 'any', required: true } },
  indexes: { primary: primary('notificationsettings#${id}', 'settings') },
})
export interface NotificationChoicesRow {
  readonly id: string
  readonly version: number
  readonly choices: Readonly<Partial<Record<NotificationKind, NotificationChoice>>>
}

/** Returns a person's choice for a kind of notification, or the default of that kind. */
export const choiceOf = (row: Pick<NotificationChoicesRow, 'choices'> | undefined, kind: NotificationKind) =>
  row?.choices[kind] ?? notificationDefaults[kind]

interface Concerns<K extends NotificationKind> {
  readonly kind: K
  /** Id of the person to notify. */
  readonly to: string
  /** Id of the record that the notification links to. */
  readonly subject: string
  readonly facts: NotificationFacts<K>
  /** Id of the person who made the change, when another actor commits it. */
  readonly by?: string
  /**
   * Notices with the same key are counted in one notification; by default the key of the request or run. Notices that
   * ask for something need a key of their own, by which `endOfNotice` finds them.
   */
  readonly together?: string
  /** Mail that the domain writes, sent in place of the general mail about a notification. */
  readonly mail?: OutboxItem
}

/** Kinds that ask for something, which one of the people notified does for all of them. */
export type AskingKind = Extract<NotificationKind, `${string}-${'asked' | 'asks' | 'waits'}`>

/** Notification to one person, written in the transaction of the change. Nobody is notified of their own change. */
export type Notice = {
  [K in NotificationKind]: Concerns<K> & (K extends AskingKind ? { readonly together: string } : unknown)
}[NotificationKind]

/** Returns the id of a notification among those of its reader. */
export const noticeId = (kind: NotificationKind, together: string): string => `${together}-${kind}`

/**
 * Returns the work that marks a notification as read for all its readers, once somebody did what it asks. `together` is
 * the key of its notices.
 */
export const endOfNotice = (kind: AskingKind, together: string): OutboxItem => ({
  kind: 'notification-end',
  subject: noticeId(kind, together),
  facts: { kind },
})

/** Context of the change that notifications belong to. */
interface Committing {
  readonly by: string
  /**
   * Key of the request or run. Its notices of one kind to one person become one notification. Absent for work without a
   * request.
   */
  readonly together?: string | undefined
  readonly at: Instant
}

/** Seconds that a mail about a notification waits, so that it covers all records of one request. */
export const MAIL_WAITS_SECONDS = 10

/**
 * Returns the writes that notify people of a change by somebody else: a row for each person and kind that is on. Where
 * a person chose mail for that kind, a mail is requested too, unless that mail was requested before.
 */
export async function noticeWrites(notices: readonly Notice[], by: Committing): Promise<Operation[]> {
  const wanted = await chosenNotices(notices, by)
  return wanted.flatMap(({ notice, count, choice }) => {
    const row = rowOf(notice, count, by)
    return [countedPut(row), ...(choice === 'mail' ? [mailRequest(mailOf(notice, row, by.at), row, by)] : [])]
  })
}

/**
 * Notifies people from work of the outbox, which may run twice: once for each person and `id`. A change notifies in its
 * own transaction.
 */
export async function notifyOnce(id: string, notices: readonly Notice[], by: Committing): Promise<void> {
  for (const { notice, count, choice } of await chosenNotices(notices, by)) {
    const row = { ...rowOf(notice, count, by), id }
    if (choice === 'mail')
      await tryWrite(() => outboxRow(mailOf(notice, row, by.at), row.by ?? by.by, by.at, by.together).go())
    await tryWrite(() => Notifications.create(row).go())
  }
}

/**
 * Returns the notices to write, one for each person and kind, with the person's choice. Leaves out people who made the
 * change themselves, and kinds that are off.
 */
async function chosenNotices(notices: readonly Notice[], { by }: Committing) {
  const others = notices.filter((notice) => notice.to !== (notice.by ?? by))
  if (others.length === 0) return []
  const ids = [...new Set(others.map(({ to }) => to))]
  const rows = (await getRows(
    NotificationChoices,
    ids.map((id) => ({ id })),
  )) as NotificationChoicesRow[]
  const chosen = new Map(rows.map((row) => [row.id, row]))
  return [...Map.groupBy(others, ({ kind, to }) => `${kind}#${to}`).values()].flatMap((alike) => {
    const notice = alike.at(-1) as Notice
    const choice = choiceOf(chosen.get(notice.to), notice.kind)
    return choice === 'off' ? [] : [{ notice, count: alike.length, choice }]
  })
}

function rowOf(
  { kind, to, subject, facts, by, together: own }: Notice,
  count: number,
  committing: Committing,
): NotificationRow {
  const { at, together = `${at}-${subject}` } = committing
  const who = by ?? committing.by
  return {
    ...{ userId: to, id: noticeId(kind, own ?? together), kind, subject, facts, count, at, unreadSince: at },
    by: who.startsWith('system:') ? undefined : who,
    expires: ttlSeconds(epochOf(addSeconds(at, NOTIFICATION_DAYS * 86_400))),
  }
}

/** Returns the mail about a notification, one for all records that its row counts. */
const mailOf = ({ mail }: Notice, { userId, id }: NotificationRow, at: Instant): OutboxItem =>
  mail ?? {
    kind: 'notification-mail',
    subject: `${userId}/${id}`,
    id: `${userId}-${id}`,
    notBefore: addSeconds(at, MAIL_WAITS_SECONDS),
  }

interface Put {
  readonly TableName: string
  readonly Item: Readonly<Record<string, unknown>>
}

/** Returns the write of a notification row. It replaces an earlier row with the same id, and adds up both counts. */
function countedPut(row: NotificationRow): Operation {
  const { TableName, Item } = Notifications.put(row).params<Put>()
  const { pk, sk, count, ...rest } = Item
  return update({ TableName, Key: { pk, sk } }, rest, (name, value) => `${name} = ${value}`, { count })
}

/** Returns the write that requests a mail unless it was requested before. */
function mailRequest(item: OutboxItem, { by }: NotificationRow, committing: Committing): Operation {
  const put = outboxRow(item, by ?? committing.by, committing.at, committing.together)
  if (item.id === undefined) return put
  const { TableName, Item } = put.params<Put>()
  const { pk, sk, ...rest } = Item
  return update({ TableName, Key: { pk, sk } }, rest, (name, value) => `${name} = if_not_exists(${name}, ${value})`)
}

/** Returns the update of a row outside its entity: `write` sets each of `values`, and `added` are added to numbers. */
function update(
  where: { readonly TableName: string; readonly Key: object },
  values: Readonly<Record<string, unknown>>,
  write: (name: string, value: string) => string,
  added: Readonly<Record<string, unknown>> = {},
): Operation {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  const sums = Object.entries(added)
  const parts = [
    `SET ${set.map((_, index) => write(`#n${index}`, `:v${index}`)).join(', ')}`,
    ...(sums.length > 0 ? [`ADD ${sums.map((_, index) => `#a${index} :a${index}`).join(', ')}`] : []),
  ]
  const params = {
    ...where,
    UpdateExpression: parts.join(' '),
    ExpressionAttributeNames: Object.fromEntries([
      ...set.map(([name], index) => [`#n${index}`, name]),
      ...sums.map(([name], index) => [`#a${index}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries([
      ...set.map(([, value], index) => [`:v${index}`, value]),
      ...sums.map(([, value], index) => [`:a${index}`, value]),
    ]),
  }
  return { params: () => params }
}

/** Returns the write of the unread state of a notification. */
function stateWrite(key: Pick<NotificationRow, 'userId' | 'id'>, values: object, expressions: object): Operation {
  const { TableName, Key } = Notifications.get(key).params<{ readonly TableName: string; readonly Key: object }>()
  const params = { TableName, Key, ...expressions, ExpressionAttributeValues: values }
  return { params: () => params }
}

/**
 * Returns the write that marks a notification as read. It fails unless there is one that became unread by a moment.
 */
export const readWrite = (key: Pick<NotificationRow, 'userId' | 'id'>, until: Instant): Operation =>
  stateWrite(
    key,
    { ':until': until },
    { UpdateExpression: 'REMOVE unreadSince, gsi2pk, gsi2sk', ConditionExpression: 'unreadSince <= :until' },
  )

/**
 * Returns the write that marks a notification as unread since a moment. It fails when the notification no longer
 * exists.
 */
export function unreadWrite(row: NotificationRow, unreadSince: Instant): Operation {
  const { gsi2pk, gsi2sk } = Notifications.put({ ...row, unreadSince }).params<Put>().Item
  return stateWrite(
    row,
    { ':since': unreadSince, ':pk': gsi2pk, ':sk': gsi2sk },
    {
      UpdateExpression: 'SET unreadSince = :since, gsi2pk = :pk, gsi2sk = :sk',
      ConditionExpression: 'attribute_exists(pk)',
    },
  )
}
