import { conflict, notFound, notLoggedIn } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { asSelf, type Caller, type Origin } from '../../platform/actor.ts'
import { checkPassword, createCredentials } from '../../platform/aws/identity.ts'
import { commit } from '../../platform/data/commit.ts'
import { countRequest } from '../../platform/data/rate-limit.ts'
import { networkOf } from '../../platform/http/network.ts'
import type { Cookies } from '../../platform/http/serve.ts'
import {
  buildUserChange,
  credentialEpochOf,
  findUser,
  fullName,
  noteReset,
  raiseEpochs,
  type User,
} from '../../platform/identity/user.ts'
import { beginSession } from '../login/login.ts'
import { requireUnchangedActor } from '../service.ts'
import { tellAdminsOfApprover } from './account-notices.ts'
import { userRecords } from './authority.ts'
import { claimInvitation, findInvitation, type Invitation } from './invitation-link.ts'
import { invitationMail } from './invitation-mails.ts'
import { refuseCommonPassword, withPasswordField } from './password.ts'
import { detailOf } from './user-details.ts'

/** Limit on requests per network: more than a newcomer needs, and too few to guess a secret of 256 bits. */
const HITS = {
  hits: 30,
  seconds: 300,
  refusal: 'Je hebt deze pagina te vaak geopend. Probeer het over enkele minuten.',
}

/** Limit on invitation mails per person. */
const MAILS = {
  hits: 5,
  seconds: 60 * 60,
  refusal: 'Deze uitnodiging is al 5 keer verstuurd. Probeer het over een uur.',
}

/** Returns the limit on invitations that a person sends, to newcomers and again. */
export const invitationsOf = ({ id }: Pick<Caller, 'id'>) => ({
  subject: `invites#${id}`,
  ...{ hits: 20, seconds: 60 * 60 },
  refusal: 'Je hebt dit uur al 20 mensen uitgenodigd. Probeer het over een uur opnieuw.',
})

interface ValidInvitation {
  readonly invitation: Invitation
  readonly user: User
}

/** Finds the invited person of a link. Throws 404 for a link that no longer works, 429 for too many requests. */
async function findValidInvitation(token: string, { ip }: Origin): Promise<ValidInvitation> {
  await countRequest({ subject: `invitation#${networkOf(ip)}`, ...HITS })
  const invitation = await findInvitation(token)
  const user = invitation && (await findUser(invitation.userId))
  // All invalid links get the same answer, so that an old link reveals nothing.
  if (!user?.isActive || !user.invitedAt || credentialEpochOf(user) !== invitation?.credentialEpoch) throw notFound()
  return { invitation, user }
}

/**
 * Returns the first name and e-mail address of an invited person, and the moment at which the link ends. Throws 404 for
 * an invalid link, 429 for too many requests.
 */
export async function showInvitation(token: string, origin: Origin) {
  const { invitation, user } = await findValidInvitation(token, origin)
  return { firstName: user.firstName, email: user.email, until: invitation.until }
}

/**
 * Sets the password that an invited person chose and logs them in; returns the user with the session id. Ends the link
 * only after the password is set: after a crash the link works again within a minute. Throws 400 for a common password
 * and one that Cognito refuses, 404 for an invalid link, 429 for too many requests. Throws 409 while another request
 * uses the link, or when the person is changed meanwhile.
 */
export async function acceptInvitation(token: string, password: string, origin: Origin, cookies: Cookies) {
  const { invitation, user } = await findValidInvitation(token, origin)
  await refuseCommonPassword('password', password, user)
  const { used, release } = await claimInvitation(invitation)
  try {
    await withPasswordField('password', () => createCredentials(user.id, password))
  } catch (error) {
    await release()
    throw error
  }
  const own = buildUserChange(user, { ...raiseEpochs(user), invitedAt: undefined, mustChangePassword: undefined })
  await commit(asSelf({ id: user.id, name: fullName(user) }, origin), {
    action: 'user.invitation-accept',
    entity: { type: 'user', id: user.id },
    write: [own.write, used],
  })
  const proof = await checkPassword(user.id, password)
  if (proof.kind !== 'tokens') throw notLoggedIn('Log in met je nieuwe wachtwoord')
  return beginSession(own.row, { userId: user.id }, origin, cookies, proof.accessToken)
}

/**
 * Mails another invitation to a person, which ends earlier links. Throws 409 when the person is deactivated or has a
 * password already, 429 after five such mails in an hour, or twenty invitations by the actor.
 */
export async function inviteAgain(actor: Caller, id: string) {
  const { permit, row: user } = await userRecords.within(actor, id, 'user:manage')
  if (!user.invitedAt || !user.isActive) throw conflict('Deze gebruiker heeft al een wachtwoord of is gedeactiveerd')
  await countRequest({ subject: `invite#${id}`, ...MAILS })
  await countRequest(invitationsOf(actor))
  const { row, write } = buildUserChange(user, {
    ...noteReset(user, actor.id),
    invitedAt: now(),
    credentialEpoch: credentialEpochOf(user) + 1,
  })
  return commit(
    permit,
    {
      action: 'user.invite',
      entity: { type: 'user', id },
      write: [...requireUnchangedActor(actor, user), write],
      outbox: [invitationMail(row, actor.name)],
      notify: await tellAdminsOfApprover(actor.id, row, 'invited'),
    },
    await detailOf(row),
  )
}
