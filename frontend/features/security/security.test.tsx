// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

const PASSWORD = 'Geheim-1234'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(7, 'Team Noord', 'nieuw-vennep')
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** A person who set 2FA up, logged in. */
async function open() {
  const person = await world.person({
    firstName: 'Sophie',
    lastName: 'van Dam',
    teamId: 7,
    password: PASSWORD,
    twoFactorEnabled: false,
  })
  const { body } = await world.call('POST', '/api/login', { body: { email: person.email, password: PASSWORD } })
  await world.call('POST', '/api/auth/user/2fa-setup', { as: body.sessionId })
  await world.call('POST', '/api/auth/user/2fa-verify', { as: body.sessionId, body: { token: world.code(person.id) } })
  world.travel(Date.now() + 60_000)
  const { body: user } = await world.call('GET', '/api/auth/user', { as: body.sessionId })
  localStorage.setItem('sessionId', body.sessionId)
  localStorage.setItem('user', JSON.stringify(user))
  const app = openApp('/security')
  await screen.findByText('10 backup codes over')
  return { person, ...app }
}

test('shows the account, the state of 2FA, the look and the tips', async () => {
  const { person } = await open()
  expect(screen.getByText(person.email)).toBeTruthy()
  expect(screen.getByText('Team Noord · Kantoor Nieuw-Vennep')).toBeTruthy()
  expect(screen.getByText('Actief')).toBeTruthy()
  expect(screen.getByText('Lokaal account')).toBeTruthy()
  expect(screen.getByText('Ingeschakeld')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Licht' })).toBeTruthy()
  expect(screen.getByText('Beveiligingstips')).toBeTruthy()
})

test('the session timeout takes 15 to 480 minutes, and is kept', async () => {
  const { user } = await open()
  const field = screen.getByLabelText<HTMLInputElement>('Session timeout (minuten)')
  expect(field.value).toBe('120')
  const save = screen.getByRole('button', { name: 'Opslaan' })
  for (const [text, problem] of [
    ['14', 'Kies minimaal 15 minuten'],
    ['481', 'Kies maximaal 480 minuten'],
    ['20,5', 'Vul een heel aantal minuten in'],
  ] as const) {
    await user.clear(field)
    await user.type(field, text)
    await user.click(save)
    expect(await screen.findByText(problem)).toBeTruthy()
  }
  expect(sent.some(({ path }) => path.endsWith('session-timeout'))).toBe(false)

  await user.clear(field)
  await user.type(field, '30')
  await user.click(save)
  expect(await screen.findByText('Session timeout ingesteld')).toBeTruthy()
  await waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '').sessionTimeout).toBe(1800))
})

test('2FA is turned off with password and code only; everybody is logged out by it', async () => {
  const { person, user } = await open()
  await user.click(screen.getByRole('button', { name: '2FA uitschakelen' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2FA uitschakelen?' }))
  const off = dialog.getByRole('button', { name: '2FA uitschakelen' })
  await user.click(off)
  expect(await dialog.findByText('Vul je wachtwoord in')).toBeTruthy()
  expect(dialog.getByText('Voer verificatiecode in')).toBeTruthy()

  await user.type(dialog.getByLabelText('Wachtwoord'), 'verkeerd')
  await user.type(dialog.getByLabelText('2FA code'), world.code(person.id))
  await user.click(off)
  expect(await dialog.findByText('Het wachtwoord klopt niet')).toBeTruthy()
  expect(screen.queryByText('Session verlopen - wordt doorgestuurd naar login')).toBeNull()

  await user.clear(dialog.getByLabelText('Wachtwoord'))
  await user.type(dialog.getByLabelText('Wachtwoord'), PASSWORD)
  await user.click(off)
  expect(await screen.findByText('2FA uitgeschakeld')).toBeTruthy()
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(localStorage.getItem('sessionId')).toBeNull()
})

test('without an answer on 2FA there is a way to ask again', async () => {
  const person = await world.person({})
  const sessionId = await logIn(world, person)
  localStorage.setItem('sessionId', sessionId)
  const real = globalThis.fetch
  globalThis.fetch = (input, init) =>
    String(input).includes('2fa-status') ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init)
  const { user } = openApp('/security')
  expect(await screen.findByText(/^Geen verbinding met de server/)).toBeTruthy()
  globalThis.fetch = real
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('Geen backup codes over')).toBeTruthy()
})
