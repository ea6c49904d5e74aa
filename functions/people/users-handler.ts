import { users } from '../../shared/api/users.ts'
import { serve } from '../platform/http/serve.ts'
import { listAgents, listColleagues } from './service.ts'
import { createUser } from './users/create-user.ts'
import { inviteAgain } from './users/invitations.ts'
import { deactivateUser, reactivateUser, resetTwoFactor, updateUser } from './users/manage-user.ts'
import { changePassword } from './users/password.ts'
import { approveStandIn, endStandIn, proposeStandIn } from './users/stand-ins.ts'
import { listActiveUsers, listDeactivatedUsers } from './users/user-details.ts'

/** Lambda function that answers the API requests about people. */
export const handler = serve(users, {
  list: ({ actor, query }) => listColleagues(actor, query),
  agents: ({ actor, query }) => listAgents(actor, query),
  active: ({ actor, query }) => listActiveUsers(actor, query),
  deactivated: ({ actor, query }) => listDeactivatedUsers(actor, query),
  create: ({ actor, body }) => createUser(actor, body),
  invite: ({ actor, params }) => inviteAgain(actor, params.id),
  update: ({ actor, params, body }) => updateUser(actor, params.id, body),
  deactivate: ({ actor, params }) => deactivateUser(actor, params.id),
  reactivate: ({ actor, params }) => reactivateUser(actor, params.id),
  changePassword: ({ actor, params, body }) => changePassword(actor, params.id, body),
  proposeStandIn: ({ actor, params }) => proposeStandIn(actor, params.id),
  approveStandIn: ({ actor, params }) => approveStandIn(actor, params.id),
  endStandIn: ({ actor, params }) => endStandIn(actor, params.id),
  resetTwoFactor: ({ actor, params }) => resetTwoFactor(actor, params.id),
})
