import type { Route } from '../shared/contract/index.ts'
import type { Answer, CallOptions, Person, World } from '../testing/world.ts'
import { type Cast, callRoute, hintsFor, isAboutRecord, sessionFor } from './cast.ts'
import { codeOf, login, PASSWORD, personWithTwoFactor } from './logins.ts'
import { recordOf } from './records.ts'
import { bodyOf, fullBodyOf } from './sample.ts'

/** A call that succeeds, ready to be made. */
export interface Ready {
  /** Who does it. */
  readonly person: Person
  /** Sent with it, nowhere to be found again. */
  readonly secrets: readonly string[]
  /** What is sent: fields, the text of a form, or nothing. */
  readonly body?: unknown
  readonly send: (options?: CallOptions) => Promise<Answer>
}

/** Past every code used so far. */
const later = (world: World) => world.travel(Date.now() + 5 * 60_000)

type Prepare = (world: World, cast: Cast, route: Route) => Promise<Ready>

async function restricted(world: World): Promise<{ person: Person; as: string }> {
  const person = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
  return { person, as: String((await login(world, person)).body.sessionId) }
}

/** Calls that need more than a session and a body: a login, a code, a file. */
const special: Readonly<Record<string, Prepare>> = {
  'POST /api/login': async (world, _, route) => {
    const { person } = await personWithTwoFactor(world)
    later(world)
    const body = { email: person.email, password: PASSWORD, twoFactorCode: world.code(person.id) }
    return { person, secrets: [PASSWORD], body, send: (options) => callRoute(world, route, { body, ...options }) }
  },
  'POST /api/auth/user/2fa-setup': async (world, _, route) => {
    const { person, as } = await restricted(world)
    return { person, secrets: [as], send: (options) => callRoute(world, route, { as, ...options }) }
  },
  'POST /api/auth/user/2fa-verify': async (world, _, route) => {
    const { person, as } = await restricted(world)
    const { body } = await world.call('POST', '/api/auth/user/2fa-setup', { as })
    const secrets = [as, body.manualSecret, ...body.backupCodes]
    const proof = { token: codeOf(body.manualSecret) }
    return { person, secrets, body: proof, send: (options) => callRoute(world, route, { as, body: proof, ...options }) }
  },
  'POST /api/auth/user/2fa-disable': async (world, _, route) => {
    const { person, as, codes } = await personWithTwoFactor(world)
    const body = { password: PASSWORD, token: codes[0] }
    return {
      person,
      secrets: [as, PASSWORD, ...codes],
      body,
      send: (options) => callRoute(world, route, { as, body, ...options }),
    }
  },
  'POST /api/auth/user/2fa-backup-codes': async (world, _, route) => {
    const { person, as, codes } = await personWithTwoFactor(world)
    later(world)
    const body = { token: world.code(person.id) }
    return {
      person,
      secrets: [as, ...codes],
      body,
      send: (options) => callRoute(world, route, { as, body, ...options }),
    }
  },
  'PATCH /api/users/{id}/password': async (world, cast, route) => {
    const { person } = await personWithTwoFactor(world)
    const as = await sessionFor(world, cast.admin)
    const body = { newPassword: 'Nieuw-paneel-8' }
    return {
      person: cast.admin,
      secrets: [as, body.newPassword],
      body,
      send: (options) => callRoute(world, route, { as, id: person.id, body, ...options }),
    }
  },
  'POST /api/appointments/handover': async (world, cast, route) => {
    const as = await sessionFor(world, cast.admin)
    const leaver = await world.person({ teamId: 1 })
    const form = { customerName: 'Proef', customerPhone: '0475 123456', agentId: leaver.id }
    const booking = { ...form, appointmentDate: '2026-12-01', appointmentTime: '10:00' }
    await world.call('POST', '/api/appointments', { as, body: booking })
    const body = { fromUserId: leaver.id, toUserId: cast.agent[0].id }
    return {
      person: cast.admin,
      secrets: [as],
      body,
      send: (options) => callRoute(world, route, { as, body, ...options }),
    }
  },
  'DELETE /api/calendar-feed': async (world, cast, route) => {
    const as = await sessionFor(world, cast.admin)
    await world.call('POST', '/api/calendar-feed', { as })
    return { person: cast.admin, secrets: [as], send: (options) => callRoute(world, route, { as, ...options }) }
  },
  'POST /api/contracts/upload': async (world, cast, route) => {
    const as = await sessionFor(world, cast.admin)
    const rows = [
      'Sale ID;Klant;E-mail;Leverancier;IBAN;Tekendatum;Looptijd',
      `${crypto.randomUUID()};Proef BV;a@b.nl;Eneco;NL91ABNA0417164300;01-02-2024;36`,
    ]
    const body = `--grens\r\nContent-Disposition: form-data; name="file"; filename="proef.csv"\r\nContent-Type: text/csv\r\n\r\n${rows.join('\r\n')}\r\n--grens--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=grens' }
    return {
      person: cast.admin,
      secrets: [as],
      body,
      send: (options) => callRoute(world, route, { as, body, headers, ...options }),
    }
  },
}

/**
 * A call of a write endpoint that succeeds, by somebody whom its row allows: made from the schema, on a record of its
 * own, unless the endpoint needs more.
 */
export async function readyCall(world: World, cast: Cast, route: Route, full = false): Promise<Ready> {
  const prepare = special[route.key]
  if (prepare) return prepare(world, cast, route)
  const person = route.endpoint.path.startsWith('/api/auth/') ? cast.agent[0] : cast.admin
  const as = await sessionFor(world, person)
  const hints = { ...hintsFor(cast, person), email: `${crypto.randomUUID()}@example.nl`, timeoutMinutes: 60 }
  const id = isAboutRecord(route) ? await recordOf(world, cast, route, cast.agent[0]) : undefined
  const body = full ? fullBodyOf(route.endpoint, hints) : bodyOf(route.endpoint, hints)
  return {
    person,
    secrets: [as, PASSWORD],
    body,
    send: (options) => callRoute(world, route, { as, hints, id, ...(body === undefined ? {} : { body }), ...options }),
  }
}
