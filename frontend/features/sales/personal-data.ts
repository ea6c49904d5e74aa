import { useUser } from '../../lib/session.ts'

/** Whether EANs and account holders are in what the server answers (rulings 62). */
export function useSeesPersonalData(): boolean {
  const { role, hasPersonalDataAccess } = useUser()
  return role === 'admin' || hasPersonalDataAccess === true
}
