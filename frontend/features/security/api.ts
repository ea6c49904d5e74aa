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
export const useNewBackupCodes = () => useCommand(auth.newBackupCodes, { refreshes: [auth.twoFactorStatus] })
export const useSetSessionTimeout = () => useCommand(auth.sessionTimeout)

/** The user's live sessions as they are now: asked anew whenever they come into view. */
export const useSessions = () => useQuery({ ...query(auth.sessions), refetchOnMount: 'always' })
export const useEndSession = () => useCommand(auth.endSession, { refreshes: [auth.sessions] })
export const useEndOtherSessions = () => useCommand(auth.endOtherSessions, { refreshes: [auth.sessions] })

/** The browsers that the user is known by, as they are now. */
export const useDevices = () => useQuery({ ...query(auth.devices), refetchOnMount: 'always' })
export const useForgetDevice = () => useCommand(auth.forgetDevice, { refreshes: [auth.devices] })

export const useApiKeys = () => useList(apiKeys.list)
export const useCreateApiKey = () => useCommand(apiKeys.create, { refreshes: [apiKeys.list] })

/** Switches a key off; it stays in the list, so the list is only fetched anew. */
export const useDeactivateApiKey = () =>
  useCommand(apiKeys.deactivate, {
    onSuccess: () => refresh([apiKeys.list]),
  })

/** The audit log as it is now, newest first, so many rows at a time (spec §9). */
export const useAuditLogs = (filter: Partial<AuditFilter>) =>
  useList(admin.auditLogs, { query: { ...filter, limit: String(AUDIT_PAGE) } }, { fresh: true })

/** Everybody the audit log may name, by name, those who left included. */
export function usePeople(): readonly Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'role'>[] {
  const present = useQuery(query(users.list, { query: WHOLE_PAGE }))
  const left = useQuery(query(users.deactivated, { query: WHOLE_PAGE }))
  const [here, gone] = [present.data?.items, left.data?.items]
  return useMemo(() => [...(here ?? []), ...(gone ?? [])], [here, gone])
}

/** How the people and teams of the audit log are called now; its rows keep of a change only what changed. */
export function useNames(): Names {
  const people = usePeople()
  const { data: teams } = useTeams(true)
  return useMemo(() => {
    const persons = new Map(people.map((person) => [person.id, fullName(person)]))
    const teamNames = new Map(teams?.map(({ id, name }) => [id, name]))
    return { person: (id) => persons.get(id), team: (id) => teamNames.get(id) }
  }, [people, teams])
}
