import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiKeys } from '../../../shared/api/api-keys.ts'
import { AUDIT_PAGE, type AuditFilter, audit } from '../../../shared/api/audit.ts'
import { auth } from '../../../shared/api/auth.ts'
import { users } from '../../../shared/api/users.ts'
import type { Colleague } from '../../../shared/users/schemas.ts'
import { useTeams, WHOLE_PAGE } from '../../domains/people.ts'
import { fullNameOf } from '../../lib/format.ts'
import { query, useList } from '../../lib/query.ts'
import type { Names } from '../../records/audit-words.ts'

/** Fetches whether the user has 2FA, and how many backup codes are left. */
export const useTwoFactorStatus = () => useQuery(query(auth.twoFactorStatus))
/** Fetches the active sessions of the user, again at every mount. */
export const useSessions = () => useQuery({ ...query(auth.sessions), refetchOnMount: 'always' })
/** Fetches the known browsers of the user, again at every mount. */
export const useDevices = () => useQuery({ ...query(auth.devices), refetchOnMount: 'always' })
/** Fetches the API keys by which other systems read data, page by page. */
export const useApiKeys = () => useList(apiKeys.list)
/** Fetches the rows of the audit log that match a filter, newest first, 20 a page (spec §9). */
export const useAuditLogs = (filter: Partial<AuditFilter>) =>
  useList(
    audit.auditLogs,
    { query: { ...filter, ...(isWhole(filter) ? {} : { byAction: 'true' as const }), limit: String(AUDIT_PAGE) } },
    { fresh: true },
  )

/** Tells whether a filter is for each row of one action or one record, which the list then shows. */
const isWhole = ({ runId, entityId }: Partial<AuditFilter>): boolean => runId !== undefined || entityId !== undefined

/**
 * Returns up to 500 active people and up to 500 deactivated ones, whom older rows of the audit log may name. Empty
 * while loading.
 */
export function usePeople(): readonly Pick<Colleague, 'id' | 'firstName' | 'lastName' | 'role'>[] {
  const present = useQuery(query(users.list, { query: WHOLE_PAGE }))
  const left = useQuery(query(users.deactivated, { query: WHOLE_PAGE }))
  const [here, gone] = [present.data?.items, left.data?.items]
  return useMemo(() => [...(here ?? []), ...(gone ?? [])], [here, gone])
}

/**
 * Returns functions that find the present name of a person or team by id, for the ids in rows of the audit log. They
 * return undefined for an unknown id.
 */
export function useNames(): Names {
  const people = usePeople()
  const { data: teams } = useTeams(true)
  return useMemo(() => {
    const persons = new Map(people.map((person) => [person.id, fullNameOf(person)]))
    const teamNames = new Map(teams?.map(({ id, name }) => [id, name]))
    return { person: (id) => persons.get(id), team: (id) => teamNames.get(id) }
  }, [people, teams])
}
