import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Guard, requireRight } from '../rights/guard.ts'
import { asFailure, serviceError } from '../stand-in/failure.ts'
import { readOrCreateSync } from '../stand-in/files.ts'
import { createLocks } from '../stand-in/locks.ts'
import { type Exchange, isSigned, readBody, startServer } from '../stand-in/server.ts'
import { createAdminOperations } from './admin-operations.ts'
import type { Operation, Pool } from './pool.ts'
import { createSignInOperations } from './sign-in-operations.ts'
import { createSoftwareTokenOperations } from './software-token-operations.ts'
import { createTokens } from './tokens.ts'
import { noTotp, openUsers, type PoolUser, type UserStatus } from './users.ts'

export interface CognitoOptions {
  /** Folder in which users and the signing key are stored. */
  readonly folder: string
  /** Milliseconds since 1970; decides lock-out, expiry and TOTP. */
  readonly now: () => number
  /** Port to listen on; 0, the default, takes a free port. */
  readonly port?: number
  /** Minimum length of a password, 6 by default. It is the only rule of the pool's password policy (rulings 9). */
  readonly minimumPasswordLength?: number
  /** Lifetime of the app client's access tokens; 24 by default. */
  readonly accessTokenHours?: number
  /** Refuses what the caller's role may not do. */
  readonly guard?: Guard
}

export interface LocalUser {
  readonly username: string
  readonly enabled: boolean
  readonly status: UserStatus
  readonly mfaEnabled: boolean
}

export interface LocalCognito {
  /** Address of the stand-in, for AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER. */
  readonly url: string
  close(): Promise<void>
  /**
   * Returns a user's base32 TOTP secret, from which the workbench (`/__local`) computes codes; null without one. With
   * TOTP on, returns the secret that login checks. With TOTP off, prefers the secret that is being set up.
   */
  totpSecretOf(username: string): string | null
  /** Returns everyone in the pool, sorted by username. */
  users(): LocalUser[]
}

const TARGET = 'AWSCognitoIdentityProviderService.'
const BODY_LIMIT = 1024 * 1024

/**
 * Starts a stand-in for one Cognito user pool: a local server with the real protocol, rules and error names. It has MFA
 * OPTIONAL and one app client that prevents user existence errors. Refuses operations that this application does not
 * call.
 */
export async function startCognito(options: CognitoOptions): Promise<LocalCognito> {
  mkdirSync(options.folder, { recursive: true })
  const users = openUsers(options.folder)
  const pool: Pool = {
    userPoolId: 'local_partnerview',
    clientId: 'partnerview-local',
    minimumPasswordLength: options.minimumPasswordLength ?? 6,
    accessTokenHours: options.accessTokenHours ?? 24,
    now: options.now,
    users,
    tokens: createTokens(readOrCreateSync(join(options.folder, 'signing.key'), () => randomBytes(32))),
    withLock: createLocks(),
  }
  const operations = new Map(
    Object.entries({
      ...createAdminOperations(pool),
      ...createSignInOperations(pool),
      ...createSoftwareTokenOperations(pool),
    }),
  )
  const server = await startServer({
    port: options.port ?? 0,
    now: options.now,
    handle: (exchange) => answer(operations, options.guard, exchange),
  })
  return {
    url: server.url,
    async close() {
      await server.close()
      users.close()
    },
    totpSecretOf(username) {
      const { enabled, secret, pending } = users.get(username)?.totp ?? noTotp
      return enabled ? secret : (pending ?? secret)
    },
    users: () =>
      users
        .keys()
        .sort()
        .flatMap((username) => summary(users.get(username))),
  }
}

function summary(user: PoolUser | undefined): LocalUser[] {
  if (user === undefined) return []
  return [{ username: user.username, enabled: user.enabled, status: user.status, mfaEnabled: user.totp.enabled }]
}

async function answer(
  operations: ReadonlyMap<string, Operation>,
  guard: Guard | undefined,
  { request, response, requestId }: Exchange,
): Promise<void> {
  response.setHeader('x-amzn-requestid', requestId)
  response.setHeader('content-type', 'application/x-amz-json-1.1')
  try {
    const body = await readBody(request, BODY_LIMIT)
    const operation = find(operations, request.headers['x-amz-target'])
    if (operation.signed && !isSigned(request)) {
      throw serviceError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    if (operation.signed && guard) demandOperation(guard, request)
    const result = await operation.run(parse(body))
    response.end(JSON.stringify(result))
  } catch (error) {
    const { name, message, status } = asFailure(error, 'InternalErrorException')
    response.writeHead(status, { 'x-amzn-errortype': name })
    response.end(JSON.stringify({ __type: name, message }))
  }
}

/**
 * Refuses an operation that the caller's role does not allow. Operations authorised by an access token need no right.
 */
function demandOperation(guard: Guard, request: Exchange['request']): void {
  const action = `cognito-idp:${String(request.headers['x-amz-target']).slice(TARGET.length)}`
  const accesses = [{ action, resource: guard.arns.userPool }]
  requireRight(guard, guard.senderOf(request), accesses, { name: 'AccessDeniedException', status: 400 })
}

function find(operations: ReadonlyMap<string, Operation>, target: string | string[] | undefined): Operation {
  const name = typeof target === 'string' && target.startsWith(TARGET) ? target.slice(TARGET.length) : ''
  const operation = operations.get(name)
  if (operation === undefined) {
    throw serviceError(
      'UnknownOperationException',
      `The local Cognito stand-in does not do '${name || target}'. It does: ${[...operations.keys()].sort().join(', ')}`,
    )
  }
  return operation
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw serviceError('SerializationException', 'The request is not JSON')
  }
}
