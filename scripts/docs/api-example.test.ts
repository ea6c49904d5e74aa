import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it, vi } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../proofs/logins.ts'
import { startWorld } from '../../testing/world.ts'

const world = await startWorld()
await world.team(1)
const admin = await createPersonWithTwoFactor(world, { role: 'admin' })
const agent = await world.person({ role: 'agent', teamId: 1 })
const { as } = admin
// In a folder of the project, so that the example finds its package.
mkdirSync('dist', { recursive: true })
const folder = mkdtempSync('dist/example-')
afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  await world.stop()
})

it('the client of docs/api.md lists appointments with an API key', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? []
  expect(example).toContain('createClient<paths>')
  expect(example.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
  const appointment = {
    customerName: 'Bakkerij De Korenaar',
    customerPhone: '0475 123456',
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    agentId: agent.id,
  }
  expect(await world.call('POST', '/api/appointments', { as, body: appointment })).toMatchObject({ status: 201 })
  const key = await world.call('POST', '/api/admin/api-keys', {
    as,
    body: { name: 'Koppeling', description: '', expiresAt: '', password: PASSWORD, token: admin.codes[0] },
  })
  vi.stubEnv('PARTNERVIEW_URL', 'https://partnerview.example')
  vi.stubEnv('PARTNERVIEW_KEY', key.body.apiKey)
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search, origin } = new URL(request.url)
    expect(origin).toBe('https://partnerview.example')
    const { status, text, headers } = await world.call(request.method, pathname + search, {
      headers: Object.fromEntries(request.headers),
    })
    return new Response(text, { status, headers })
  })
  const printed: unknown[][] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...line) => void printed.push(line))
  writeFileSync(join(folder, 'example.ts'), example)
  await import(pathToFileURL(join(folder, 'example.ts')).href)
  log.mockRestore()
  expect(printed).toEqual([
    ['2026-11-24T09:00:00.000Z', 'Bakkerij De Korenaar', 'scheduled'],
    ['Next page:', 'none'],
  ])
})
