import { auth } from '../../shared/api/auth.ts'
import { serve } from '../platform/http/serve.ts'
import { forgetDevice, listDevices } from './login/devices.ts'
import { buildUserView, login, logout, refuseBlockedNetwork } from './login/login.ts'
import { endOtherSessions, endSession, listSessions, setSessionTimeout } from './login/sessions.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  readTwoFactorStatus,
  replaceBackupCodes,
  setUpTwoFactor,
} from './login/two-factor.ts'
import { finishWelcome } from './login/welcome.ts'

/** Lambda function that answers the API requests about login, sessions and 2FA. */
export const handler = serve(auth, {
  login: {
    admit: ({ origin, cookies }) => refuseBlockedNetwork(origin, cookies),
    answer: ({ body, origin, cookies }) => login(body, origin, cookies),
  },
  logout: ({ actor, session, cookies }) => logout(actor, session, cookies, { message: 'Uitgelogd' }),
  logoutRedirect: async ({ actor, session, cookies }) =>
    (await logout(actor, session, cookies, { location: '/login' })).result,
  me: ({ user }) => buildUserView(user),
  twoFactorStatus: ({ user }) => readTwoFactorStatus(user),
  twoFactorSetup: ({ actor, user, session, sessionId }) => setUpTwoFactor(actor, user, session, sessionId),
  twoFactorVerify: ({ actor, user, session, sessionId, body }) =>
    enableTwoFactor(actor, user, session, sessionId, body.token),
  twoFactorDisable: ({ actor, user, body }) => disableTwoFactor(actor, user, body),
  newBackupCodes: ({ actor, user, session, sessionId, body }) =>
    replaceBackupCodes(actor, user, session, sessionId, body.token),
  sessions: ({ user, session }) => listSessions(user, session),
  endSession: ({ actor, user, session, params }) => endSession(actor, user, session, params.id),
  endOtherSessions: ({ actor, user, session }) => endOtherSessions(actor, user, session),
  devices: ({ user, cookies }) => listDevices(user, cookies),
  forgetDevice: ({ actor, user, params }) => forgetDevice(actor, user, params.id),
  welcome: ({ actor, user, body }) => finishWelcome(actor, user, body.done),
  sessionTimeout: ({ actor, user, session, body }) => setSessionTimeout(actor, user, session, body.timeoutMinutes),
})
