// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectBrowser, logIn } from '../../frontend/testing/browser.tsx'
import { findFieldsMissingInForm, findFieldsMissingOnCards } from '../../frontend/testing/fields.ts'
import { findUndeclaredImports } from '../../scripts/conventions/domain-imports.ts'
import { type Person, startWorld, type World } from '../world.ts'
import { domain } from './domain.ts'
import { complaint, complaintFields } from './record.ts'

let world: World
let people: Record<'admin' | 'lead' | 'agent' | 'colleague' | 'stranger', Person>

beforeAll(async () => {
  world = await startWorld()
  const { complaints } = await import('./api.ts')
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

test('the list has the complaints within reach, page after page', async () => {
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

test('a change needs the newest version and is audited; without the right to read it is a 404', async () => {
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

test('the audit log has words for each field, and the name of the owner follows a rename', async () => {
  const [{ buildRecordWords }, { anyFields }, { complaintNames }, { propagatePersonName }, { findUser, Users }] =
    await Promise.all([
      import('../../frontend/domains/audit/export.ts'),
      import('../../frontend/features/security/audit/audit-words.ts'),
      import('./entity.ts'),
      import('../../functions/records/names.ts'),
      import('../../functions/platform/identity/user.ts'),
    ])
  const { id } = await note('colleague', 'naam')
  const [log] = (await world.call('GET', `/api/audit-logs?entityId=${id}`, { as: await as('admin') })).body
  const shownFields = Object.keys({ ...anyFields, ...buildRecordWords('complaint', complaint)['complaint']?.fields })
  expect(shownFields).toEqual(expect.arrayContaining(Object.keys(log.newData)))
  await Users.patch({ id: people.colleague.id }).set({ firstName: 'Karla' }).go()
  const user = await findUser(people.colleague.id)
  if (!user) throw new Error('Everybody is still here')
  await propagatePersonName(user, [complaintNames])
  const { body } = await world.call('GET', `/api/complaints/${id}`, { as: await as('admin') })
  expect(body.owner).toMatchObject({ firstName: 'Karla' })
})

test('a team leader assigns a complaint to a colleague of the team; an agent gets a 403', async () => {
  const { id } = await note('agent', 'meter')
  const give = async (who: keyof typeof people, to: keyof typeof people) =>
    (await world.call('PATCH', `/api/complaints/${id}`, { as: await as(who), body: { ownerId: people[to].id } })).status
  expect(await give('agent', 'colleague')).toBe(403)
  expect(await give('lead', 'stranger')).toBe(422)
  expect(await give('lead', 'colleague')).toBe(200)
})

test('list and file are filtered by status, and the file is audited', async () => {
  const { id } = await note('agent', 'opgelost')
  await note('agent', '=1+1')
  await world.call('PATCH', `/api/complaints/${id}`, { as: await as('agent'), body: { status: 'solved' } })
  const solved = await listed('agent', '?status=solved')
  expect(solved).toContain('opgelost')
  expect(solved).not.toContain('=1+1')
  expect(await listed('agent', '?status=open')).not.toContain('opgelost')
  expect((await world.call('GET', '/api/complaints?status=x', { as: await as('agent') })).status).toBe(400)
  const file = (query: string) =>
    as('agent').then((by) => world.call('GET', `/api/complaints/export${query}`, { as: by }))
  const csv = await file('?status=solved')
  const [header, ...rows] = csv.text.split('\r\n').filter(Boolean)
  expect(header).toMatch(/Klant;Klacht;Status;Behandelaar;Genoteerd$/)
  expect(rows).toHaveLength(solved.length)
  expect(rows).toContainEqual(expect.stringMatching(/^Jansen;opgelost;Opgelost;Bram Bos;\d\d-\d\d-\d{4}$/))
  expect((await file('?status=open')).text).toContain("'=1+1")
  expect((await file('?format=xlsx')).headers['content-type']).toMatch(/spreadsheetml/)
  const { body } = await world.call('GET', '/api/audit-logs?entityType=complaint-export', { as: await as('admin') })
  expect(body).toContainEqual(
    expect.objectContaining({
      action: 'complaint.export',
      newData: { format: 'csv', filter: { status: 'solved' }, count: solved.length },
    }),
  )
})

test('the history names who changed which field; without the right to read it is a 404', async () => {
  const { id } = await note('agent', 'storing')
  await world.call('PATCH', `/api/complaints/${id}`, { as: await as('agent'), body: { status: 'solved' } })
  const { body } = await world.call('GET', `/api/complaints/${id}/history`, { as: await as('colleague') })
  expect(body).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ verb: 'create', changes: [] }),
      expect.objectContaining({
        userName: 'Bram Bos',
        changes: [{ field: 'status', before: 'open', after: 'solved' }],
      }),
    ]),
    isComplete: true,
  })
  expect((await world.call('GET', `/api/complaints/${id}/history`, { as: await as('stranger') })).status).toBe(404)
})

test('a deletion needs the newest version, and the right to change the complaint', async () => {
  const { id, version } = await note('agent', 'vergissing')
  const remove = async (who: keyof typeof people, ifMatch = version) =>
    (
      await world.call('DELETE', `/api/complaints/${id}`, {
        as: await as(who),
        headers: { 'if-match': `"${ifMatch}"` },
      })
    ).status
  expect(await remove('stranger')).toBe(404)
  expect(await remove('agent', version + 1)).toBe(409)
  expect(await remove('agent')).toBe(204)
  expect(await listed('agent')).not.toContain('vergissing')
})

async function openScreen(path = '/') {
  const { ComplaintsScreen } = await import('./screen.tsx')
  const { queryClient } = await import('../../frontend/lib/freshness.ts')
  await logIn(world, people.lead)
  // Lets the page read the session anew. Otherwise it would use the session of an earlier test of the same worker.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  window.history.replaceState(null, '', path)
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ComplaintsScreen />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return user
}

test('the screen lists and creates complaints, and shows what the form lacks', async () => {
  const user = await openScreen()
  await screen.findByText('een')
  await user.click(screen.getByRole('button', { name: 'Klacht toevoegen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Klacht toevoegen' })
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  expect(await within(dialog).findByText('Klantnaam is verplicht')).toBeTruthy()
  expect(findFieldsMissingInForm(dialog, complaintFields)).toEqual([])
  await user.type(within(dialog).getByLabelText(/^Klant/), 'De Wit')
  await user.type(within(dialog).getByLabelText(/^Klacht/), 'Te hoge rekening')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const row = (await screen.findByText('Te hoge rekening')).closest('tr') as HTMLElement
  expect(findFieldsMissingOnCards(row, complaintFields, { customerName: 'De Wit', status: 'open' })).toEqual([])
})

test('the screen keeps its filter in the address, and exports a file', async () => {
  const files: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  const user = await openScreen('/?status=solved')
  await screen.findByText('opgelost')
  expect(screen.queryByText('een')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('een')
  expect(window.location.search).toBe('?status=open')
  await user.click(screen.getByRole('button', { name: 'Exporteren' }))
  await user.click(await screen.findByRole('button', { name: /CSV/ }))
  await waitFor(() => expect(files).toEqual([expect.stringMatching(/^klachten-.*\.csv$/)]))
})

test('the form shows the history, and asks before it deletes the complaint', async () => {
  const user = await openScreen('/?status=solved')
  await user.click(await screen.findByText('storing'))
  const dialog = await screen.findByRole('dialog', { name: 'Klacht bewerken' })
  await user.click(within(dialog).getByText('Geschiedenis'))
  expect(await within(dialog).findByText('Status: Open → Opgelost')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  const question = await screen.findByRole('alertdialog', { name: 'Klacht van Jansen verwijderen?' })
  await user.click(within(question).getByRole('button', { name: 'Annuleren' }))
  expect(await listed('lead')).toContain('storing')
  await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }))
  const again = await screen.findByRole('alertdialog', { name: 'Klacht van Jansen verwijderen?' })
  await user.click(within(again).getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(screen.queryByText('storing')).toBeNull())
  expect(await listed('lead')).not.toContain('storing')
})

/** Counts the lines of a text, without empty ones at its end. */
const linesOf = (text: string) => text.trimEnd().split('\n').length
const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')

test('the domain imports of the others what its domain.ts names, and nothing else', () => {
  const files = ['entity.ts', 'handler.ts'].map((name) => ({
    path: `functions/complaints/${name}`,
    text: read(name).replaceAll("'../../functions/", "'../"),
  }))
  expect(findUndeclaredImports(files, { complaints: domain })).toEqual([])
})

test('the whole domain takes as many lines as docs/growing.md says, here and elsewhere', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const own = files.reduce((sum, name) => sum + linesOf(read(name)), 0)
  const blocks = [...read('wiring.md').matchAll(/^`([^`\n]+)`[^\n]*\n\n```\w*\n(.*?)\n```$/gms)]
  const wiring = blocks.map(([, path = '', text = '']) => ({ path, lines: linesOf(text) }))
  const missing = wiring.filter(({ path }) => !existsSync(join(import.meta.dirname, '../..', path)))
  expect(missing).toEqual([])
  const growing = read('../../docs/growing.md')
  expect(wiring.filter(({ path }) => !growing.includes(path))).toEqual([])
  const places = new Set(wiring.map(({ path }) => path)).size
  const elsewhere = wiring.reduce((sum, { lines }) => sum + lines, 0)
  const followed = `${own} lines in ${files.length} files, and ${elsewhere} lines in ${places} files elsewhere`
  expect(growing.replaceAll(/\s+/g, ' ')).toContain(followed)
  expect(own).toBeLessThanOrEqual(296)
  expect(elsewhere).toBeLessThanOrEqual(22)
})
