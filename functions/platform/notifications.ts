import type { EntityItem } from 'electrodb'
import {
  NOTIFICATION_DAYS,
  type NotificationChoice,
  type NotificationFacts,
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from '../../shared/notifications.ts'
import { addSeconds, epochOf, type Instant } from '../../shared/time.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Operation } from './commit.ts'
import { type OutboxItem, outboxRow } from './outbox.ts'
import { getRows } from './rows.ts'
import { accepted, Entity, key, model, must, number, store, text, ttl } from './table.ts'

declare module './outbox.ts' {
  interface OutboxKinds {
    'notification-mail': 'may-wait'
  }
}

/**
 * What concerns a person, kept for 90 days. What one request or run does to several of their records is one row, which
 * counts them.
 *
 * | Read                             | Index   | Key                       |
 * | one notification                 | primary | userId, id                |
 * | a person's, newest first         | gsi1    | userId · at, id           |
 * | a person's unread, newest first  | gsi2    | userId · unreadSince, id (sparse) |
 */
export const Notifications = new Entity(
  {
    model: model('notification'),
    attributes: {
      userId: must,
      id: must,
      kind: { type: notificationKindNames, required: true },
      /** The record that it leads to; the latest of several. */
      subject: must,
      /** Who did it, unless that was the product. */
      by: text,
      /** What its words tell besides; nothing that was typed about a customer. */
      facts: { type: 'any', required: true },
      count: number,
      at: must,
      /** Since when it is unread; absent, with its place in the index, once it was read by itself. */
      unreadSince: text,
      expires: number,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['userId'], template: 'notification#${userId}' },
        sk: { ...key.primary.sk, composite: ['id'], template: '${id}' },
      },
      byTime: {
        index: 'gsi1',
        pk: { ...key.gsi1.pk, composite: ['userId'], template: 'notifications#${userId}' },
        sk: { ...key.gsi1.sk, composite: ['at', 'id'], template: '${at}#${id}' },
      },
      unread: {
        index: 'gsi2',
        pk: { ...key.gsi2.pk, composite: ['userId'], template: 'notifications#unread#${userId}' },
        sk: { ...key.gsi2.sk, composite: ['unreadSince', 'id'], template: '${unreadSince}#${id}' },
      },
    },
  },
  store,
)
export type NotificationRow = Whole<EntityItem<typeof Notifications>>

/**
 * How a person wants to hear of each kind; kinds without a choice are as `shared/notifications.ts` says.
 *
 * | Read              | Index   | Key |
 * | a person's choice | primary | id  |
 */
export const NotificationChoices = new Entity(
  {
    model: model('notificationsettings'),
    attributes: { id: must, version: number, choices: { type: 'any', required: true } },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'notificationsettings#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'settings' },
      },
    },
  },
  store,
)
export interface NotificationChoicesRow {
  readonly id: string
  readonly version: number
  readonly choices: Readonly<Partial<Record<NotificationKind, NotificationChoice>>>
}

/** Returns how somebody wants to hear of a kind. */
export const choiceOf = (row: Pick<NotificationChoicesRow, 'choices'> | undefined, kind: NotificationKind) =>
  row?.choices[kind] ?? notificationKinds[kind].initial

interface Concerns<K extends NotificationKind> {
  readonly kind: K
  /** Whom it concerns. */
  readonly to: string
  /** The record that it leads to. */
  readonly subject: string
  readonly facts: NotificationFacts<K>
  /** Who did it, where that is somebody else than who commits it. */
  readonly by?: string
  /** What it is told of as one with, in place of what was done by the same request. */
  readonly together?: string
  /** The mail that tells of it in place of the general one, where a domain has its own. */
  readonly mail?: OutboxItem
}

/** Something that concerns a person, to be told with the change that it is about. Nobody is told of what they did. */
export type Notice = { [K in NotificationKind]: Concerns<K> }[NotificationKind]

/** Who commits a change, and what its notifications have in common. */
interface Committing {
  readonly by: string
  /** What several changes belong to, which are told of as one; absent where each stands alone. */
  readonly together?: string | undefined
  readonly at: Instant
}

/** For how long a mail waits, so that what one run does to several records is in it. */
const MAIL_WAITS_SECONDS = 10

/**
 * Returns the writes that tell people of a change, as each of them chose: a row for each person and kind, and a mail where
 * somebody wants one at once. Reads the choices of those people.
 */
export async function noticeWrites(notices: readonly Notice[], by: Committing): Promise<Operation[]> {
  const wanted = await wantedOf(notices, by)
  return wanted.flatMap(({ notice, count, choice }) => {
    const row = rowOf(notice, count, by)
    return [counted(row), ...(choice === 'mail' ? [asked(mailOf(notice, row, by.at), row, by)] : [])]
  })
}

/**
 * Tells people of something after it happened, each once however often this is done: `id` follows from what happened. For
 * work of the outbox; a change tells in its own transaction.
 */
export async function tellOnce(id: string, notices: readonly Notice[], by: Committing): Promise<void> {
  for (const { notice, count, choice } of await wantedOf(notices, by)) {
    const row = { ...rowOf(notice, count, by), id }
    if (choice === 'mail') await accepted(() => outboxRow(mailOf(notice, row, by.at), row.by ?? by.by, by.at).go())
    await accepted(() => Notifications.create(row).go())
  }
}

/** Returns who is told of what, each person of a kind once, with their choice; without those who turned it off. */
async function wantedOf(notices: readonly Notice[], { by }: Committing) {
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
    ...{ userId: to, id: `${own ?? together}-${kind}`, kind, subject, facts, count, at, unreadSince: at },
    by: who.startsWith('system:') ? undefined : who,
    expires: ttl(epochOf(addSeconds(at, NOTIFICATION_DAYS * 86_400))),
  }
}

/** Returns the mail that tells of a notification at once; one for all that its row counts. */
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

/** Returns the write of a row that takes the place of an earlier one of its id, and counts what that counted too. */
function counted(row: NotificationRow): Operation {
  const { TableName, Item } = Notifications.put(row).params<Put>()
  const { pk, sk, count, ...rest } = Item
  return update({ TableName, Key: { pk, sk } }, rest, (name, value) => `${name} = ${value}`, { count })
}

/** Returns the write that asks for a mail unless it was asked for before. */
function asked(item: OutboxItem, { by }: NotificationRow, committing: Committing): Operation {
  const put = outboxRow(item, by ?? committing.by, committing.at)
  if (item.id === undefined) return put
  const { TableName, Item } = put.params<Put>()
  const { pk, sk, ...rest } = Item
  return update({ TableName, Key: { pk, sk } }, rest, (name, value) => `${name} = if_not_exists(${name}, ${value})`)
}

function update(
  where: { readonly TableName: string; readonly Key: object },
  values: Readonly<Record<string, unknown>>,
  write: (name: string, value: string) => string,
  added: Readonly<Record<string, unknown>> = {},
): Operation {
  const told = Object.entries(values).filter(([, value]) => value !== undefined)
  const sums = Object.entries(added)
  const parts = [
    `SET ${told.map((_, index) => write(`#n${index}`, `:v${index}`)).join(', ')}`,
    ...(sums.length > 0 ? [`ADD ${sums.map((_, index) => `#a${index} :a${index}`).join(', ')}`] : []),
  ]
  const params = {
    ...where,
    UpdateExpression: parts.join(' '),
    ExpressionAttributeNames: Object.fromEntries([
      ...told.map(([name], index) => [`#n${index}`, name]),
      ...sums.map(([name], index) => [`#a${index}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries([
      ...told.map(([, value], index) => [`:v${index}`, value]),
      ...sums.map(([, value], index) => [`:a${index}`, value]),
    ]),
  }
  return { params: () => params }
}

/** Returns the write that marks a notification as read or as unread from a moment on; refused when it is gone. */
export function marked(row: NotificationRow, unreadSince: Instant | undefined): Operation {
  const { TableName, Item } = Notifications.put({ ...row, unreadSince: unreadSince ?? row.at }).params<Put>()
  const { pk, sk, gsi2pk, gsi2sk } = Item
  const isRead = unreadSince === undefined
  const params = {
    TableName,
    Key: { pk, sk },
    UpdateExpression: isRead
      ? 'REMOVE unreadSince, gsi2pk, gsi2sk'
      : 'SET unreadSince = :since, gsi2pk = :pk, gsi2sk = :sk',
    ConditionExpression: 'attribute_exists(pk)',
    ...(isRead ? {} : { ExpressionAttributeValues: { ':since': unreadSince, ':pk': gsi2pk, ':sk': gsi2sk } }),
  }
  return { params: () => params }
}
