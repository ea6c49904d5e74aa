// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function book(agent: Person, appointmentTime: string, place: object, status = 'scheduled') {
  const about = { customerName: 'Klant', customerPhone: '0475123456', appointmentDate: '2026-11-21', bookAnyway: true }
  const body = { ...about, appointmentTime, status, ...place }
  const reply = await world.call('POST', '/api/appointments', { as: await world.session(agent), body })
  expect(reply.status, reply.text).toBe(201)
}

const roermond = { address: 'Markt', houseNumber: '4', postalCode: '6041 EL', city: 'Roermond' }
const weert = { address: 'Kade', houseNumber: '1', postalCode: '6001 AA', city: 'Weert' }
const maastricht = { postalCode: '6211 AA', houseNumber: '9', city: 'Maastricht' }

const routes = async () =>
  (await screen.findAllByRole<HTMLAnchorElement>('link', { name: /^Route van vandaag/ })).map(
    ({ href, textContent }) => {
      const { origin, pathname, searchParams } = new URL(href)
      expect(origin + pathname).toBe('https://www.google.com/maps/dir/')
      return { text: textContent, ...Object.fromEntries(searchParams) } as Record<string, string>
    },
  )

test.each(['/mijn-dag', '/calendar?view=day'])(
  'the route at %s passes the addresses that are left today',
  async (at) => {
    const agent = await world.person({ role: 'agent', teamId: 1 })
    await book(agent, '13:00', maastricht)
    await book(agent, '08:00', weert)
    await book(agent, '09:30', roermond)
    await book(agent, '11:00', weert, 'awaiting')
    await book(agent, '12:00', weert, 'cancelled')
    await book(agent, '14:00', weert, 'sale')
    await book(agent, '15:00', { ...maastricht, houseNumber: '10' })
    await book(agent, '16:00', {})
    await book(await world.person({ role: 'agent', teamId: 1 }), '12:00', roermond)
    await logIn(world, agent)
    openApp(at)
    expect(await routes()).toEqual([
      {
        text: 'Route van vandaag in Google Maps, opent een nieuw tabblad ',
        ...{ api: '1', travelmode: 'driving', destination: '6211 AA 10, Maastricht' },
        waypoints: 'Markt 4, 6041 EL Roermond|Kade 1, 6001 AA Weert|6211 AA 9, Maastricht',
      },
    ])
    const text = screen.getByText(/Hemelsbreed ertussen/).textContent
    expect(text).toContain('Hemelsbreed ertussen: 20 km, 45 km, dichtbij. 1 afspraak zonder adres.')
    if (at === '/mijn-dag') expect(screen.getByText('Vandaag 7 afspraken, 1 met sale.')).toBeTruthy()
  },
)

test('a day of more addresses than a route takes has two routes', async () => {
  const agent = await world.person({ role: 'agent', teamId: 1 })
  for (let hour = 11; hour < 23; hour++) await book(agent, `${hour}:00`, { ...roermond, houseNumber: String(hour) })
  await logIn(world, agent)
  openApp('/mijn-dag')
  const [first, second, ...rest] = await routes()
  expect(rest).toEqual([])
  expect(first).toMatchObject({
    text: expect.stringContaining('adres 1 t/m 10'),
    destination: 'Markt 20, 6041 EL Roermond',
  })
  expect(first?.['waypoints']?.split('|')).toHaveLength(9)
  expect(second).toMatchObject({
    text: expect.stringContaining('adres 11 t/m 12'),
    ...{ waypoints: 'Markt 21, 6041 EL Roermond', destination: 'Markt 22, 6041 EL Roermond' },
  })
})

test('without an address there is no route', async () => {
  const agent = await world.person({ role: 'agent', teamId: 1 })
  await book(agent, '11:00', {})
  await logIn(world, agent)
  openApp('/mijn-dag')
  expect(await screen.findByText('Vandaag 1 afspraak, 0 met sale.')).toBeTruthy()
  expect(screen.queryByText(/Route van vandaag|zonder adres/)).toBeNull()
})
