// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'

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

async function book(customerName: string, appointmentDate: string) {
  const body = {
    customerName,
    customerPhone: '0475123456',
    appointmentDate,
    appointmentTime: '10:00',
    bookAnyway: true,
  }
  const answer = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  expect(answer.status).toBe(201)
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

test('the toast undoes a change of status', async () => {
  const { user } = await open()
  await user.click(within(await row('Eerste Klant')).getByRole('button', { name: /^Status van Eerste Klant/ }))
  const choices = await screen.findByRole('dialog', { name: 'Status van Eerste Klant' })
  await user.click(within(choices).getByRole('button', { name: 'Geannuleerd' }))
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
