// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Baas' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Creates an agent to whom the admin assigns a number of leads, one by one. */
async function withLeads(count: number): Promise<Person> {
  const person = await world.person({ role: 'agent', teamId: 1, firstName: 'Bo' })
  const as = await world.session(admin)
  for (let at = 0; at < count; at++) {
    world.travel(Date.now() + 1_000)
    const body = { customerName: `Klant ${at}`, customerPhone: '06 12345678', ownerId: person.id }
    await world.call('POST', '/api/leads', { as, body })
  }
  return person
}

async function open(count: number, path = '/security') {
  const person = await withLeads(count)
  await logIn(world, person)
  const app = openApp(path)
  const name = count === 0 ? 'Meldingen' : `Meldingen, ${count} ongelezen`
  return { person, bell: await screen.findByRole('button', { name }), ...app }
}

const panel = () => screen.findByRole('dialog', { name: 'Meldingen' })
const links = (place: HTMLElement) => within(place).getAllByRole('link', { name: /^Lead toegewezen/ })

test('the bell counts unread notifications, and each opens its record and becomes read', async () => {
  const { user, bell } = await open(2)
  await user.click(bell)
  const place = await panel()
  expect(await within(place).findByText('Vandaag')).toBeTruthy()
  expect(links(place).map((link) => link.textContent?.includes('(ongelezen)'))).toEqual([true, true])
  expect(links(place)[0]?.textContent).toContain('Klant 1 · Door Ada Baas')
  await user.click(links(place)[0] as HTMLElement)
  expect(location.pathname + location.search).toMatch(/^\/leads\?lead=/)
  // The dialog of the lead hides the page behind it from screen readers. So the button is searched among hidden
  // elements.
  expect(await screen.findByRole('button', { name: 'Meldingen, 1 ongelezen', hidden: true })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Meldingen' })).toBeNull()
})

test('a notification offers the next step: a payment file is downloaded, new contracts are divided', async () => {
  const { Notifications } = await import('../../../functions/platform/data/notifications.ts')
  const { sampleFacts } = await import('../../../testing/notifications.ts')
  const about = { userId: admin.id, by: admin.id, count: 1, expires: 2_000_000_000 }
  const upload = { ...sampleFacts['upload-done'], list: 'contracts' }
  for (const [id, kind, facts] of [
    ['file', 'payment-file-decided', { ...sampleFacts['payment-file-decided'], outcome: 'approved' }],
    ['no', 'payment-file-decided', sampleFacts['payment-file-decided']],
    ['list', 'upload-done', upload],
    ['bad', 'upload-done', { ...upload, hasFailed: true }],
  ] as const) {
    const at = new Date(Date.now() - 60_000).toISOString()
    await Notifications.put({ ...about, id, kind, subject: id, facts, at, unreadSince: at } as never).go()
  }
  await logIn(world, admin)
  openApp('/meldingen')
  expect(await screen.findAllByText(/^Betaalbestand/)).toHaveLength(2)
  const buttons = screen.getAllByRole('link', { name: /^(Downloaden|Verdelen|Bekijken): / })
  expect(buttons.map((link) => link.getAttribute('href')).toSorted()).toEqual([
    '/expiring-contracts?uploadId=list',
    '/expiring-contracts?uploadId=list&kies=alles&doe=verdelen',
    '/self-billing/betalingen?bestand=file&doe=downloaden',
  ])
})

test('the keyboard moves up and down, marks a notification as read and unread, and closes', async () => {
  const { user, bell } = await open(3)
  bell.focus()
  await user.keyboard('{Enter}')
  const place = await panel()
  await waitFor(() => expect(document.activeElement).toBe(links(place)[0]))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(links(place)[2])
  await user.keyboard('{ArrowUp}u')
  expect(await screen.findByRole('button', { name: 'Meldingen, 2 ongelezen' })).toBeTruthy()
  await waitFor(() => expect(links(place)[1]?.textContent).not.toContain('(ongelezen)'))
  await user.keyboard('u')
  expect(await screen.findByRole('button', { name: 'Meldingen, 3 ongelezen' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(bell))
})

test('a filter shows only unread notifications, and a button marks all as read', async () => {
  const { user, bell } = await open(2)
  await user.click(bell)
  const place = await panel()
  await within(place).findByText('Vandaag')
  await user.click(within(place).getByRole('radio', { name: /Ongelezen/ }))
  expect(await within(place).findByText('Vandaag')).toBeTruthy()
  await user.click(within(place).getByRole('button', { name: 'Alles als gelezen markeren' }))
  expect(await within(place).findByText('Alles gelezen')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Meldingen' })).toBeTruthy()
})

test('new notifications and those read in another tab appear without a reload', async () => {
  const { person, user, bell } = await open(1)
  await user.click(bell)
  const place = await panel()
  await within(place).findByText('Vandaag')
  world.travel(Date.now() + 1_000)
  const as = await world.session(admin)
  await world.call('POST', '/api/leads', {
    ...{ as, body: { customerName: 'Later', customerPhone: '06 12345678', ownerId: person.id } },
  })
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('button', { name: 'Meldingen, 2 ongelezen' })).toBeTruthy()
  await waitFor(() => expect(links(place)).toHaveLength(2))

  const until = new Date().toISOString()
  await world.call('POST', '/api/notifications', { as: await world.session(person), body: { until } })
  const other = new BroadcastChannel('changes')
  other.postMessage(['notification'])
  expect(await screen.findByRole('button', { name: 'Meldingen' })).toBeTruthy()
  other.close()
})

test('the page lists all notifications, and reports when they cannot be loaded', async () => {
  const back = failRequests(/\/api\/notifications\?/)
  const { user } = await open(0, '/meldingen')
  const again = await findRetryButton()
  back()
  await user.click(again)
  expect(await screen.findByText('Nog geen meldingen')).toBeTruthy()
})

test('a person chooses the channel of each kind that they can get', async () => {
  const { user, person } = await open(0, '/security?tab=meldingen')
  const field = await screen.findByLabelText('Leads aan mij toegewezen')
  expect(screen.queryByLabelText('Betaalbestand gemaakt')).toBeNull()
  await user.selectOptions(field, 'In de dagelijkse mail')
  await user.click(screen.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Meldingen ingesteld')).toBeTruthy()
  const { body } = await world.call('GET', '/api/notification-settings', { as: await world.session(person) })
  expect(body).toMatchObject({ version: 1, 'lead-assigned': 'daily', 'commission-paid': 'app' })
  expect(sent.some(({ method, path }) => method === 'PUT' && path === '/api/notification-settings')).toBe(true)
})
