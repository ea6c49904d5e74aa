import { users } from '../../../shared/api/users.ts'
import { WHOLE_PAGE } from '../../domains/people.ts'
import { useList } from '../../lib/query.ts'

/** Fetches every page of the active people whom the user manages: the browser searches, sorts and counts them. */
export const useActiveUsers = () => useList(users.active, { query: WHOLE_PAGE }, { whole: true })
/** Fetches all deactivated people; only for an admin. */
export const useDeactivatedUsers = () => useList(users.deactivated, { query: WHOLE_PAGE }, { whole: true })
