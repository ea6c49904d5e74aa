// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let agent: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
})
afterAll(() => world.stop())
connectBrowser(() => world)

beforeEach(async () => {
  vi.stubGlobal('matchMedia', undefined)
  agent = await world.person({ role: 'agent', teamId: 1 })
  await book('Eerste Klant', '2026-11-23')
  await book('Tweede Klant', '2026-11-24')
  await book('Derde Klant', '2026-11-25')
})

async function book(customerName: string, appointmentDate: string): Promise<{ id: string; version: number }> {
  const body = {
    customerName,
    customerPhone: '0475123456',
    appointmentDate,
    appointmentTime: '10:00',
    bookAnyway: true,
  }
  const answer = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  expect(answer.status).toBe(201)
  return answer.body
}

async function open() {
  await logIn(world, agent)
  // Shows one agent only, because the team also has the appointments of the other tests.
  return openApp(`/appointments?agentId=${agent.id}`)
}

const row = async (name: string) => (await screen.findByText(name, { selector: 'td *' })).closest('tr') as HTMLElement
const isShown = (name: string) => screen.queryByText(name, { selector: 'td *' }) !== null

async function remove(user: ReturnType<typeof openApp>['user'], name: string) {
  await user.click(within(await row(name)).getByRole('button', { name: `Afspraak met ${name} verwijderen` }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }))
  await waitFor(() => expect(isShown(name)).toBe(false))
}

async function setStatus(user: ReturnType<typeof openApp>['user'], name: string, status: string) {
  await user.click(within(await row(name)).getByRole('button', { name: new RegExp(`^Status van ${name}`) }))
  const choices = await screen.findByRole('dialog', { name: `Status van ${name}` })
  await user.click(within(choices).getByRole('button', { name: status }))
  await screen.findByText(`${name}: ${status}`)
}

const pressUndo = (user: ReturnType<typeof openApp>['user']) => user.keyboard('{Control>}z{/Control}')

async function statusOf({ id }: { readonly id: string }): Promise<string> {
  return (await world.call('GET', `/api/appointments/${id}`, { as: await world.session(agent) })).body.status
}

async function openChanges(user: ReturnType<typeof openApp>['user']) {
  await user.click(screen.getByRole('button', { name: /^Gebruikersmenu van/ }))
  await user.click(await screen.findByRole('button', { name: 'Net gedaan' }))
  return within(await screen.findByRole('dialog', { name: 'Net gedaan' }))
}

test('Ctrl Z undoes what was done last, then what was done before it, on any screen', async () => {
  const vierde = await book('Vierde Klant', '2026-11-26')
  const { user } = await open()
  await setStatus(user, 'Vierde Klant', 'Geannuleerd')
  await setStatus(user, 'Vierde Klant', 'No Sale')
  await remove(user, 'Tweede Klant')
  // In a field the keys are those of the browser.
  await user.click(screen.getByRole('searchbox', { name: 'Zoek een klant' }))
  await pressUndo(user)
  await user.click(screen.getByRole('link', { name: 'Beveiliging' }))
  await waitFor(() => expect(location.pathname).toBe('/security'))
  expect(sent.filter(({ path }) => path.endsWith('/restore'))).toEqual([])

  await pressUndo(user)
  expect(await screen.findByText('Afspraak teruggezet')).toBeTruthy()
  await pressUndo(user)
  expect(await screen.findByText('Vierde Klant: Geannuleerd')).toBeTruthy()
  expect(await statusOf(vierde)).toBe('cancelled')
  await pressUndo(user)
  expect(await screen.findByText('Vierde Klant: Gepland')).toBeTruthy()
  expect(await statusOf(vierde)).toBe('scheduled')
  await pressUndo(user)
  expect(await screen.findByText('Niets om ongedaan te maken')).toBeTruthy()
})

test('what was just done is listed, undone from there, and says why an undo failed', async () => {
  const vijfde = await book('Vijfde Klant', '2026-11-26')
  const { user, unmount } = await open()
  await setStatus(user, 'Vijfde Klant', 'No Sale')
  await setStatus(user, 'Derde Klant', 'Geannuleerd')
  await setStatus(user, 'Derde Klant', 'No Sale')
  const as = await world.session(agent)
  await world.call('PATCH', `/api/appointments/${vijfde.id}`, { as, body: { notes: 'Intussen' } })

  const list = await openChanges(user)
  const texts = () => list.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(5))
  expect(texts()).toEqual([
    'Afspraak bijgewerktDerde Klant: No SaleOngedaan maken',
    'Afspraak bijgewerktDerde Klant: GeannuleerdMaak eerst de latere wijziging ongedaan.',
    'Afspraak bijgewerktVijfde Klant: No SaleOngedaan maken',
  ])
  await user.click(list.getAllByRole('button', { name: 'Ongedaan maken' })[1] as HTMLElement)
  const refusal = /^Afspraak bijgewerktVijfde Klant: No SaleIemand anders heeft deze afspraak intussen gewijzigd/
  await waitFor(() => expect(texts().at(-1)).toMatch(refusal))
  expect(await statusOf(vijfde)).toBe('no-sale')
  await user.click(list.getByRole('button', { name: 'Ongedaan maken' }))
  await waitFor(() => expect(texts()[0]).toBe('Afspraak bijgewerktDerde Klant: GeannuleerdOngedaan maken'))
  await pressUndo(user)
  await waitFor(() => expect(texts()).toHaveLength(1))
  expect(list.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull()

  await user.keyboard('{Escape}')
  await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Uitloggen' }))
  await screen.findByText('Log in om door te gaan')
  unmount()
  const again = await open()
  await row('Eerste Klant')
  expect((await openChanges(again.user)).getByText('Niets om ongedaan te maken')).toBeTruthy()
})

test('the toast undoes a change of status', async () => {
  const { user } = await open()
  await setStatus(user, 'Eerste Klant', 'Geannuleerd')
  const undo = await screen.findByRole('button', { name: 'Ongedaan maken' })
  expect(within(await row('Eerste Klant')).getByText('Geannuleerd')).toBeTruthy()
  await user.click(undo)
  expect(await screen.findByText('Status teruggezet')).toBeTruthy()
  await waitFor(async () => expect(within(await row('Eerste Klant')).getByText('Gepland')).toBeTruthy())
})

test('the toast undoes a deletion; focus goes to the next row, and finally to the heading', async () => {
  const { user } = await open()
  await remove(user, 'Tweede Klant')
  await waitFor(async () => expect(document.activeElement).toBe(await row('Derde Klant')))
  await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }))
  expect(await screen.findByText('Afspraak teruggezet')).toBeTruthy()
  await row('Tweede Klant')

  await remove(user, 'Derde Klant')
  await waitFor(async () => expect(document.activeElement).toBe(await row('Tweede Klant')))
  await remove(user, 'Tweede Klant')
  await remove(user, 'Eerste Klant')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})
