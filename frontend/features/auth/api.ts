import { auth } from '../../../shared/api/auth.ts'
import { useCommand } from '../../lib/query.ts'

/** Returns the command that logs a user in with e-mail, password and, if the server asks for it, a 2FA code. */
export const useLogin = () => useCommand(auth.login)
/** Returns the command that starts the 2FA set-up; its reply has a new secret and backup codes. */
export const useTwoFactorSetup = () => useCommand(auth.twoFactorSetup)
/** Returns the command that turns 2FA on with the first code of the authenticator app. */
export const useTwoFactorVerify = () => useCommand(auth.twoFactorVerify)
