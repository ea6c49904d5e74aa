// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { breakNetwork, connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
let agent: Person
let as: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-24T08:00:00Z' })
  await world.team(1, 'Team Maas')
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(async () => {
  vi.stubGlobal('matchMedia', undefined)
  world.travel('2026-11-24T09:10:00Z')
  agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sophie', lastName: 'van Dam' })
  as = await logIn(world, agent)
})

const BODY = {
  ...{ appointmentDate: '2026-11-24', bookAnyway: true },
  ...{ customerPhone: '0475123456', customerEmail: 'klant@klant.example', address: 'Markt', houseNumber: '4' },
}

async function book(customerName: string, appointmentTime: string): Promise<string> {
  const body = { ...BODY, customerName, appointmentTime }
  const answer = await world.call('POST', '/api/appointments', { as, body })
  expect(answer.status).toBe(201)
  return answer.body.id
}

const read = async (id: string) => (await world.call('GET', `/api/appointments/${id}`, { as })).body
const button = (name: string) => screen.findByRole('button', { name })
const waitingFor = (count: number) =>
  screen.findByText(`Wordt verstuurd zodra je weer verbinding hebt: ${count}`, { selector: 'p' })
const isNothingWaiting = () => waitFor(() => expect(screen.queryByText(/^Wordt verstuurd/)).toBeNull())

test('shows the next appointment of today, and after its outcome the one after it', async () => {
  const first = await book('Eerste Klant', '10:15')
  await book('Tweede Klant', '11:15')
  const { user } = openApp('/mijn-dag')
  await user.click(await screen.findByRole('link', { name: 'Onderweg' }))
  expect(await screen.findByRole('heading', { name: 'Eerste Klant' })).toBeTruthy()
  expect(screen.getByText('10:15')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Route' })).getAttribute('href')).toContain('Markt+4')
  await user.click(await button('Offerte gestuurd'))
  expect(await screen.findByRole('heading', { name: 'Tweede Klant' })).toBeTruthy()
  await waitFor(async () => expect((await read(first)).status).toBe('quote-sent'))
  await user.click(await button('Ongedaan maken'))
  expect(await screen.findByRole('heading', { name: 'Eerste Klant' })).toBeTruthy()
  await waitFor(async () => expect((await read(first)).status).toBe('scheduled'))
})

test('offers to register the sale, and Ctrl Z undoes the outcome', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('Sale'))
  expect(await button('Sale registreren')).toBeTruthy()
  expect(await button('Ongedaan maken')).toBeTruthy()
  await waitFor(async () => expect((await read(id)).status).toBe('sale'))
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByText('Status teruggezet')).toBeTruthy()
  await waitFor(async () => expect((await read(id)).status).toBe('scheduled'))
  await user.click(await button('Sale'))
  await user.click(await button('Sale registreren'))
  expect(await screen.findByRole('dialog', { name: /sale/i })).toBeTruthy()
})

test('keeps what is tapped without a network, and sends it in order once there is one', async () => {
  const first = await book('Eerste Klant', '10:15')
  const second = await book('Tweede Klant', '11:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await screen.findByRole('heading', { name: 'Eerste Klant' })
  const restore = breakNetwork(/api\/appointments/)
  await user.click(await button('Ik ben er'))
  expect(await screen.findByText('Aangekomen om 10:10')).toBeTruthy()
  await user.click(await button('Sale'))
  await screen.findByRole('heading', { name: 'Tweede Klant' })
  await user.click(await button('No Sale'))
  expect(await screen.findByText('Geen afspraken meer vandaag')).toBeTruthy()
  await waitingFor(3)
  expect(JSON.stringify({ ...localStorage })).not.toContain('Eerste Klant')

  restore()
  window.dispatchEvent(new Event('online'))
  await isNothingWaiting()
  expect(await read(first)).toMatchObject({ status: 'sale', arrivedAt: '2026-11-24T09:10:00.000Z', version: 3 })
  expect(await read(second)).toMatchObject({ status: 'no-sale', version: 2 })
})

test('sends what was left when the app starts again, and forgets it at logout', async () => {
  const id = await book('Eerste Klant', '10:15')
  const restore = breakNetwork(/api\/appointments/)
  const { user, unmount } = openApp('/mijn-dag/onderweg')
  await user.click(await button('No Sale'))
  await waitingFor(1)
  unmount()
  restore()
  const again = openApp('/mijn-dag')
  await waitFor(async () => expect((await read(id)).status).toBe('no-sale'))
  again.unmount()

  await book('Tweede Klant', '11:15')
  breakNetwork(/api\/appointments/)
  const last = openApp('/mijn-dag/onderweg')
  await last.user.click(await button('No Sale'))
  await waitingFor(1)
  const { logout } = await import('../../../lib/session.ts')
  await logout()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})

/** Loads the page again: what was in memory is gone, what is on the device stays. */
async function reload(unmount: () => void) {
  unmount()
  const { queryClient } = await import('../../../lib/freshness.ts')
  queryClient.clear()
  return openApp('/mijn-dag/onderweg')
}

test('after a reload without a network, shows and takes outcomes of the planned appointments of today', async () => {
  const first = await book('Eerste Klant', '10:15')
  const second = await book('Tweede Klant', '11:15')
  const opened = openApp('/mijn-dag/onderweg')
  await opened.user.click(await button('No Sale'))
  await screen.findByRole('heading', { name: 'Tweede Klant' })
  await waitFor(async () => expect((await read(first)).status).toBe('no-sale'))
  await waitFor(() => expect(sessionStorage.getItem('kept-answer')).not.toContain('Eerste Klant'))

  const restore = breakRead()
  const { user, unmount } = await reload(opened.unmount)
  expect(await screen.findByText('Geen verbinding. Deze afspraken zijn van 10:10.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Tweede Klant' })).toBeTruthy()
  await user.click(await button('Offerte gestuurd'))
  await waitingFor(1)
  await reload(unmount)
  expect(await screen.findByText('Geen afspraken meer vandaag')).toBeTruthy()
  restore()
  window.dispatchEvent(new Event('online'))
  await waitFor(async () => expect((await read(second)).status).toBe('quote-sent'))
  await waitFor(() => expect(screen.queryByText(/^Geen verbinding/)).toBeNull())
})

test('forgets the appointments at logout, for another user, and on another day', async () => {
  await book('Eerste Klant', '10:15')
  const first = openApp('/mijn-dag/onderweg')
  await screen.findByRole('heading', { name: 'Eerste Klant' })
  first.unmount()
  await logIn(world, await world.person({ role: 'agent', teamId: 1 }))
  breakRead()
  const other = openApp('/mijn-dag/onderweg')
  expect(await screen.findByText('Laden is niet gelukt')).toBeTruthy()
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Eerste Klant')
  other.unmount()
  const { keepAnswer, loadKeptAnswer } = await import('../../../lib/browser-storage.ts')
  const { logout } = await import('../../../lib/session.ts')
  keepAnswer(agent.id, [])
  expect(loadKeptAnswer(agent.id)).not.toBeNull()
  expect(loadKeptAnswer('somebody else')).toBeNull()
  world.travel('2026-11-25T09:10:00Z')
  expect(loadKeptAnswer(agent.id)).toBeNull()
  await logout()
  expect(sessionStorage.length).toBe(0)
})

test('a mail of which the answer got lost is requested once', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('Ik kom 10 min later'))
  const question = await screen.findByRole('alertdialog', { name: 'Mail aan klant sturen?' })
  expect(within(question).getByText(/Sophie van Dam is ongeveer 10 minuten later bij u, rond 10:25\./)).toBeTruthy()
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await online(input, init)
    if (String(input).endsWith('/delay')) throw new TypeError('the answer got lost')
    return answer
  })
  await user.click(within(question).getByRole('button', { name: 'Versturen' }))
  await waitingFor(1)
  vi.stubGlobal('fetch', online)
  await user.click(await button('Nu versturen'))
  await isNothingWaiting()
  expect(await screen.findByText('De klant krijgt een mail: rond 10:25.')).toBeTruthy()
  const keys = sent.filter(({ path }) => path.endsWith('/delay')).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect((await read(id)).mails.filter(({ kind }: { kind: string }) => kind === 'late')).toHaveLength(1)
})

test('says that the customer gets a mail only where one goes, about the time of now', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('Ik kom 10 min later'))
  await world.call('PATCH', `/api/appointments/${id}`, { as, body: { notes: 'Bel aan bij nr. 6' } })
  await user.click(await button('Versturen'))
  const refusal = await screen.findByRole('alert')
  expect(screen.queryByText(/^De klant krijgt een mail/)).toBeNull()
  await user.click(within(refusal).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('De klant krijgt een mail: rond 10:25.')).toBeTruthy()
})

test('says that a mail about a delay failed, and offers it for another time', async () => {
  const id = await book('Eerste Klant', '10:15')
  const call = async (method: string, path: string, body?: object) =>
    expect((await world.call(method, `/api/appointments/${id}${path}`, { as, body })).status).toBe(200)
  await call('POST', '/delay')
  await call('PATCH', '', { status: 'no-sale' })
  await deliverOutbox(id)
  await call('PATCH', '', { status: 'scheduled' })
  const { unmount } = openApp('/mijn-dag/onderweg')
  expect(await screen.findByText('De mail over vertraging is mislukt. Bel de klant.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ik kom 10 min later' })).toBeNull()
  unmount()
  await logIn(world, agent)
  await call('PATCH', '', { appointmentTime: '15:00', bookAnyway: true })
  openApp('/mijn-dag/onderweg')
  await screen.findByText('15:00')
  await waitFor(() => expect(screen.queryByText(/is mislukt/)).toBeNull())
  expect(await button('Ik kom 10 min later')).toBeTruthy()
})

test('keeps what the server refuses, with its reason, to try again or throw away', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await screen.findByRole('heading', { name: 'Eerste Klant' })
  const changeElsewhere = async (notes: string) =>
    expect((await world.call('PATCH', `/api/appointments/${id}`, { as, body: { notes } })).status).toBe(200)
  await changeElsewhere('Bel aan bij nr. 6')
  await user.click(await button('No Sale'))
  const refusal = await screen.findByRole('alert')
  expect(within(refusal).getByText('Eerste Klant: No Sale')).toBeTruthy()
  expect(await screen.findByText('Bel aan bij nr. 6')).toBeTruthy()
  await user.click(within(refusal).getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('Geen afspraken meer vandaag')).toBeTruthy()
  await waitFor(async () => expect((await read(id)).status).toBe('no-sale'))
})

test('throws away a tap that the server cannot take, and sends those behind it', async () => {
  const first = await book('Eerste Klant', '10:15')
  const second = await book('Tweede Klant', '11:15')
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    String(input).endsWith(first) && init?.method === 'PATCH'
      ? new Response('{"message":"Er ging iets mis"}', { status: 500 })
      : online(input, init),
  )
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('No Sale'))
  await screen.findByRole('heading', { name: 'Tweede Klant' })
  await user.click(await button('Offerte gestuurd'))
  expect(await screen.findByText('Niet verstuurd door een storing: 2', { selector: 'p' })).toBeTruthy()
  expect(await screen.findByText('Eerste Klant: No Sale', { selector: 'span' })).toBeTruthy()
  const [drop] = await screen.findAllByRole('button', { name: 'Weggooien' })
  if (drop) await user.click(drop)
  await waitFor(async () => expect((await read(second)).status).toBe('quote-sent'))
  expect(await screen.findByRole('heading', { name: 'Eerste Klant' })).toBeTruthy()
  expect((await read(first)).status).toBe('scheduled')
})

test('throws away what the server refuses', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await screen.findByRole('heading', { name: 'Eerste Klant' })
  await world.call('PATCH', `/api/appointments/${id}`, { as, body: { notes: 'Bel aan bij nr. 6' } })
  await user.click(await button('Sale'))
  await user.click(await button('Weggooien'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByRole('heading', { name: 'Eerste Klant' })).toBeTruthy()
  expect((await read(id)).status).toBe('scheduled')
})

test('says that an outcome is undone only once the server did so', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('In afwachting klant'))
  await waitFor(async () => expect((await read(id)).status).toBe('awaiting'))
  const restore = breakNetwork(/api\/appointments/)
  await user.click(await button('Ongedaan maken'))
  await waitingFor(1)
  expect(screen.getByRole('heading', { name: 'Eerste Klant' })).toBeTruthy()
  expect(screen.queryByText('Status teruggezet')).toBeNull()
  restore()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('Status teruggezet')).toBeTruthy()
  expect((await read(id)).status).toBe('scheduled')
})

test('an undo that is thrown away can be repeated', async () => {
  const id = await book('Eerste Klant', '10:15')
  const { user } = openApp('/mijn-dag/onderweg')
  await user.click(await button('No Sale'))
  await waitFor(async () => expect((await read(id)).status).toBe('no-sale'))
  const restore = breakNetwork(/api\/appointments/)
  await user.click(await button('Ongedaan maken'))
  await user.click(await button('Weggooien'))
  expect(await screen.findByText('Niet verstuurd. Je gooide het weg.')).toBeTruthy()
  restore()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect((await read(id)).status).toBe('scheduled'))
})

test('shows a team leader the appointments that are theirs to visit, not those they booked', async () => {
  const leader = await world.person({ role: 'teamleader', teamId: 1 })
  await book('Klant van Sophie', '09:45')
  as = await logIn(world, leader)
  await book('Klant van de leider', '10:15')
  await world.call('POST', '/api/appointments', {
    as,
    body: { ...BODY, customerName: 'Voor een agent', appointmentTime: '10:00', agentId: agent.id },
  })
  const { user } = openApp('/mijn-dag')
  await user.click(await screen.findByRole('link', { name: 'Onderweg' }))
  expect(await screen.findByRole('heading', { name: 'Klant van de leider' })).toBeTruthy()
  await user.click(await button('No Sale'))
  expect(await screen.findByText('Geen afspraken meer vandaag')).toBeTruthy()
})

test('is for those who visit customers, and says that loading failed', async () => {
  const restore = breakRead()
  const { unmount } = openApp('/mijn-dag/onderweg')
  expect(await screen.findByText('Laden is niet gelukt')).toBeTruthy()
  unmount()
  restore()
  await logIn(world, await world.person({ role: 'caller', teamId: 1 }))
  openApp('/mijn-dag/onderweg')
  expect(await screen.findByText('Toegang geweigerd')).toBeTruthy()
})

function breakRead() {
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (String(input).includes('/api/appointments')) throw new TypeError('no network')
    return online(input, init)
  })
  return () => vi.stubGlobal('fetch', online)
}
