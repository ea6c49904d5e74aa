import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AUDIT_PAGE, type AuditFilter, admin } from '../../../shared/contract/admin.ts'
import { apiKeys } from '../../../shared/contract/api-keys.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { type Colleague, users } from '../../../shared/contract/users.ts'
import { useTeams, WHOLE_PAGE } from '../../domains/people.ts'
import { fullName } from '../../lib/format.ts'
import { query, refresh, useCommand, useList } from '../../lib/query.ts'
import type { Names } from '../../records/audit-words.ts'

export const useTwoFactorStatus = () => useQuery(query(auth.twoFactorStatus))
export const useDisableTwoFactor = () => useCommand(auth.twoFactorDisable)
/** Returns the command that replaces the user's backup codes for 2FA by new ones. */
export const useNewBackupCodes = () => useCommand(auth.newBackupCodes, { refreshes: [auth.twoFactorStatus] })
export const useSetSessionTimeout = () => useCommand(auth.sessionTimeout)

/** Fetches the active sessions of the user, again at every mount. */
export const useSessions = () => useQuery({ ...query(auth.sessions), refetchOnMount: 'always' })
export const useEndSession = () => useCommand(auth.endSession, { refreshes: [auth.sessions] })
export const useEndOtherSessions = () => useCommand(auth.endOtherSessions, { refreshes: [auth.sessions] })

/** Fetches the known browsers of the user, again at every mount. */
export const useDevices = () => useQuery({ ...query(auth.devices), refetchOnMount: 'always' })
export const useForgetDevice = () => useCommand(auth.forgetDevice, { refreshes: [auth.devices] })

export const useApiKeys = () => useList(apiKeys.list)
export const useCreateApiKey = () => useCommand(apiKeys.create, { refreshes: [apiKeys.list] })

/** Returns the command that switches an API key off for good. The key stays in the list, which is fetched again. */
export const useDeactivateApiKey = () =>
  useCommand(apiKeys.deactivate, {
    onSuccess: () => refresh([apiKeys.list]),
  })

/** Fetches the audit log, newest first, page by page (spec §9). */
export const useAuditLogs = (filter: Partial<AuditFilter>) =>
  useList(admin.auditLogs, { query: { ...filter, limit: String(AUDIT_PAGE) } }, { fresh: true })

/** Returns all active and deactivated people, since rows of the audit log may name any of them. */
export function usePeople(): readonly Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'role'>[] {
  const present = useQuery(query(users.list, { query: WHOLE_PAGE }))
  const left = useQuery(query(users.deactivated, { query: WHOLE_PAGE }))
  const [here, gone] = [present.data?.items, left.data?.items]
  return useMemo(() => [...(here ?? []), ...(gone ?? [])], [here, gone])
}

/** Returns functions that find the present name of a person or team by id. Rows of the audit log hold ids. */
export function useNames(): Names {
  const people = usePeople()
  const { data: teams } = useTeams(true)
  return useMemo(() => {
    const persons = new Map(people.map((person) => [person.id, fullName(person)]))
    const teamNames = new Map(teams?.map(({ id, name }) => [id, name]))
    return { person: (id) => persons.get(id), team: (id) => teamNames.get(id) }
  }, [people, teams])
}
