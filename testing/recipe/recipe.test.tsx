// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBrowser, logIn } from '../../frontend/testing/browser.tsx'
import { type Person, startWorld, type World } from '../world.ts'

let world: World
let people: Record<'admin' | 'lead' | 'agent' | 'colleague' | 'stranger', Person>

beforeAll(async () => {
  world = await startWorld()
  const { complaints } = await import('./contract.ts')
  const { handler } = await import('./handler.ts')
  world.serve(complaints, handler)
  await Promise.all([world.team(1), world.team(2)])
  people = {
    admin: await world.person({ role: 'admin' }),
    lead: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bram', lastName: 'Bos' }),
    colleague: await world.person({ role: 'agent', teamId: 1, firstName: 'Carla', lastName: 'Kok' }),
    stranger: await world.person({ role: 'agent', teamId: 2 }),
  }
})
afterAll(() => world.stop())
connectBrowser(() => world)

const as = (who: keyof typeof people) => world.session(people[who])
const note = async (who: keyof typeof people, complaint: string) =>
  (await world.call('POST', '/api/complaints', { as: await as(who), body: { customerName: 'Jansen', complaint } })).body
const listed = async (who: keyof typeof people, query = '') => {
  const { body } = await world.call('GET', `/api/complaints${query}`, { as: await as(who) })
  return body.map(({ complaint }: { complaint: string }) => complaint)
}

test('a domain made by the recipe is listed within reach, page after page', async () => {
  for (const complaint of ['een', 'twee', 'drie']) await note('agent', complaint)
  await note('stranger', 'elders')
  expect(await listed('admin')).toEqual(expect.arrayContaining(['een', 'twee', 'drie', 'elders']))
  expect(await listed('colleague')).not.toContain('elders')
  const first = await world.call('GET', '/api/complaints?limit=2', { as: await as('agent') })
  const next = /<([^>]*)>/.exec(first.headers['link'] ?? '')?.[1] ?? ''
  const rest = await world.call('GET', next, { as: await as('agent') })
  expect([...first.body, ...rest.body]).toHaveLength(3)
  expect((await world.call('GET', '/api/complaints?cursor=x', { as: await as('agent') })).status).toBe(400)
})

test('it is changed under If-Match, audited, and not there for who cannot read it', async () => {
  const { id, version } = await note('agent', 'lekkage')
  const change = async (who: keyof typeof people, ifMatch: number) =>
    world.call('PATCH', `/api/complaints/${id}`, {
      as: await as(who),
      body: { status: 'solved' },
      headers: { 'if-match': `"${ifMatch}"` },
    })
  expect((await change('stranger', version)).status).toBe(404)
  expect(await change('agent', version)).toMatchObject({
    status: 200,
    body: { status: 'solved', complaint: 'lekkage' },
  })
  expect(await change('lead', version)).toMatchObject({ status: 409, body: { message: /intussen gewijzigd/ } })
  const audit = await world.call('GET', `/api/audit-logs?entityType=complaint&entityId=${id}`, {
    as: await as('admin'),
  })
  const actions = audit.body.map(({ action }: { action: string }) => action)
  expect(actions.sort()).toEqual(['complaint.create', 'complaint.update'])
})

test('the audit log has words for each of its fields, and its names follow a rename', async () => {
  const [{ complaintsAudit }, { complaintNames }, { personFollowed }, { findUser, Users }] = await Promise.all([
    import('./audit.ts'),
    import('./names.ts'),
    import('../../functions/records/names.ts'),
    import('../../functions/platform/identity/user.ts'),
  ])
  const { id } = await note('colleague', 'naam')
  const [log] = (await world.call('GET', `/api/audit-logs?entityId=${id}`, { as: await as('admin') })).body
  const ofEveryRecord = ['id', 'version', 'createdAt', 'updatedAt']
  const told = [...ofEveryRecord, ...Object.keys(complaintsAudit['complaint']?.fields ?? {})]
  expect(told).toEqual(expect.arrayContaining(Object.keys(log.newData)))
  await Users.patch({ id: people.colleague.id }).set({ firstName: 'Karla' }).go()
  const user = await findUser(people.colleague.id)
  if (!user) throw new Error('Everybody is still here')
  await personFollowed(user, [complaintNames])
  const { body } = await world.call('GET', `/api/complaints/${id}`, { as: await as('admin') })
  expect(body.owner).toMatchObject({ firstName: 'Karla' })
})

test('it is given away by role, to a colleague whom one may choose', async () => {
  const { id } = await note('agent', 'meter')
  const give = async (who: keyof typeof people, to: keyof typeof people) =>
    (await world.call('PATCH', `/api/complaints/${id}`, { as: await as(who), body: { ownerId: people[to].id } })).status
  expect(await give('agent', 'colleague')).toBe(403)
  expect(await give('lead', 'stranger')).toBe(422)
  expect(await give('lead', 'colleague')).toBe(200)
})

test('its screen lists, makes and edits, with the states that every list has', async () => {
  const { ComplaintsScreen } = await import('./screen.tsx')
  const { queryClient } = await import('../../frontend/lib/query.ts')
  await logIn(world, people.lead)
  // What a page knew before it was opened, as tests of one worker share the session.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ComplaintsScreen />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('een')
  await user.click(screen.getByRole('button', { name: 'Nieuwe klacht' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe klacht' })
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await within(dialog).findByText('Klantnaam is verplicht')).toBeTruthy()
  await user.type(within(dialog).getByLabelText(/^Klant/), 'De Wit')
  await user.type(within(dialog).getByLabelText(/^Klacht/), 'Te hoge rekening')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await screen.findByText('Te hoge rekening')
})

test('a domain with list, create, edit and assign by role takes at most 350 lines', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'))
  const lines = files.map(
    (name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8')
        .trimEnd()
        .split('\n').length,
  )
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(350)
})
