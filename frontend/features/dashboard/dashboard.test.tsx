// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, createFetch, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let agent: Person
beforeAll(async () => {
  world = await startWorld({ now: '2026-11-18T09:05:00Z' })
  await world.team(1)
  agent = await world.person({ firstName: 'Sophie', lastName: 'van Dam', role: 'agent', teamId: 1 })
  const colleague = await world.person({ firstName: 'Ruben', lastName: 'Groot', role: 'agent', teamId: 1 })
  await book(agent, 'particulier', '2026-11-18')
  await book(agent, 'particulier', '2026-11-03')
  await book(colleague, 'particulier', '2026-11-18')
  await book(colleague, 'zakelijk', '2026-10-12')
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function book(by: Person, type: string, appointmentDate: string) {
  const body = {
    customerName: 'De Boer',
    customerPhone: '0612345678',
    appointmentDate,
    appointmentTime: '10:00',
    bookAnyway: true,
    type,
  }
  const { status } = await world.call('POST', '/api/appointments', { as: await world.session(by), body })
  expect(status).toBe(201)
}

async function open() {
  await logIn(world, agent)
  const app = openApp('/dashboard')
  await screen.findByText('Particulier Afspraken')
  return app
}

/** Returns the queries within the card or section that has a heading. */
const part = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('section') ?? document.body)
const rows = (heading: string) =>
  part(heading)
    .queryAllByRole('listitem')
    .map((row) => row.textContent)

test('shows a greeting, the time, and three figures; the first is of today in every period', async () => {
  const { user } = await open()
  expect(screen.getByText('Goedemorgen, Sophie')).toBeTruthy()
  expect(screen.getByText('Hier is een overzicht van je activiteiten. Fijne dag!')).toBeTruthy()
  expect(screen.getByText('10:05')).toBeTruthy()
  expect(screen.getByText('wo 18 nov')).toBeTruthy()

  expect(await part('Afspraken vandaag').findByText('1')).toBeTruthy()
  expect(await part('Geplande afspraken').findByText('2')).toBeTruthy()
  expect(part('Geplande afspraken').getByText('Deze maand')).toBeTruthy()
  expect(part('Geregistreerde sales').getByText('24h - 0% toename')).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode' }), 'Vorige maand')
  expect(await part('Geplande afspraken').findByText('0')).toBeTruthy()
  expect(part('Geplande afspraken').getByText('Vorige maand')).toBeTruthy()
  expect(await part('Afspraken vandaag').findByText('1')).toBeTruthy()
})

test('the scoreboard ranks the best three, for the chosen period', async () => {
  const { user } = await open()
  expect(screen.getByText('Prestaties van deze maand')).toBeTruthy()
  expect(rows('Particulier Afspraken')).toEqual(['1Sophie van Dam2', '2Ruben Groot1'])
  expect(screen.getByText('Nog geen zakelijk afspraken deze maand')).toBeTruthy()
  expect(screen.getByText('Nog geen sales gecodeerd deze maand')).toBeTruthy()
  expect(screen.getByText('Topverkoper').nextElementSibling?.textContent).toBe('-')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Periode van het scorebord' }), 'Vandaag')
  expect(await screen.findByText('Nog geen zakelijk afspraken vandaag')).toBeTruthy()
  expect(screen.getByText('Prestaties van vandaag')).toBeTruthy()
  expect(rows('Particulier Afspraken')).toEqual(['1Ruben Groot1', '2Sophie van Dam1'])
})

test('failed figures show an error and can be retried', async () => {
  const real = createFetch(world)
  let broken = true
  globalThis.fetch = (input, init) =>
    broken && String(input).includes('/stats')
      ? Promise.resolve(new Response('kapot', { status: 500 }))
      : real(input, init)
  const { user } = await open()
  expect(await screen.findByText('HTTP error! status: 500')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('Afspraken vandaag')).toBeTruthy()
  expect(sent.filter(({ path }) => path.includes('/stats'))).toHaveLength(1)
})
