import { useUser } from '../../lib/session.ts'

/** Tells whether the server sends EANs and account holders to this user (rulings 62). */
export function useSeesPersonalData(): boolean {
  const { role, hasPersonalDataAccess } = useUser()
  return role === 'admin' || hasPersonalDataAccess === true
}
