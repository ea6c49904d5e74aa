import { useUser } from '../../lib/session.ts'

/**
 * Tells whether the server sends this user EANs (numbers of energy connections) and names of account holders (rulings
 * 62).
 */
export function useSeesPersonalData(): boolean {
  const { role, hasPersonalDataAccess } = useUser()
  return role === 'admin' || hasPersonalDataAccess === true
}
