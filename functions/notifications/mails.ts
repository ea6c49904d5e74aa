import type { Letters, MailItem, Mails } from '../mail/kinds.ts'
import { composeLetter, greetUser, type Line, line, withAddress } from '../mail/letter.ts'
import { type NotificationRow, Notifications } from '../platform/data/notifications.ts'
import { readSetting } from '../platform/env.ts'
import { actorOf, findUser, type User } from '../platform/identity/user.ts'
import { findReadingState } from './entity.ts'
import { isUnread, maySee, readUnread, viewsOf } from './reading.ts'

const APP_URL = readSetting('APP_URL')

/** Maximum number of notifications in a daily mail. */
export const MOST_NAMED = 30

interface Facts {
  /** Ids of the notifications in the mail, newest first. */
  readonly ids: readonly string[]
}

const idsOf = ({ facts }: MailItem) => (facts as Facts).ids

/** Content of a mail about notifications: the reader, and their unread notifications. */
interface Matter {
  /** Subject of the mail's outbox item. */
  readonly id: string
  readonly reader: User
  readonly rows: readonly NotificationRow[]
}

const NO_READER = 'Deze gebruiker is niet meer actief.'
const READ = 'Deze meldingen zijn al gelezen.'
const common = { entity: 'notification', attempts: 5, toCustomers: false, isOn: async () => true } as const

/** Mail about one notification, sent at once. Its subject in the outbox is `<user>/<notification>`. */
export const notificationMails: Mails<'notification', 'mail', Matter> = {
  ...common,
  kinds: ['mail'],
  find: async (subject) => {
    const [userId = '', id = ''] = partsOf(subject)
    const [reader, { data }, { readUntil }] = await Promise.all([
      findUser(userId),
      Notifications.get({ userId, id }).go({ consistent: true }),
      findReadingState(userId),
    ])
    const row = data as NotificationRow | null
    const isShown = reader && row && isUnread(row, readUntil) && maySee(actorOf(reader), row)
    return reader && { id: subject, reader, rows: isShown ? [row] : [] }
  },
  needless: (_kind, _item, matter) => whyNot(matter, matter?.rows ?? []),
  again: () => ({}),
}

/** Splits a subject into the ids of the user and the notification. */
const partsOf = (subject: string) => {
  const at = subject.indexOf('/')
  return [subject.slice(0, at), subject.slice(at + 1)]
}

/** Daily mail about unread notifications. Its subject in the outbox is the reader. */
export const dailyMails: Mails<'notification', 'daily', Matter> = {
  ...common,
  kinds: ['daily'],
  find: async (id) => {
    const reader = await findUser(id)
    const { readUntil } = await findReadingState(id)
    return reader && { id, reader, rows: await readUnread(actorOf(reader), readUntil) }
  },
  needless: (_kind, item, matter) => whyNot(matter, namedOf(item, matter)),
  again: (_kind, _matter, { facts }) => ({ facts }),
}

/** Returns the unread notifications that an outbox item names. */
const namedOf = (item: MailItem, matter: Matter | null) =>
  matter?.rows.filter(({ id }) => idsOf(item).includes(id)) ?? []

/** Returns in Dutch why no mail is needed: the reader is not active, or has read everything; else null. */
function whyNot(matter: Matter | null, rows: readonly NotificationRow[]): string | null {
  if (!matter?.reader.isActive) return NO_READER
  return rows.length === 0 ? READ : null
}

/** Returns the mail with notifications, and one link to the app. */
async function letterTo({ reader }: Matter, rows: readonly NotificationRow[], subject: Line | null) {
  const views = await viewsOf(actorOf(reader), rows, undefined)
  const entries = views.map(({ title, text }) => (text === '' ? line`${title}` : line`${title}\n${text}`))
  const [only] = views
  return {
    to: reader.email,
    ...composeLetter(subject ?? line`${only?.title ?? ''}`, [
      greetUser(reader),
      ...entries,
      withAddress(
        line`Bekijk je meldingen in Partnerview. Daar kies je ook welke mails je krijgt.`,
        `${APP_URL}/meldingen`,
      ),
      line`Met vriendelijke groet,\nPartnerview`,
    ]),
  }
}

function requireMatter(item: MailItem, matter: Matter | null): Matter {
  if (!matter) throw new Error(`No reader of ${item.subject}`)
  return matter
}

/** Text of the mail about one notification. */
export const notificationLetters: Letters<'mail', Matter> = {
  compose: (_kind, item, matter) => letterTo(requireMatter(item, matter), matter?.rows ?? [], null),
  marks: () => [],
}

/** Text of the daily mail. */
export const dailyLetters: Letters<'daily', Matter> = {
  compose: (_kind, item, matter) => {
    const rows = namedOf(item, matter)
    const subject = rows.length === 1 ? null : line`${String(rows.length)} ongelezen meldingen`
    return letterTo(requireMatter(item, matter), rows, subject)
  },
  marks: () => [],
}
