import { INVITATION_HOURS } from '../../../shared/api/invitations.ts'
import type { Letters, Mails } from '../../mail/kinds.ts'
import { composeLetter, greetUser, line, withButton } from '../../mail/letter.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import { credentialEpochOf, findUser, type User } from '../../platform/identity/user.ts'
import { createInvitationLink } from './invitation-link.ts'

const kinds = ['invitation-mail'] as const
type Kind = (typeof kinds)[number]

/**
 * Returns the outbox item of an invitation mail, for the transaction that invites the person; `by` names the inviter.
 */
export const invitationMail = (user: User, by: string): OutboxItem => ({
  kind: 'user-invitation-mail',
  subject: user.id,
  sequence: credentialEpochOf(user),
  facts: { by },
})

/** Kinds of mails that invite people; nobody can switch them off. */
export const invitationMails: Mails<'user', Kind, User> = {
  entity: 'user',
  kinds,
  attempts: 5,
  toCustomers: false,
  find: findUser,
  isOn: async () => true,
  needless: (_, { sequence }, user) =>
    user?.isActive && user.invitedAt && credentialEpochOf(user) === sequence
      ? null
      : 'Deze uitnodiging is al gebruikt of vervangen.',
  again: (_, user, { facts }) => ({ facts, sequence: credentialEpochOf(user) }),
}

/** Texts of the invitation mails. */
export const invitationLetters: Letters<Kind, User> = {
  compose: async (_, { subject, facts }, user) => {
    if (!user) throw new Error(`Nobody to invite about ${subject}`)
    const { url } = await createInvitationLink(user)
    return {
      to: user.email,
      ...composeLetter(line`Welkom bij Partnerview: kies je wachtwoord`, [
        greetUser(user),
        line`${String(facts?.['by'] ?? 'Een beheerder')} heeft een account voor je gemaakt bij Partnerview.`,
        withButton(line`Kies eerst je wachtwoord:`, url, line`Wachtwoord kiezen`),
        line`De link werkt ${String(INVITATION_HOURS)} uur en één keer.`,
        line`Daarna koppel je een app voor tweestapsverificatie (2FA). Installeer alvast Google Authenticator of Microsoft Authenticator op je telefoon.`,
        line`Werkt de link niet meer? Vraag een nieuwe uitnodiging.`,
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}
