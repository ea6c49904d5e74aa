// Tests that run against the stand-in only, as they move its clock, look at its state on disk or test its refusals.
// AWS documents the tested rules in the developer guide, 'Lockout behavior for failed sign-in attempts', and in the API
// reference.

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AssociateSoftwareTokenCommand,
  ForgotPasswordCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../contract/clock.ts'
import {
  createLocalCognitoClient,
  createPoolDriver,
  PASSWORD,
  type PoolDriver,
  pickWrongCode,
  startLocalPool,
} from '../contract/cognito-target.ts'
import { startInProcess } from '../contract/process.ts'
import { startCognito } from './cognito.ts'

const INCORRECT = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' }
const LOCKED = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' }

let clock: ReturnType<typeof createManualClock>
let local: Awaited<ReturnType<typeof startLocalPool>>
let pool: PoolDriver

beforeEach(async () => {
  clock = createManualClock('2026-11-21T09:00:00Z')
  local = await startLocalPool(clock.now)
  pool = local.driver()
})

afterEach(() => local.stop())

const failTimes = async (username: string, times: number) => {
  for (let time = 0; time < times; time += 1)
    await expect(pool.signIn(username, 'Onjuist-123')).rejects.toMatchObject(INCORRECT)
}

describe('lock-out', () => {
  it('locks for a second after five failures and doubles from there', async () => {
    const username = await pool.createUser()
    await failTimes(username, 5)
    for (const seconds of [1, 2, 4, 8]) {
      clock.advance(seconds - 0.001)
      await expect(pool.signIn(username)).rejects.toMatchObject(LOCKED)
      clock.advance(0.001)
      await failTimes(username, 1)
    }
    clock.advance(16)
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
    await failTimes(username, 5)
  })

  it('never locks for more than 15 minutes', async () => {
    const username = await pool.createUser()
    await failTimes(username, 5)
    for (let failures = 5; failures < 15; failures += 1) {
      clock.advance(2 ** (failures - 5))
      await failTimes(username, 1)
    }
    clock.advance(15 * 60 - 0.001)
    await expect(pool.signIn(username)).rejects.toMatchObject(LOCKED)
    clock.advance(0.001)
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
  })

  it('is forgotten after 15 minutes without an attempt', async () => {
    const username = await pool.createUser()
    await failTimes(username, 5)
    clock.advance(15 * 60)
    await failTimes(username, 5)
    await expect(pool.signIn(username)).rejects.toMatchObject(LOCKED)
  })

  it('counts fifty wrong passwords at once as five', async () => {
    const username = await pool.createUser()
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => pool.signIn(username, 'Onjuist-123')))
    const messages = results.map((result) => (result.status === 'rejected' ? result.reason.message : 'in'))
    expect(messages.filter((message) => message === INCORRECT.message)).toHaveLength(5)
    expect(messages.filter((message) => message === LOCKED.message)).toHaveLength(45)
    clock.advance(1)
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
  })

  it('counts wrong codes too, and refuses the right one while it lasts', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    for (let time = 0; time < 5; time += 1) {
      await expect(pool.answer(username, session, pickWrongCode(pool, secret))).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
    }
    await expect(pool.answer(username, session, pool.codeOf(secret))).rejects.toMatchObject(LOCKED)
    clock.advance(1)
    expect((await pool.answer(username, session, pool.codeOf(secret))).AuthenticationResult).toBeDefined()
  })

  it('is over when the clock is set back before it began', async () => {
    const username = await pool.createUser()
    await failTimes(username, 5)
    clock.set('2026-10-01T09:00:00Z')
    expect((await pool.signIn(username)).AuthenticationResult).toBeDefined()
  })

  it('survives a restart', async () => {
    const username = await pool.createUser()
    await failTimes(username, 5)
    pool = await local.restart()
    await expect(pool.signIn(username)).rejects.toMatchObject(LOCKED)
  })
})

describe('time', () => {
  it.each([
    [-3, false],
    [-1, true],
    [0, true],
    [1, true],
    [3, false],
  ])('takes the code of step %i: %s', async (steps, accepted) => {
    const { username, secret } = await pool.createTotpUser()
    clock.advance(300)
    const answer = pool.answer(username, await pool.challenge(username), pool.codeOf(secret, steps))
    if (accepted) expect((await answer).AuthenticationResult).toBeDefined()
    else await expect(answer).rejects.toMatchObject({ name: 'CodeMismatchException' })
  })

  it('takes one code once, when twenty sessions answer with it at once', async () => {
    const { username, secret } = await pool.createTotpUser()
    const sessions = await Promise.all(Array.from({ length: 20 }, () => pool.challenge(username)))
    const results = await Promise.allSettled(
      sessions.map((session) => pool.answer(username, session, pool.codeOf(secret))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const names = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.name] : []))
    expect(new Set(names)).toEqual(new Set(['ExpiredCodeException']))
  })

  it('ends a challenge after three minutes', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    clock.advance(180)
    await expect(pool.answer(username, session, pool.codeOf(secret))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user, session is expired.',
    })
  })

  it('ends an access token after a day', async () => {
    const AccessToken = await pool.accessTokenOf(await pool.createUser())
    clock.advance(24 * 3600 - 1)
    await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))
    clock.advance(1)
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token has expired',
    })
  })

  it('shows its own time in the Date header, which clients set their clocks by', async () => {
    const reply = await fetch(local.cognito().url, { method: 'POST' })
    expect(reply.headers.get('date')).toBe('Sat, 21 Nov 2026 09:00:00 GMT')
  })
})

describe('forgery', () => {
  it('refuses a session with a changed character, and a token of another pool', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    const tampered = session.startsWith('e') ? `f${session.slice(1)}` : `e${session.slice(1)}`
    const refusal = { name: 'NotAuthorizedException', message: 'Invalid session for the user.' }
    await expect(pool.answer(username, tampered, pool.codeOf(secret))).rejects.toMatchObject(refusal)

    const elsewhere = await startLocalPool(clock.now)
    const other = elsewhere.driver()
    await other.client.send(new AdminCreateUserCommand({ ...other.named(username), MessageAction: 'SUPPRESS' }))
    await other.client.send(
      new AdminSetUserPasswordCommand({ ...other.named(username), Password: PASSWORD, Permanent: true }),
    )
    const AccessToken = await other.accessTokenOf(username)
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid Access Token',
    })
    await elsewhere.stop()
  })

  it('refuses a session in place of an access token', async () => {
    const { username } = await pool.createTotpUser()
    const AccessToken = await pool.challenge(username)
    await expect(pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).rejects.toMatchObject({
      message: 'Invalid Access Token',
    })
  })

  it('requires credentials for operations of administrators', async () => {
    const reply = await fetch(local.cognito().url, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers' },
      body: JSON.stringify({ UserPoolId: 'local_partnerview' }),
    })
    expect(reply.status).toBe(400)
    expect(reply.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException')
    expect(await reply.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' })
  })
})

it('reports invalid JSON', async () => {
  const reply = await fetch(local.cognito().url, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AssociateSoftwareToken' },
    body: '{"AccessToken"',
  })
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ __type: 'SerializationException' })
})

describe('an unsupported request', () => {
  it('is refused with the name of its operation', async () => {
    await expect(
      pool.client.send(new ForgotPasswordCommand({ ClientId: pool.clientId, Username: 'anna' })),
    ).rejects.toMatchObject({ name: 'UnknownOperationException', message: expect.stringContaining("'ForgotPassword'") })
  })

  it('is refused for a parameter that the stand-in would ignore, and when it asks for an invitation', async () => {
    await expect(
      pool.client.send(
        new AdminCreateUserCommand({ ...pool.named('anna'), MessageAction: 'SUPPRESS', ForceAliasCreation: true }),
      ),
    ).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('ForceAliasCreation'),
    })
    await expect(pool.client.send(new AdminCreateUserCommand(pool.named('anna')))).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringContaining('SUPPRESS'),
    })
  })
})

describe('state', () => {
  it('survives a restart: users, secrets, sessions, spent codes, tokens', async () => {
    const { username, secret } = await pool.createTotpUser()
    const session = await pool.challenge(username)
    const AccessToken = (await pool.answer(username, session, pool.codeOf(secret))).AuthenticationResult?.AccessToken
    const open = await pool.challenge(username)
    pool = await local.restart()
    await expect(pool.answer(username, session, pool.codeOf(secret, 1))).rejects.toMatchObject({
      message: 'Invalid session for the user, session can only be used once.',
    })
    await expect(pool.answer(username, open, pool.codeOf(secret))).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    })
    expect((await pool.answer(username, open, pool.codeOf(secret, 1))).AuthenticationResult).toBeDefined()
    expect(await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))).toMatchObject({
      SecretCode: expect.any(String),
    })
  })

  it('shows the workbench the secret in force, or the one being set up while login asks for no code', async () => {
    const username = await pool.createUser()
    const shown = () => local.cognito().totpSecretOf(username)
    const asksCode = (Enabled: boolean) =>
      pool.client.send(
        new AdminSetUserMFAPreferenceCommand({ ...pool.named(username), SoftwareTokenMfaSettings: { Enabled } }),
      )
    expect(shown()).toBeNull()
    expect(local.cognito().totpSecretOf('nobody')).toBeNull()
    const AccessToken = await pool.accessTokenOf(username)
    const setUp = async () => {
      const { SecretCode } = await pool.client.send(new AssociateSoftwareTokenCommand({ AccessToken }))
      return SecretCode ?? ''
    }
    const first = await setUp()
    expect(shown()).toBe(first)
    await pool.client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: pool.codeOf(first) }))
    expect(shown()).toBe(first)
    await asksCode(true)
    await setUp()
    expect(shown()).toBe(first)
    await asksCode(false)
    const second = await setUp()
    expect(shown()).toBe(second)
    expect(local.cognito().users()).toEqual([{ username, enabled: true, status: 'CONFIRMED', mfaEnabled: false }])
  })

  it('loses nothing it has acknowledged when it is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cognito-killed-'))
    const running = await startInProcess(
      new URL('./cognito.ts', import.meta.url).href,
      `startCognito({ folder: ${JSON.stringify(folder)}, now: Date.now })`,
    )
    const client = createLocalCognitoClient(running.url)
    const target = { client, userPoolId: 'local_partnerview', clientId: 'partnerview-local', now: Date.now }
    const driver = createPoolDriver(target)
    const acknowledged: string[] = []
    const writers = Array.from({ length: 8 }, async () => {
      while (acknowledged.length < 60) acknowledged.push(await driver.createUser())
      await running.kill()
    })
    await Promise.allSettled(writers)
    // A kill in the middle of a write leaves half a line.
    appendFileSync(join(folder, 'users.log'), '{"key":"half')

    const revived = await startCognito({ folder, now: Date.now })
    const after = createPoolDriver({ ...target, client: createLocalCognitoClient(revived.url) })
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
    for (const username of acknowledged) await after.client.send(new AdminGetUserCommand(after.named(username)))
    expect((await after.signIn(acknowledged[0]!)).AuthenticationResult).toBeDefined()
    await after.createUser()
    await revived.close()
    rmSync(folder, { recursive: true })
  })
})
