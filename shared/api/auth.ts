import { welcomeSteps } from '../welcome.ts'
import * as z from '../zod.ts'
import { domain, get, none, ok, post, redirect, remove } from './parts/endpoint.ts'
import { employmentType, flagFields, instant, orNull, role, secret, teamSummary } from './parts/fields.ts'
import { CodeForm, OwnerProof, TimeoutForm, twoFactorCode } from './schemas/account.ts'

/** The logged-in user with effective flags: an admin's are all true (rulings 4). */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: orNull(z.string()),
  profileImageUrl: orNull(z.string()),
  role,
  teamId: orNull(z.int()),
  team: orNull(teamSummary),
  ...flagFields,
  /** True for a stand-in, who approves payments in place of an admin (rulings 51b). */
  paymentApprover: z.boolean(),
  /** Moment from which what is made waits for this stand-in; null for others. */
  approvesFrom: orNull(instant),
  employmentType,
  isLocalAccount: z.boolean(),
  isActive: z.boolean(),
  twoFactorEnabled: z.boolean(),
  /**
   * True when somebody else set the password. Until the user replaces it, only `restricted` calls and the change of
   * password work.
   */
  mustChangePassword: z.boolean(),
  /** Tasks for a newcomer that the user has not opened or dismissed yet; empty for people who are no newcomers. */
  welcome: z.array(z.enum(welcomeSteps)),
  sessionTimeout: z.int(),
  createdAt: instant,
})
export type CurrentUser = z.output<typeof CurrentUser>

export const LoginForm = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Vul alle velden in').max(254).meta({ format: 'email' }),
  password: z.string().min(1, 'Vul alle velden in').max(256).meta(secret),
  twoFactorCode: z
    .string()
    .trim()
    .toUpperCase()
    .max(6, 'De code is maximaal 6 tekens')
    .transform((code) => code || undefined)
    .optional()
    .meta(secret),
})

const once = { 'x-shown-once': true } as const
export const LoggedIn = CurrentUser.extend({
  sessionId: z.string().meta(once),
  requiresTwoFactor: z.literal(false).meta(once),
})
export const CodeNeeded = z.object({ requiresTwoFactor: z.literal(true), message: z.string() })

/** An active session of the current user. */
export const ActiveSession = z.object({
  id: z.string(),
  device: z.string(),
  ipAddress: z.string(),
  createdAt: instant,
  lastSeen: instant,
  current: z.boolean(),
})
export type ActiveSession = z.output<typeof ActiveSession>

/** A browser in which the current user has logged in. */
export const KnownDevice = z.object({
  id: z.string(),
  device: z.string(),
  ipAddress: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
})
export type KnownDevice = z.output<typeof KnownDevice>

export const auth = domain({
  login: post('/api/login', {
    summary:
      'Log in; answers requiresTwoFactor when a code is needed and absent, else the user and a session (rulings 3)',
    allow: 'public',
    changes: ['login', 'user'],
    body: LoginForm,
    bodyBytes: 8 * 1024,
    result: ok(z.union([LoggedIn, CodeNeeded])),
  }),
  logout: post('/api/logout', {
    summary: 'End this session; the body may repeat the session id (spec §7)',
    allow: 'restricted',
    changes: ['login'],
    body: z.object({ sessionId: z.string().max(128).optional().meta(secret) }).optional(),
    result: ok(z.object({ message: z.string() })),
  }),
  logoutRedirect: get('/api/logout', {
    summary: 'End this session and go to the login screen',
    allow: 'restricted',
    shows: [],
    changes: ['login'],
    result: redirect,
  }),
  me: get('/api/auth/user', {
    summary: 'The current user with effective flags',
    allow: 'restricted',
    shows: ['team', 'user'],
    result: ok(CurrentUser),
  }),
  twoFactorStatus: get('/api/auth/user/2fa-status', {
    summary: 'Whether 2FA is on and backup codes are left',
    allow: 'restricted',
    shows: ['user'],
    result: ok(z.object({ enabled: z.boolean(), hasBackupCodes: z.boolean(), backupCodesLeft: z.int() })),
  }),
  twoFactorSetup: post('/api/auth/user/2fa-setup', {
    summary: 'Start to set up 2FA, also again: a new secret and ten backup codes, in force once a code is verified',
    allow: 'restricted',
    changes: ['user'],
    result: ok(z.object({ qrCodeUrl: z.string(), manualSecret: z.string(), backupCodes: z.array(z.string()) })),
  }),
  twoFactorVerify: post('/api/auth/user/2fa-verify', {
    summary: 'Turn 2FA on with a code of the app; posted backup codes are ignored (rulings 7)',
    allow: 'restricted',
    changes: ['user'],
    later: ['feed', 'user'],
    body: z.object({ token: twoFactorCode }),
    result: ok(z.object({ enabled: z.literal(true), message: z.string() })),
  }),
  twoFactorDisable: post('/api/auth/user/2fa-disable', {
    summary: 'Turn 2FA off with the password and a TOTP or backup code; ends all sessions (rulings 7)',
    allow: 'account:manage',
    changes: ['user'],
    later: ['feed', 'user'],
    body: OwnerProof,
    result: none,
  }),
  newBackupCodes: post('/api/auth/user/2fa-backup-codes', {
    summary: 'Replace the backup codes by ten new ones, after a TOTP or backup code',
    allow: 'account:manage',
    changes: ['user'],
    body: CodeForm,
    result: ok(z.object({ backupCodes: z.array(z.string()) })),
  }),
  sessions: get('/api/auth/user/sessions', {
    summary: 'This user’s active sessions, the current one first, then newest first',
    allow: 'account:manage',
    shows: ['login'],
    result: ok(z.array(ActiveSession)),
  }),
  endSession: remove('/api/auth/user/sessions/{id}', {
    summary: 'End one of this user’s other sessions',
    allow: 'account:manage',
    changes: ['login'],
    result: none,
  }),
  endOtherSessions: remove('/api/auth/user/sessions', {
    summary: 'End all sessions of this user except the current one',
    allow: 'account:manage',
    changes: ['login', 'user'],
    result: none,
  }),
  devices: get('/api/auth/user/devices', {
    summary: 'Browsers in which this user has logged in, the current one first, then by last use (rulings 5)',
    allow: 'account:manage',
    shows: ['login'],
    result: ok(z.array(KnownDevice)),
  }),
  forgetDevice: remove('/api/auth/user/devices/{id}', {
    summary: 'Forget a browser in which this user has logged in; a session in it continues',
    allow: 'account:manage',
    changes: ['login'],
    result: none,
  }),
  welcome: post('/api/auth/user/welcome', {
    summary: 'Mark first things to do as opened or dismissed by this user',
    allow: 'account:manage',
    changes: ['user'],
    body: z.object({ done: z.array(z.enum(welcomeSteps)).min(1).max(welcomeSteps.length) }),
    result: ok(z.object({ welcome: z.array(z.enum(welcomeSteps)) })),
  }),
  sessionTimeout: post('/api/auth/user/session-timeout', {
    summary: 'Set the idle time after which this user’s sessions end, in minutes (rulings 2)',
    allow: 'account:manage',
    changes: ['user', 'login'],
    body: TimeoutForm,
    result: ok(z.object({ timeoutMinutes: z.int() })),
  }),
})
