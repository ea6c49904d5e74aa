import { flags } from '../../shared/access.ts'
import { atFirstUse } from '../../shared/at-first-use.ts'
import { dateText, type Instant, type LocalDate, now } from '../../shared/time.ts'
import type { Letters, MailItem, Mails } from '../mail/kinds.ts'
import { composeLetter, greetUser, type Line, line } from '../mail/letter.ts'
import type { Permit } from '../platform/actor.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { approvesFrom, findUser, isStandIn, type User } from '../platform/identity/user.ts'

const noticeKinds = ['password-mail', '2fa-mail', 'rights-mail', 'stand-in-mail', 'key-mail', 'erasure-mail'] as const
type NoticeKind = (typeof noticeKinds)[number]

/** Change of somebody's 2FA, as the end of a sentence in Dutch. */
type TwoFactorChange = 'aangezet' | 'uitgezet' | 'gereset' | 'vernieuwd'

interface Facts {
  readonly at: string
  /** Name of the person who made the change; absent when that is the recipient or the system. */
  readonly by?: string
  readonly change?: TwoFactorChange
  /** Name of a new API key. */
  readonly key?: string
  /** Number of records of a customer or person that will be erased. */
  readonly records?: number
  /** Day in whose night they will be erased. */
  readonly dueOn?: LocalDate
  /** Moment from which a stand-in approves; absent for somebody who is a stand-in no more. */
  readonly from?: string
}

const notice = (
  kind: NoticeKind,
  { actor }: Permit,
  { id }: User,
  more: Pick<Facts, 'change' | 'key' | 'from' | 'records' | 'dueOn'> = {},
): OutboxItem => ({
  kind: `user-${kind}`,
  subject: id,
  facts: {
    at: now(),
    ...(actor.id === id || actor.id.startsWith('system:') ? {} : { by: actor.name }),
    ...more,
  } satisfies Facts,
})

/**
 * Returns the outbox item that mails a person about their changed password, for the transaction of that change (rulings
 * 9).
 */
export const passwordNotice = (permit: Permit, user: User) => notice('password-mail', permit, user)

/**
 * Returns the outbox item that mails a person about a change of their 2FA; the change `vernieuwd` means new backup
 * codes.
 */
export const twoFactorNotice = (permit: Permit, user: User, change: TwoFactorChange) =>
  notice('2fa-mail', permit, user, { change })

/** Returns the outbox item that mails an admin about a new API key (rulings 61). */
export const keyNotice = (permit: Permit, admin: User, key: string) => notice('key-mail', permit, admin, { key })

/** Returns the outbox item that mails an admin about an erasure in the night of a day, which admins may withdraw. */
export const erasureNotice = (permit: Permit, admin: User, records: number, dueOn: LocalDate) =>
  notice('erasure-mail', permit, admin, { records, dueOn })

/**
 * Returns the outbox items that mail a person about their new role or rights, or that they became or were a stand-in;
 * empty when none of these changed.
 */
export function rightsNotice(permit: Permit, before: User, after: User): OutboxItem[] {
  const isChanged = (['role', ...flags] as const).some((name) => before[name] !== after[name])
  const from = approvesFrom(after)
  return [
    ...(isChanged ? [notice('rights-mail', permit, after)] : []),
    ...(isStandIn(before) === isStandIn(after) ? [] : [notice('stand-in-mail', permit, after, from ? { from } : {})]),
  ]
}

/** Kinds of mails about a changed password, 2FA, role, rights or stand-in, and a new API key; nobody can switch them off. */
export const userNotices: Mails<'user', NoticeKind, User> = {
  entity: 'user',
  kinds: noticeKinds,
  attempts: 5,
  toCustomers: false,
  find: findUser,
  isOn: async () => true,
  needless: (_, __, user) => (user ? null : 'Deze gebruiker bestaat niet meer.'),
  again: (_, __, { facts }) => ({ facts }),
}

const moment = atFirstUse(
  () =>
    new Intl.DateTimeFormat('nl-NL', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Europe/Amsterdam',
    }),
)

const factsOf = ({ facts }: MailItem) => facts as Facts

const twoFactorWords = (change: TwoFactorChange | undefined): Line =>
  change === 'vernieuwd'
    ? line`Er zijn nieuwe backup codes gemaakt voor je account. De oude werken niet meer.`
    : line`Tweestapsverificatie (2FA) van je account is ${change ?? 'gewijzigd'}.`

const words: Record<NoticeKind, { subject: Line; opening: (facts: Facts) => Line }> = {
  'password-mail': {
    subject: line`Je wachtwoord is gewijzigd`,
    opening: () => line`Het wachtwoord van je account is gewijzigd.`,
  },
  '2fa-mail': {
    subject: line`Je tweestapsverificatie is gewijzigd`,
    opening: ({ change }) => twoFactorWords(change),
  },
  'rights-mail': {
    subject: line`Je rol of rechten zijn gewijzigd`,
    opening: () => line`De rol of de rechten van je account zijn gewijzigd.`,
  },
  'stand-in-mail': {
    subject: line`Je plaatsvervanging is gewijzigd`,
    opening: ({ from }) =>
      from === undefined
        ? line`Je bent geen plaatsvervanger meer. Je keurt geen betalingen meer goed.`
        : line`Je bent plaatsvervanger: je keurt betalingen en IBAN-wijzigingen goed. Zo wordt er betaald als een beheerder afwezig is. Dit geldt voor wat vanaf ${moment().format(new Date(from as Instant))} wordt gemaakt. Een beheerder beëindigt dit. Wat op je wacht, staat in Mijn dag.`,
  },
  'key-mail': {
    subject: line`Er is een API key gemaakt`,
    opening: ({ key = '' }) => line`Er is een API key gemaakt: ${key}. De key leest alle gegevens.`,
  },
  'erasure-mail': {
    subject: line`Er worden gegevens gewist`,
    opening: ({ records = 0, dueOn = '' }) =>
      line`In de nacht van ${dateText(dueOn)} ${records === 1 ? 'wordt 1 gegeven' : `worden ${records} gegevens`} van klanten of medewerkers gewist. Intrekken kan tot dan bij Beveiliging, Persoonsgegevens.`,
  },
}

/**
 * Texts of the mails about a changed password, 2FA or rights. They hold no link, so that a fake mail with a link stands
 * out.
 */
export const noticeLetters: Letters<NoticeKind, User> = {
  compose: (kind, item, user) => {
    if (!user) throw new Error(`Nobody to tell about ${item.subject}`)
    const facts = factsOf(item)
    const when = moment().format(new Date(facts.at as Instant))
    const { subject, opening } = words[kind]
    return {
      to: user.email,
      ...composeLetter(subject, [
        greetUser(user),
        opening(facts),
        facts.by ? line`Dit is gedaan door ${facts.by}, op ${when}.` : line`Dit is gedaan op ${when}.`,
        line`Had je dit niet verwacht? Neem dan meteen contact op met een beheerder.`,
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}
