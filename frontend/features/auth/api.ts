import { auth } from '../../../shared/contract/auth.ts'
import { useCommand } from '../../lib/query.ts'

export const useLogin = () => useCommand(auth.login)
export const useTwoFactorSetup = () => useCommand(auth.twoFactorSetup)
export const useTwoFactorVerify = () => useCommand(auth.twoFactorVerify)
