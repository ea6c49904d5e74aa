import { useQuery } from '@tanstack/react-query'
import { auth } from '../../../shared/contract/auth.ts'
import { query, useCommand } from '../../lib/query.ts'

export const useTwoFactorStatus = () => useQuery(query(auth.twoFactorStatus))
export const useDisableTwoFactor = () => useCommand(auth.twoFactorDisable)
export const useSetSessionTimeout = () => useCommand(auth.sessionTimeout)
