import { voidBackupCodes } from '../../functions/people/login/backup-codes.ts'
import { reconcileIdentities } from '../../functions/people/login/identity-sync.ts'
import { invitationMail } from '../../functions/people/users/invitation-mails.ts'
import { asSystem } from '../../functions/platform/actor.ts'
import { listAccounts } from '../../functions/platform/aws/identity.ts'
import { commit } from '../../functions/platform/data/commit.ts'
import { buildUserChange, findUser, raiseEpochs, Users } from '../../functions/platform/identity/user.ts'
import { now } from '../../shared/time.ts'

/**
 * Makes the accounts of Cognito follow the people of the table. Mails a link to choose a first password to active
 * people without an account, whose 2FA is then off, and to those who were invited. Returns the number of mails.
 */
export async function restoreAccounts(): Promise<number> {
  await reconcileIdentities()
  const known = new Set<string>()
  let page: string | undefined
  do {
    const { accounts, next } = await listAccounts(page)
    for (const { id } of accounts) known.add(id)
    page = next
  } while (page)
  const { data: people } = await Users.query.byState({ state: 'active' }).go({ pages: 'all' })
  const invited = people.filter(({ id, isLocalAccount, invitedAt }) => isLocalAccount && (invitedAt || !known.has(id)))
  for (const { id } of invited) await invite(id)
  return invited.length
}

async function invite(id: string): Promise<void> {
  const before = await findUser(id)
  if (!before) return
  const changes = { invitedAt: now(), mustChangePassword: true, twoFactorEnabled: false, ...raiseEpochs(before) }
  const { row, write } = buildUserChange(before, changes)
  await commit(
    asSystem('restore'),
    {
      action: 'user.invite',
      entity: { type: 'user', id },
      before,
      after: row,
      write: [write, voidBackupCodes(id)],
      outbox: [invitationMail(row, 'Een beheerder')],
    },
    undefined,
  )
}
