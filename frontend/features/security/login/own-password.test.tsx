// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

const PASSWORD = 'Geheim-1234'
const NEXT = 'Nieuw-Geheim-5678'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world)

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function fill(user: UserEvent, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await user.clear(field(label))
    if (value) await user.type(field(label), value)
  }
  await user.click(screen.getByRole('button', { name: 'Wijzigen' }))
}

async function open() {
  const person = await world.person({ password: PASSWORD })
  const sessionId = await logIn(world, person)
  const other = await world.session(person)
  const app = openApp('/security')
  await app.user.click(await screen.findByRole('button', { name: 'Wachtwoord wijzigen' }))
  await screen.findByLabelText('Huidig wachtwoord')
  return { person, sessionId, other, ...app }
}

test('short, unrepeated and empty passwords are shown at their fields, and nothing is sent', async () => {
  const { user } = await open()
  await fill(user, { 'Nieuw wachtwoord': 'kort' })
  expect(await screen.findByText('Vul je huidige wachtwoord in')).toBeTruthy()
  expect(screen.getByText('Wachtwoord moet minstens 8 karakters lang zijn')).toBeTruthy()
  await fill(user, {
    'Huidig wachtwoord': PASSWORD,
    'Nieuw wachtwoord': NEXT,
    'Herhaal nieuw wachtwoord': `${NEXT}9`,
  })
  expect(await screen.findByText('Wachtwoorden komen niet overeen')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('each password can be shown', async () => {
  const { user } = await open()
  expect(field('Nieuw wachtwoord').type).toBe('password')
  const [, show] = screen.getAllByRole('button', { name: 'Wachtwoord tonen' })
  if (!show) throw new Error('No button')
  await user.click(show)
  expect(field('Nieuw wachtwoord').type).toBe('text')
  expect(field('Huidig wachtwoord').type).toBe('password')
})

test('a wrong current password is shown at its field, and the input stays', async () => {
  const { user, sessionId } = await open()
  await fill(user, {
    'Huidig wachtwoord': 'verkeerd',
    'Nieuw wachtwoord': NEXT,
    'Herhaal nieuw wachtwoord': NEXT,
  })
  await screen.findByText(/huidige? wachtwoord/i, { selector: '.pv-field-error' })
  expect(document.activeElement).toBe(field('Huidig wachtwoord'))
  expect(field('Nieuw wachtwoord').value).toBe(NEXT)
  expect(localStorage.getItem('sessionId')).toBe(sessionId)
})

test('the new password ends all sessions and works at the login', async () => {
  const { user, person, sessionId, other } = await open()
  await fill(user, {
    'Huidig wachtwoord': PASSWORD,
    'Nieuw wachtwoord': NEXT,
    'Herhaal nieuw wachtwoord': NEXT,
  })
  expect(await screen.findByText('Wachtwoord gewijzigd')).toBeTruthy()
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(location.pathname).toBe('/login')
  expect(localStorage.getItem('sessionId')).toBeNull()
  for (const as of [sessionId, other]) {
    expect((await world.call('GET', '/api/auth/user', { as })).status).toBe(401)
  }
  const change = sent.find(({ method }) => method === 'PATCH')
  expect(JSON.parse(change?.body ?? '')).toEqual({ currentPassword: PASSWORD, newPassword: NEXT })
  const old = { email: person.email, password: PASSWORD }
  expect((await world.call('POST', '/api/login', { body: old })).status).toBe(401)
})

test('an external account has no password here', async () => {
  const person = await world.person({})
  const sessionId = await logIn(world, person)
  const { body: user } = await world.call('GET', '/api/auth/user', { as: sessionId })
  localStorage.setItem('user', JSON.stringify({ ...user, isLocalAccount: false }))
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) =>
    String(input).endsWith('/api/auth/user') ? Response.json({ ...user, isLocalAccount: false }) : real(input, init)
  openApp('/security')
  expect(await screen.findByText(/^Je logt in met een extern account/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Wachtwoord wijzigen' })).toBeNull()
})
