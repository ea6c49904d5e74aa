import { auth } from '../../shared/contract/auth.ts'
import { serve } from '../platform/serve.ts'
import { login, logout, setSessionTimeout, viewOf } from './service.ts'
import { disableTwoFactor, setUpTwoFactor, twoFactorStatus, verifyTwoFactor } from './two-factor.ts'

export const handler = serve(auth, {
  login: ({ body, origin, cookies }) => login(body, origin, cookies),
  logout: ({ actor, session, cookies }) => logout(actor, session, cookies, { message: 'Uitgelogd' }),
  logoutRedirect: async ({ actor, session, cookies }) =>
    (await logout(actor, session, cookies, { location: '/login' })).result,
  me: ({ user }) => viewOf(user),
  twoFactorStatus: ({ user }) => twoFactorStatus(user),
  twoFactorSetup: ({ actor, user, session }) => setUpTwoFactor(actor, user, session),
  twoFactorVerify: ({ actor, user, session, body }) => verifyTwoFactor(actor, user, session, body.token),
  twoFactorDisable: ({ actor, user, body }) => disableTwoFactor(actor, user, body),
  sessionTimeout: ({ actor, user, session, body }) => setSessionTimeout(actor, user, session, body.timeoutMinutes),
})
