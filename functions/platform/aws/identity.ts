import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  type AdminInitiateAuthCommandOutput,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { readSetting } from '../env.ts'

const UserPoolId = readSetting('USER_POOL_ID')
const ClientId = readSetting('USER_POOL_CLIENT_ID')

const cognito = new CognitoIdentityProviderClient({})

/** Cognito's answer to a user name and password. */
type PasswordOutcome =
  | { kind: 'refused' }
  /** The password is right and a TOTP code is needed; `session` continues the exchange. */
  | { kind: 'challenge'; session: string }
  /** The password is right and Cognito asks nothing more. */
  | { kind: 'tokens'; accessToken: string }

const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'InvalidParameterException',
])
const codeRefusals = new Set([
  'CodeMismatchException',
  'ExpiredCodeException',
  'EnableSoftwareTokenMFAException',
  ...refusals,
])

const isOneOf = (names: Set<string>, error: unknown) => error instanceof Error && names.has(error.name)

/**
 * Checks a password at Cognito, where the user name is the user's id (rulings 8). Returns a refusal, a request for a
 * TOTP code, or an access token.
 */
export async function checkPassword(userId: string, password: string): Promise<PasswordOutcome> {
  try {
    const reply: AdminInitiateAuthCommandOutput = await cognito.send(
      new AdminInitiateAuthCommand({
        UserPoolId,
        ClientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: userId, PASSWORD: password },
      }),
    )
    const accessToken = reply.AuthenticationResult?.AccessToken
    if (accessToken) return { kind: 'tokens', accessToken }
    if (reply.ChallengeName === 'SOFTWARE_TOKEN_MFA' && reply.Session)
      return { kind: 'challenge', session: reply.Session }
    return { kind: 'refused' }
  } catch (error) {
    if (isOneOf(refusals, error)) return { kind: 'refused' }
    throw error
  }
}

/**
 * Checks the TOTP code that Cognito asked for after a right password. Returns the access token of the login, or null
 * when the code is wrong or the exchange has expired.
 */
export async function checkCode(
  userId: string,
  session: string,
  code: string,
): Promise<{ accessToken: string } | null> {
  try {
    const reply = await cognito.send(
      new AdminRespondToAuthChallengeCommand({
        UserPoolId,
        ClientId,
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: session,
        ChallengeResponses: { USERNAME: userId, SOFTWARE_TOKEN_MFA_CODE: code },
      }),
    )
    const accessToken = reply.AuthenticationResult?.AccessToken
    return accessToken === undefined ? null : { accessToken }
  } catch (error) {
    if (isOneOf(codeRefusals, error)) return null
    throw error
  }
}

/**
 * Creates a TOTP secret (base32) for the owner of an access token; null when Cognito refuses the token, as after it has
 * expired.
 */
export async function createTotpSecret(accessToken: string): Promise<string | null> {
  try {
    const { SecretCode } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }))
    return SecretCode ?? null
  } catch (error) {
    if (isOneOf(refusals, error)) return null
    throw error
  }
}

/** Tells whether a TOTP code is right. Where a new secret is being set up, this confirms the secret. */
export async function confirmTotp(accessToken: string, code: string): Promise<boolean> {
  try {
    const { Status } = await cognito.send(new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code }))
    return Status === 'SUCCESS'
  } catch (error) {
    if (isOneOf(codeRefusals, error)) return false
    throw error
  }
}

/**
 * Sets whether Cognito asks for a TOTP code at login. Throws when it must ask and has no verified secret of the user.
 */
export async function setTotpPreference(userId: string, enabled: boolean): Promise<void> {
  const SoftwareTokenMfaSettings = { Enabled: enabled, PreferredMfa: enabled }
  await cognito.send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: userId, SoftwareTokenMfaSettings }))
}

/** Creates a person's login at Cognito with a permanent password; replaces the password of an existing login. */
export async function createCredentials(userId: string, password: string): Promise<void> {
  try {
    await cognito.send(new AdminCreateUserCommand({ UserPoolId, Username: userId, MessageAction: 'SUPPRESS' }))
  } catch (error) {
    if (!isOneOf(new Set(['UsernameExistsException']), error)) throw error
  }
  await setPassword(userId, password)
}

/** Replaces a person's password at Cognito. */
export async function setPassword(userId: string, password: string): Promise<void> {
  await cognito.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username: userId, Password: password, Permanent: true }),
  )
}

/** Returns whether a person's login at Cognito is enabled and asks a TOTP code; null when there is no login. */
export async function findAccount(userId: string): Promise<{ isEnabled: boolean; asksTotp: boolean } | null> {
  try {
    const user = await cognito.send(new AdminGetUserCommand({ UserPoolId, Username: userId }))
    const asksTotp = user.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false
    return { isEnabled: user.Enabled === true, asksTotp }
  } catch (error) {
    if (isOneOf(unknownAccount, error)) return null
    throw error
  }
}

const unknownAccount = new Set(['UserNotFoundException'])

/** Enables or disables a person's login at Cognito. */
export async function setAccountEnabled(userId: string, enabled: boolean): Promise<void> {
  const named = { UserPoolId, Username: userId }
  await (enabled ? cognito.send(new AdminEnableUserCommand(named)) : cognito.send(new AdminDisableUserCommand(named)))
}

/** Makes Cognito ask for a TOTP code at login again. Returns false when Cognito has no verified secret of the user. */
export async function restoreTotp(userId: string): Promise<boolean> {
  try {
    await setTotpPreference(userId, true)
    return true
  } catch (error) {
    if (isOneOf(new Set(['InvalidParameterException']), error)) return false
    throw error
  }
}

/** Deletes a person's login at Cognito; does nothing when there is none. */
export async function deleteAccount(userId: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username: userId }))
  } catch (error) {
    if (!isOneOf(unknownAccount, error)) throw error
  }
}

/**
 * Reads a page of Cognito's users: ids, creation times (milliseconds since 1970) and the token of the next page
 * (undefined after the last).
 */
export async function listAccounts(after?: string) {
  const { Users = [], PaginationToken: next } = await cognito.send(
    new ListUsersCommand({ UserPoolId, ...(after ? { PaginationToken: after } : {}) }),
  )
  const accounts = Users.map(({ Username = '', UserCreateDate }) => ({
    id: Username,
    createdAt: UserCreateDate?.getTime() ?? 0,
  }))
  return { accounts, next }
}

/** Tells whether Cognito refused a password because of its length or characters. */
export const isPasswordRefusal = (error: unknown) =>
  isOneOf(new Set(['InvalidPasswordException', 'InvalidParameterException']), error)
