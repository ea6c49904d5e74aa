import type { WelcomeStep } from '../../../shared/welcome.ts'
import { welcomeStepsFor } from '../../../shared/welcome.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commit, commitNothing } from '../../platform/data/commit.ts'
import { actorOf, changeUser, type User } from '../../platform/identity/user.ts'

/** Returns the first things to do that a person has left, among those that their current role and rights allow. */
export const welcomeLeft = (user: User): WelcomeStep[] => {
  const left = user.welcome ?? []
  return left.length === 0 ? [] : welcomeStepsFor(actorOf(user)).filter((step) => left.includes(step))
}

/** Removes first things to do from a person's list. */
export async function finishWelcome(actor: Caller, user: User, done: readonly WelcomeStep[]) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const left = welcomeLeft(user).filter((step) => !done.includes(step))
  if (left.length === welcomeLeft(user).length) return commitNothing(permit, { welcome: left })
  const { write } = changeUser(user, { welcome: left.length === 0 ? undefined : left })
  return commit(
    permit,
    {
      action: 'user.welcome',
      entity: { type: 'user', id: user.id },
      write: [write],
    },
    { welcome: left },
  )
}
