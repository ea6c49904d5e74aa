import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, hintsFor, makeApiKey, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { login, PASSWORD } from '../logins.ts'
import { isAboutRecord, readRoutes, writeRoutes } from '../proven-routes.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'
import { buildBodyWithText } from '../sample.ts'

let world: World
let cast: Cast
let output = ''
const level = process.env['POWERTOOLS_LOG_LEVEL']

beforeAll(async () => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'DEBUG'
  process.env['POWERTOOLS_METRICS_DISABLED'] = 'false'
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      output += String(chunk)
      return true
    })
  }
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(async () => {
  vi.restoreAllMocks()
  process.env['POWERTOOLS_LOG_LEVEL'] = level ?? 'SILENT'
  process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
  await world.stop()
})

/**
 * Values for the fields of request bodies. Nothing else writes these texts, so one of them in the log comes from a
 * body.
 */
const planted = {
  customerName: 'Gezocht-Klantnaam',
  notes: 'Gezocht-Notitie NL91ABNA0417164300',
  customerEmail: 'gezocht-adres@example.nl',
  customerPhone: '0475 987654',
  companyName: 'Gezocht-Bedrijf',
  address: 'Gezochtestraat',
}
const plantedTexts = ['Gezocht', 'gezocht-adres', '987654', 'ABNA', '0417164300']

it('no log line holds a password, a session, a secret, a code, a token, an IBAN or a text of a body', async () => {
  const secrets = new Set<string>([PASSWORD, ...plantedTexts])
  const replies: Record<string, unknown>[] = []
  for (const route of writeRoutes) {
    const ready = await prepareCall(world, cast, route, { full: true })
    for (const secret of ready.secrets) secrets.add(secret)
    replies.push((await ready.send()).body ?? {})
    // Most of the calls that follow fail, each in another way.
    const as = await sessionFor(world, cast.admin)
    secrets.add(as)
    const body = buildBodyWithText(route.endpoint, 'Gezocht-Tekst', { ...hintsFor(cast, cast.admin), ...planted })
    await callRoute(world, route, { as, body })
    await callRoute(world, route, { as, body: '{"password": "Gezocht-Wachtwoord' })
    await callRoute(world, route, { cookies: [`sid=${as}`] })
    await callRoute(world, route, { headers: { sessionid: 'Gezocht-Sessie', authorization: 'Bearer Gezocht-Token' } })
  }
  const apiKey = await makeApiKey(cast.admin)
  secrets.add(apiKey)
  for (const route of readRoutes.filter(isAboutRecord)) {
    // The path names an existing record. A token in it is a secret too.
    const id = await createRecordFor(world, cast, route, cast.agent[0])
    if (route.endpoint.path.includes('{token}')) secrets.add(String(id))
    await callRoute(world, route, { id, as: await sessionFor(world, cast.agent[0]), hints: { q: 'Gezocht-Zoektekst' } })
  }
  await world.call('GET', '/api/appointments?q=Gezocht-Zoektekst', { as: await sessionFor(world, cast.admin) })
  for (const route of readRoutes) {
    await callRoute(world, route, { headers: { 'x-api-key': apiKey } })
    await callRoute(world, route, { headers: { 'x-api-key': 'pvk_Gezocht-Sleutel' } })
  }
  await login(world, { email: planted.customerEmail }, { password: 'Gezocht-Wachtwoord', code: '654321' })
  await breakTheTable()

  for (const body of replies) {
    for (const name of ['sessionId', 'manualSecret', 'backupCodes', 'apiKey']) {
      for (const value of [body[name] ?? []].flat()) secrets.add(String(value))
    }
    const { url, fields } = body
    // A reply may have a form that uploads to the bucket, or a calendar feed's address, which ends in a secret.
    const form = Object.entries((fields ?? {}) as Record<string, string>)
    for (const [name, value] of form) if (/^(policy|x-amz-signature)$/i.test(name)) secrets.add(value)
    if (!fields && typeof url === 'string') secrets.add(url.split('/').at(-1) ?? '')
  }
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const found = lines.flatMap((line) =>
    [...secrets].filter((secret) => line.includes(secret)).map((secret) => `${secret}: ${line.slice(0, 600)}`),
  )
  expect(lines.filter((line) => line.includes('"message":"request"')).length).toBeGreaterThan(writeRoutes.length * 4)
  expect(
    lines.some((line) => line.includes('"status":500')),
    'a failure was logged too',
  ).toBe(true)
  reportFigure('logs', '0 lines with a secret or a body', found.length, 0, found)
})

/** Makes a request that fails in the table; the error must not bring the item into the log. */
async function breakTheTable(): Promise<void> {
  const as = await sessionFor(world, cast.admin)
  const { documents } = await import('../../functions/platform/data/table.ts')
  const send = vi.spyOn(documents, 'send')
  const real = send.getMockImplementation()
  const original = Object.getPrototypeOf(documents).send as typeof documents.send
  send.mockImplementation(((command: { input: object }, ...rest: unknown[]) =>
    'TransactItems' in command.input
      ? Promise.reject(Object.assign(new Error('Invalid item'), { name: 'ValidationException', $metadata: {} }))
      : (original as (...given: unknown[]) => unknown).call(documents, command, ...rest)) as never)
  const body = {
    appointmentDate: '2026-12-01',
    appointmentTime: '10:00',
    agentId: cast.agent[0].id,
    ...planted,
  }
  const reply = await world.call('POST', '/api/appointments', { as, body })
  expect(real).toBeUndefined()
  expect(reply.status).toBe(500)
  expect(Object.keys(reply.body).sort()).toEqual(['message', 'requestId'])
  send.mockRestore()
}
