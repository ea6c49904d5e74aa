// Tests that the local stand-in does what AWS documents, and that AWS does the same. To run on a real user pool:
//   CONTRACT_AWS=1 AWS_REGION=… CONTRACT_USER_POOL_ID=… CONTRACT_CLIENT_ID=… npx vitest run infra/local/cognito/cognito.contract
// with credentials for the pool in the environment. The pool needs MFA OPTIONAL with TOTP, a minimum password length
// of 6 without other rules, and a client without secret that allows ADMIN_USER_PASSWORD_AUTH and prevents user
// existence errors. Users are named contract-* and removed again.
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createPoolDriver,
  PASSWORD,
  type PoolDriver,
  pickWrongCode,
  startLocalPool,
} from '../contract/cognito-target.ts'

const { CONTRACT_AWS, CONTRACT_USER_POOL_ID = '', CONTRACT_CLIENT_ID = '' } = process.env

let pool: PoolDriver
let stop = async () => {}

beforeAll(async () => {
  if (CONTRACT_AWS === '1') {
    const client = new CognitoIdentityProviderClient({})
    pool = createPoolDriver({ client, userPoolId: CONTRACT_USER_POOL_ID, clientId: CONTRACT_CLIENT_ID, now: Date.now })
  } else {
    const local = await startLocalPool(Date.now)
    pool = local.driver()
    stop = local.stop
  }
})

afterAll(async () => {
  await pool.removeUsers()
  await stop()
})

describe('users', () => {
  it('creates a user that has to change its password', async () => {
    const username = pool.newName()
    const { User } = await pool.client.send(
      new AdminCreateUserCommand({
        ...pool.named(username),
        MessageAction: 'SUPPRESS',
        UserAttributes: [{ Name: 'email', Value: 'anna@example.nl' }],
      }),
    )
    expect(User).toMatchObject({ Username: username, Enabled: true, UserStatus: 'FORCE_CHANGE_PASSWORD' })
    expect(User?.Attributes).toContainEqual({ Name: 'email', Value: 'anna@example.nl' })
    expect(User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value).toMatch(/^[0-9a-f-]{36}$/)
    expect(User?.UserCreateDate).toBeInstanceOf(Date)
  })

  it('refuses a name that is taken, also when twenty ask at once', async () => {
    const username = pool.newName()
    const command = () => new AdminCreateUserCommand({ ...pool.named(username), MessageAction: 'SUPPRESS' })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => pool.client.send(command())))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(pool.client.send(command())).rejects.toMatchObject({ name: 'UsernameExistsException' })
  })

  it('describes a user and its factors', async () => {
    const { username } = await pool.createTotpUser()
    expect(await pool.client.send(new AdminGetUserCommand(pool.named(username)))).toMatchObject({
      Username: username,
      Enabled: true,
      UserStatus: 'CONFIRMED',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    })
  })

  it.each([
    ['AdminGetUser', () => new AdminGetUserCommand(pool.named(pool.newName()))],
    ['AdminDeleteUser', () => new AdminDeleteUserCommand(pool.named(pool.newName()))],
    ['AdminDisableUser', () => new AdminDisableUserCommand(pool.named(pool.newName()))],
    ['AdminEnableUser', () => new AdminEnableUserCommand(pool.named(pool.newName()))],
    ['AdminUserGlobalSignOut', () => new AdminUserGlobalSignOutCommand(pool.named(pool.newName()))],
    [
      'AdminSetUserPassword',
      () => new AdminSetUserPasswordCommand({ ...pool.named(pool.newName()), Password: PASSWORD, Permanent: true }),
    ],
  ])('%s answers UserNotFoundException for an unknown user', async (_, command) => {
    // The union of six commands matches none of the client's overloads.
    await expect(pool.client.send(command() as AdminGetUserCommand)).rejects.toMatchObject({
      name: 'UserNotFoundException',
    })
  })

  it('answers ResourceNotFoundException for another pool or client', async () => {
    const username = await pool.createUser()
    const elsewhere = `${pool.userPoolId.split('_')[0]}_AAAAAAAAA`
    await expect(
      pool.client.send(new AdminGetUserCommand({ UserPoolId: elsewhere, Username: username })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await expect(
      pool.client.send(
        new AdminInitiateAuthCommand({
          UserPoolId: pool.userPoolId,
          ClientId: 'nobodysclient00000000000000',
          AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: username, PASSWORD },
        }),
      ),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('removes a user, which frees the name and voids the old tokens', async () => {
    const username = await pool.createUser()
    const AccessToken = await pool.accessTokenOf(username)
    await pool.client.send(new AdminDeleteUserCommand(pool.named(username)))
    await pool.client.send(new AdminCreateUserCommand({ ...pool.named(username), MessageAction: 'SUPPRESS' }))
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toThrow()
  })

  it('lists everyone, page after page', async () => {
    const usernames = await Promise.all(Array.from({ length: 5 }, () => pool.createUser()))
    const seen: (string | undefined)[] = []
    let PaginationToken: string | undefined
    do {
      const page = await pool.client.send(
        new ListUsersCommand({
          UserPoolId: pool.userPoolId,
          Limit: 2,
          ...(PaginationToken ? { PaginationToken } : {}),
        }),
      )
      expect(page.Users?.length).toBeLessThanOrEqual(2)
      seen.push(...(page.Users ?? []).map(({ Username }) => Username))
      PaginationToken = page.PaginationToken
    } while (PaginationToken !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(usernames))
    await expect(
      pool.client.send(new ListUsersCommand({ UserPoolId: pool.userPoolId, PaginationToken: 'nonsense' })),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })
})

describe('passwords', () => {
  it('sets a password that works at once', async () => {
    const username = await pool.createUser()
    await pool.client.send(
      new AdminSetUserPasswordCommand({ ...pool.named(username), Password: 'Windmolen-9', Permanent: true }),
    )
    expect((await pool.signIn(username, 'Windmolen-9')).AuthenticationResult).toMatchObject({
      ExpiresIn: 24 * 3600,
      TokenType: 'Bearer',
      AccessToken: expect.stringMatching(/^[A-Za-z0-9\-_=.]+$/),
    })
    await expect(pool.signIn(username)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('asks for a new password when the password was not permanent', async () => {
    const username = await pool.createUser()
    await pool.client.send(new AdminSetUserPasswordCommand({ ...pool.named(username), Password: 'Tijdelijk-1' }))
    expect(await pool.signIn(username, 'Tijdelijk-1')).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
  })

  it('refuses a password that is too short, too long or has spaces at its ends', async () => {
    const username = await pool.createUser()
    const set = (Password: string) =>
      pool.client.send(new AdminSetUserPasswordCommand({ ...pool.named(username), Password, Permanent: true }))
    await expect(set('12345')).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    await expect(set(' spaties ')).rejects.toMatchObject({ name: 'InvalidParameterException' })
    await expect(set('x'.repeat(257))).rejects.toMatchObject({ name: 'InvalidParameterException' })
    await set('123456')
    await pool.signIn(username, '123456')
  })

  it('answers the same for a wrong password and for an unknown user', async () => {
    const refusal = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    await expect(pool.signIn(await pool.createUser(), 'Onjuist-123')).rejects.toMatchObject(refusal)
    await expect(pool.signIn(pool.newName())).rejects.toMatchObject(refusal)
  })

  it('answers InvalidParameterException when the password is missing', async () => {
    const command = new AdminInitiateAuthCommand({
      UserPoolId: pool.userPoolId,
      ClientId: pool.clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'somebody' },
    })
    await expect(pool.client.send(command)).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })
})

describe('disabling and signing out', () => {
  it('keeps a disabled user out and voids its tokens', async () => {
    const username = await pool.createUser()
    const AccessToken = await pool.accessTokenOf(username)
    await pool.client.send(new AdminDisableUserCommand(pool.named(username)))
    await expect(pool.signIn(username)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
    })
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    await pool.client.send(new AdminEnableUserCommand(pool.named(username)))
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
  })

  it('does not let a user in who was disabled between password and code', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    await pool.client.send(new AdminDisableUserCommand(pool.named(username)))
    await expect(pool.answer(username, session, pool.codeOf(secret))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  it('invalidates the tokens of a user signed out everywhere', async () => {
    const username = await pool.createUser()
    const AccessToken = await pool.accessTokenOf(username)
    await pool.client.send(new AdminUserGlobalSignOutCommand(pool.named(username)))
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has been revoked',
    })
  })
})

describe('TOTP', () => {
  it('is set up with a code of the new secret', async () => {
    const username = await pool.createUser()
    const AccessToken = await pool.accessTokenOf(username)
    const { SecretCode: secret = '' } = await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/)
    const verify = (UserCode: string) => pool.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }))
    await expect(verify(pickWrongCode(pool, secret))).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    await expect(verify('12345')).rejects.toMatchObject({ name: 'InvalidParameterException' })
    expect(await verify(pool.codeOf(secret))).toMatchObject({ Status: 'SUCCESS' })
    expect((await pool.signIn(username)).ChallengeName).toBeUndefined()
    await pool.preferTotp(username)
    expect(await pool.signIn(username)).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: expect.any(String),
    })
  })

  it('is checked with the access token of a login, each code once, and stays on', async () => {
    const { username, secret } = await pool.createTotpUser()
    const reply = await pool.answer(username, await pool.challenge(username), pool.codeOf(secret))
    const AccessToken = reply.AuthenticationResult?.AccessToken
    const verify = (UserCode: string) => pool.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }))
    await expect(verify(pickWrongCode(pool, secret))).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    await expect(verify(pool.codeOf(secret))).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    expect(await verify(pool.codeOf(secret, 1))).toMatchObject({ Status: 'SUCCESS' })
    await expect(verify(pool.codeOf(secret, 1))).rejects.toMatchObject({ name: 'EnableSoftwareTokenMFAException' })
    expect(await pool.signIn(username)).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  })

  it('cannot be turned on before it is verified', async () => {
    await expect(pool.preferTotp(await pool.createUser())).rejects.toMatchObject({ name: 'InvalidParameterException' })
  })

  it('refuses an access token that it did not issue', async () => {
    await expect(
      pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken: 'nonsense' })),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  })

  it('gives tokens for the right code, and after a wrong one the session still holds', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    await expect(pool.answer(username, session, pickWrongCode(pool, secret))).rejects.toMatchObject({
      name: 'CodeMismatchException',
    })
    expect((await pool.answer(username, session, pool.codeOf(secret))).AuthenticationResult?.AccessToken).toBeDefined()
  })

  it('accepts a session once', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    await pool.answer(username, session, pool.codeOf(secret))
    await expect(pool.answer(username, session, pool.codeOf(secret, 1))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })

  it('accepts a code once, the one of the set-up included', async () => {
    const { username, secret } = await pool.createTotpUser()
    const used = { name: 'ExpiredCodeException', message: 'Your software token has already been used once.' }
    await expect(pool.answer(username, await pool.challenge(username), pool.codeOf(secret, -1))).rejects.toMatchObject(
      used,
    )
    await pool.answer(username, await pool.challenge(username), pool.codeOf(secret))
    await expect(pool.answer(username, await pool.challenge(username), pool.codeOf(secret))).rejects.toMatchObject(used)
  })

  it('refuses a session that was made up or belongs to another user', async () => {
    const { username, secret } = await pool.createTotpUser()
    const other = await pool.createTotpUser()
    const refusal = { name: 'NotAuthorizedException' }
    await expect(pool.answer(username, 'A'.repeat(64), pool.codeOf(secret))).rejects.toMatchObject(refusal)
    await expect(
      pool.answer(username, await pool.challenge(other.username), pool.codeOf(secret)),
    ).rejects.toMatchObject(refusal)
  })

  it('asks for no code after it is turned off, and can be turned on again', async () => {
    const { username } = await pool.createTotpUser()
    await pool.client.send(
      new AdminSetUserMFAPreferenceCommand({ ...pool.named(username), SoftwareTokenMfaSettings: { Enabled: false } }),
    )
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
    await pool.preferTotp(username)
    expect((await pool.signIn(username)).ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  })
})
