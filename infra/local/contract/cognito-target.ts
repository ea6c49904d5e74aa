import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminRespondToAuthChallengeCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { Secret, TOTP } from 'otpauth'
import { type LocalCognito, startCognito } from '../cognito/cognito.ts'

export const PASSWORD = 'Zonnepaneel-7'

interface Target {
  readonly client: CognitoIdentityProviderClient
  readonly userPoolId: string
  readonly clientId: string
  readonly now: () => number
}

/** Returns a Cognito client for a stand-in at this address; it never retries a call. */
export const createLocalCognitoClient = (endpoint: string): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local-test', secretAccessKey: 'local' },
    maxAttempts: 1,
  })

/** Creates the operations that tests perform on a user pool, real or local. */
export function createPoolDriver({ client, userPoolId, clientId, now }: Target) {
  const made: string[] = []
  const named = (username: string) => ({ UserPoolId: userPoolId, Username: username })

  async function signIn(username: string, password = PASSWORD) {
    return client.send(
      new AdminInitiateAuthCommand({
        UserPoolId: userPoolId,
        ClientId: clientId,
        AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: username, PASSWORD: password },
      }),
    )
  }

  return {
    client,
    userPoolId,
    clientId,
    named,
    signIn,

    /** Returns a user name that never existed. If the test creates this user, `removeUsers` removes it. */
    newName(): string {
      const username = `contract-${randomBytes(8).toString('hex')}`
      made.push(username)
      return username
    },

    /** Creates a confirmed user with `PASSWORD`; returns its name. */
    async createUser(): Promise<string> {
      const username = this.newName()
      await client.send(new AdminCreateUserCommand({ ...named(username), MessageAction: 'SUPPRESS' }))
      await client.send(new AdminSetUserPasswordCommand({ ...named(username), Password: PASSWORD, Permanent: true }))
      return username
    },

    /**
     * Creates a user with TOTP on. The code of the previous 30 seconds is used up; the present and next codes are not.
     */
    async createTotpUser(): Promise<{ username: string; secret: string }> {
      const username = await this.createUser()
      const AccessToken = await this.accessTokenOf(username)
      const { SecretCode: secret = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }))
      await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: this.codeOf(secret, -1) }))
      await this.preferTotp(username)
      return { username, secret }
    },

    preferTotp: (username: string) =>
      client.send(
        new AdminSetUserMFAPreferenceCommand({
          ...named(username),
          SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
        }),
      ),

    async accessTokenOf(username: string): Promise<string> {
      const { AuthenticationResult } = await signIn(username)
      return AuthenticationResult?.AccessToken ?? ''
    },

    /** Signs in with the password; returns the session that must be answered with a code. */
    async challenge(username: string): Promise<string> {
      const { Session = '' } = await signIn(username)
      return Session
    },

    answer: (username: string, session: string, code: string) =>
      client.send(
        new AdminRespondToAuthChallengeCommand({
          UserPoolId: userPoolId,
          ClientId: clientId,
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          ChallengeResponses: { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code },
          Session: session,
        }),
      ),

    /** Returns the TOTP code that is valid `steps` steps of 30 seconds from now. */
    codeOf: (secret: string, steps = 0): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() + steps * 30_000 }),

    async removeUsers(): Promise<void> {
      const removals = made.map((username) => client.send(new AdminDeleteUserCommand(named(username))))
      await Promise.allSettled(removals)
    },
  }
}

export type PoolDriver = ReturnType<typeof createPoolDriver>

/** Starts a Cognito stand-in with a data folder of its own; returns functions to use, restart and stop it. */
export async function startLocalPool(now: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'cognito-'))
  let cognito: LocalCognito = await startCognito({ folder, now })
  const driver = () =>
    createPoolDriver({
      client: createLocalCognitoClient(cognito.url),
      userPoolId: 'local_partnerview',
      clientId: 'partnerview-local',
      now,
    })
  return {
    folder,
    cognito: () => cognito,
    driver,
    async restart(): Promise<PoolDriver> {
      await cognito.close()
      cognito = await startCognito({ folder, now })
      return driver()
    },
    async stop(): Promise<void> {
      await cognito.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Returns a wrong TOTP code, for tests that run against the Cognito stand-in and against AWS. It differs from the codes
 * of the present 30-second step and of two steps before and after.
 */
export function pickWrongCode(driver: PoolDriver, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => driver.codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}
