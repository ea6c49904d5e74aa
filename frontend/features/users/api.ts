import { users } from '../../../shared/api/users.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { useCommand, useList } from '../../lib/query.ts'

/** Fetches every page of the active people whom the user manages: the browser searches, sorts and counts them. */
export const useActiveUsers = () => useList(users.active, { query: WHOLE_PAGE }, { whole: true })
/** Fetches all deactivated people; only for an admin. */
export const useDeactivatedUsers = () => useList(users.deactivated, { query: WHOLE_PAGE }, { whole: true })

/** Returns the command that creates a person. */
export const useCreateUser = () => useCommand(users.create)
/** Returns the command that mails a person another invitation. */
export const useInviteUser = () => useCommand(users.invite)
/** Returns the command that changes the details, role or rights of a person. */
export const useUpdateUser = () => useCommand(users.update)
/** Returns the command that deactivates a person, who can then no longer log in. */
export const useDeactivateUser = () => useCommand(users.deactivate)
/** Returns the command that lets a deactivated person log in again. */
export const useReactivateUser = () => useCommand(users.reactivate)
/** Returns the command that sets a person's password, which ends the sessions of that person. */
export const useChangePassword = () => useCommand(users.changePassword)
/** Returns the command that proposes a person as stand-in, for another admin to approve. */
export const useProposeStandIn = () => useCommand(users.proposeStandIn)
/** Returns the command that approves the proposal of a stand-in. */
export const useApproveStandIn = () => useCommand(users.approveStandIn)
/** Returns the command that ends a stand-in or takes the proposal of one back. */
export const useEndStandIn = () => useCommand(users.endStandIn)
/** Returns the command that removes a person's 2FA, so that the person must set it up again. */
export const useResetTwoFactor = () => useCommand(users.resetTwoFactor)
