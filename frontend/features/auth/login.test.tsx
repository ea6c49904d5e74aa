// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../../../shared/api/auth.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { call } from '../../lib/client.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

const PASSWORD = 'Geheim-1234'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Creates a person with 2FA. Moves the clock on, because each code of an app works once. */
async function personWithApp(): Promise<Person> {
  const person = await world.person({ firstName: 'Sophie', role: 'admin', password: PASSWORD, twoFactorEnabled: false })
  const login = await world.call('POST', '/api/login', { body: { email: person.email, password: PASSWORD } })
  const as = login.body.sessionId
  await world.call('POST', '/api/auth/user/2fa-setup', { as })
  await world.call('POST', '/api/auth/user/2fa-verify', { as, body: { token: world.code(person.id) } })
  world.travel(Date.now() + 60_000)
  return person
}

const email = () => screen.getByLabelText<HTMLInputElement>('E-mail')
const password = () => screen.getByLabelText<HTMLInputElement>('Wachtwoord')
const code = () => screen.getByLabelText<HTMLInputElement>('2FA code')
const button = (name: string) => screen.getByRole('button', { name })

async function toCodeStep(person: Person) {
  const { user } = openApp()
  await user.type(await screen.findByLabelText('E-mail'), person.email)
  await user.type(password(), PASSWORD)
  await user.click(button('Inloggen'))
  await screen.findByText('2FA Verificatie Vereist')
  return user
}

test('without a session every address shows the login screen, without a request', async () => {
  openApp('/appointments')
  expect(await screen.findByRole('heading', { name: 'Partnerview' })).toBeTruthy()
  expect(screen.getByText('Log in om door te gaan')).toBeTruthy()
  expect(document.title).toBe('Inloggen – Partnerview')
  expect(sent).toEqual([])
})

test('the login screen follows a theme chosen in another tab', async () => {
  openApp()
  await screen.findByText('Log in om door te gaan')
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('colorScheme', 'amber')
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect([...document.documentElement.classList]).toEqual(expect.arrayContaining(['dark', 'theme-amber']))
})

test('logs in with password and code, and lands on the dashboard', async () => {
  const person = await personWithApp()
  const user = await toCodeStep(person)
  expect(screen.getByText('Voer je 2FA code in om door te gaan')).toBeTruthy()
  expect(email().disabled && password().disabled).toBe(true)
  expect(document.activeElement).toBe(code())

  await user.type(code(), world.code(person.id))
  expect(await screen.findByText('Succesvol ingelogd')).toBeTruthy()
  expect(screen.getByText('Welkom terug!')).toBeTruthy()
  expect(await screen.findByText('Goedemorgen, Sophie')).toBeTruthy()

  expect(location.pathname).toBe('/')
  expect(localStorage.getItem('isAuthenticated')).toBe('true')
  const sessionId = localStorage.getItem('sessionId')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: person.id, role: 'admin' })
  expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual({
    id: person.id,
    email: person.email,
    requiresTwoFactor: false,
  })
  const stored = Object.keys(localStorage).filter((key) => localStorage.getItem(key)?.includes(String(sessionId)))
  expect(stored).toEqual(['sessionId'])
  expect(Number(localStorage.getItem('loginTimestamp'))).toBeGreaterThan(0)
  expect(sent.find(({ path }) => path === '/api/scoreboard?period=month')?.headers['sessionid']).toBe(sessionId)
})

test('a wrong code is refused and cleared; going back clears it too', async () => {
  const person = await personWithApp()
  const user = await toCodeStep(person)
  await user.type(code(), '00ab1')
  expect(code().value).toBe('00AB1')
  await user.type(code(), '2')
  expect(await screen.findByText('Inloggen mislukt')).toBeTruthy()
  expect(screen.getByText('De verificatiecode klopt niet of is verlopen')).toBeTruthy()
  expect(code().value).toBe('')

  await user.type(code(), '123')
  await user.click(button('Terug naar login'))
  expect(screen.queryByLabelText('2FA code')).toBeNull()
  expect(email().disabled).toBe(false)
  await user.click(button('Inloggen'))
  expect((await screen.findByLabelText<HTMLInputElement>('2FA code')).value).toBe('')
})

test('the code field takes six characters and is required', async () => {
  const user = await toCodeStep(await personWithApp())
  await user.click(button('Verifiëren'))
  expect(await screen.findByText('Twee-factor code vereist')).toBeTruthy()
  expect(screen.getByText('Voer je 2FA code in')).toBeTruthy()
  await user.type(code(), '12345678')
  expect(code().value).toBe('123456')
})

test('empty fields and a wrong password show the texts of the specification', async () => {
  const person = await personWithApp()
  const { user } = openApp()
  await user.click(await screen.findByRole('button', { name: 'Inloggen' }))
  expect(await screen.findByText('Velden vereist')).toBeTruthy()
  expect(screen.getByText('Vul alle velden in')).toBeTruthy()
  expect(document.activeElement).toBe(email())

  await user.type(email(), person.email)
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(password())
  await user.type(password(), 'verkeerd')
  await user.click(button('Inloggen'))
  expect(await screen.findByText('Inloggen mislukt')).toBeTruthy()
  expect(screen.getByText('Controleer je inloggegevens')).toBeTruthy()
  expect(screen.queryByText('Velden vereist')).toBeNull()
  expect(localStorage.getItem('sessionId')).toBeNull()
})

test('a refused session goes to the login screen once, whatever the number of refused calls', async () => {
  const person = await world.person({ firstName: 'Ruben' })
  const sessionId = await logIn(world, person)
  openApp('/security')
  await screen.findByText('Tweestapsverificatie (2FA)')
  await world.call('POST', '/api/logout', { as: sessionId })
  const steps = history.length

  const refused = await Promise.allSettled([call(auth.me), call(auth.me), call(auth.twoFactorStatus)])
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await screen.findByText('Session verlopen - wordt doorgestuurd naar login')).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(history.length).toBe(steps)
  expect(localStorage.getItem('sessionId')).toBeNull()
  expect(localStorage.getItem('user')).toBeNull()
})

test('a stored user is erased without a session, without an id, or while a code is pending', async () => {
  for (const user of [{ id: 'x' }, { id: 'x', requiresTwoFactor: true }, {}]) {
    localStorage.setItem('user', JSON.stringify(user))
    if ('requiresTwoFactor' in user || !('id' in user)) localStorage.setItem('sessionId', 'left-over')
    const { unmount } = openApp()
    expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('sessionId')).toBeNull()
    unmount()
  }
})

test('a login opens the requested page; after a session that ended, with the unsaved input', async () => {
  const person = await personWithApp()
  const address = '/appointments?from=2026-11-23&nieuw=1'
  const { user } = openApp(address)
  const enter = async () => {
    await user.type(await screen.findByLabelText('E-mail'), person.email)
    await user.type(password(), PASSWORD)
    await user.click(button('Inloggen'))
    await user.click(await screen.findByLabelText('2FA code'))
    await user.paste(world.code(person.id))
    const dialog = await screen.findByRole('dialog', { name: 'Nieuwe afspraak' })
    expect(location.pathname + location.search).toBe(address)
    return dialog
  }
  await user.type(within(await enter()).getByLabelText('Klantnaam'), 'Bakker Half')
  await world.call('POST', '/api/logout', { as: localStorage.getItem('sessionId') ?? '' })
  await expect(call(auth.me)).rejects.toThrow()
  await waitFor(() => expect(location.pathname).toBe('/login'))

  world.travel(Date.now() + 60_000)
  const dialog = await enter()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Klantnaam').value).toBe('Bakker Half')
  expect(within(dialog).getByText(/^Niet opgeslagen invoer van /)).toBeTruthy()
})
