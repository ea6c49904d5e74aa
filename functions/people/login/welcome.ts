import type { WelcomeStep } from '../../../shared/welcome.ts'
import { welcomeStepsFor } from '../../../shared/welcome.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commit, commitNothing } from '../../platform/data/commit.ts'
import { actorOf, buildUserChange, type User } from '../../platform/identity/user.ts'

/** Returns the welcome steps (first tasks of a new user) that a person has not done and that their role allows. */
export const welcomeLeft = (user: User): WelcomeStep[] => {
  const left = user.welcome ?? []
  return left.length === 0 ? [] : welcomeStepsFor(actorOf(user)).filter((step) => left.includes(step))
}

/** Marks welcome steps (first tasks of a new user) as done; returns the steps left. */
export async function finishWelcome(actor: Caller, user: User, done: readonly WelcomeStep[]) {
  const permit = authorise(actor, 'account:manage', { owners: [user.id] })
  const left = welcomeLeft(user).filter((step) => !done.includes(step))
  if (left.length === welcomeLeft(user).length) return commitNothing(permit, { welcome: left })
  const { write } = buildUserChange(user, { welcome: left.length === 0 ? undefined : left })
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
