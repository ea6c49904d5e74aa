// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../../../proofs/logins.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: World
let admin: Person
let codes: string[]
beforeAll(async () => {
  world = await startWorld()
  const made = await createPersonWithTwoFactor(world, { role: 'admin' })
  // Setting up 2FA ended the sessions of before.
  admin = { ...made.person, twoFactorEnabled: true, sessionEpoch: made.person.sessionEpoch + 1 }
  codes = made.codes
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function open() {
  await logIn(world, admin)
  const app = openApp('/security?tab=api-keys')
  await screen.findByRole('button', { name: 'Nieuwe API key' })
  return app
}

async function makeKey(form: object): Promise<string> {
  const as = await world.session(admin)
  const body = { ...form, password: PASSWORD, token: codes.shift() }
  return (await world.call('POST', '/api/admin/api-keys', { as, body })).body.apiKey
}

const row = async (name: string) =>
  (await within(screen.getByRole('main')).findByText(name)).closest('tr') as HTMLElement
const failing =
  (real: typeof fetch, method: string): typeof fetch =>
  (input, init) =>
    String(input).includes('/api-keys') && (init?.method ?? 'GET') === method
      ? Promise.reject(new TypeError('Failed to fetch'))
      : real(input, init)

test('without keys there is an explanation; after a failure a retry button', async () => {
  await logIn(world, admin)
  const real = globalThis.fetch
  globalThis.fetch = failing(real, 'GET')
  const { user } = openApp('/security?tab=api-keys')
  expect(await screen.findByText('Laden is niet gelukt')).toBeTruthy()
  globalThis.fetch = real
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByText('Nog geen API keys')).toBeTruthy()
})

test('a new key is shown once, with an example, and then listed', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Nieuwe API key' }))
  const form = within(await screen.findByRole('dialog', { name: 'Nieuwe API key' }))
  await user.click(form.getByRole('button', { name: 'API key maken' }))
  expect(await form.findByText('Naam is verplicht')).toBeTruthy()
  await user.type(form.getByLabelText('Naam'), 'Boekhouding')
  await user.type(form.getByLabelText(/^Omschrijving/), 'Leest afspraken')
  expect(form.getByText('Vul je wachtwoord in')).toBeTruthy()
  await user.type(form.getByLabelText('Wachtwoord'), PASSWORD)
  await user.type(form.getByLabelText('2FA code'), codes.shift() ?? '')
  // A key expires after a year unless another day is chosen.
  expect(form.getByLabelText<HTMLInputElement>(/^Geldig tot en met/).value).toContain('2027')
  await user.clear(form.getByLabelText(/^Geldig tot en met/))
  await user.type(form.getByLabelText(/^Geldig tot en met/), '20-11-2026')
  await user.click(form.getByRole('button', { name: 'API key maken' }))
  expect(await form.findByText('Kies vandaag of een latere datum')).toBeTruthy()
  await user.clear(form.getByLabelText(/^Geldig tot en met/))
  await user.type(form.getByLabelText(/^Geldig tot en met/), '31-12-2026')
  await user.click(form.getByRole('button', { name: 'API key maken' }))

  const shown = within(await screen.findByRole('dialog', { name: 'Je nieuwe API key' }))
  const apiKey = shown.getByText(/^pvk_/).textContent ?? ''
  const copy = shown.getByRole('button', { name: 'API key kopiëren' })
  await waitFor(() => expect(document.activeElement).toBe(copy))
  // Somebody who presses Enter twice in the form now presses the copy button, so the dialog with the key stays open.
  await user.keyboard('{Enter}')
  expect(shown.getByText(apiKey)).toBeTruthy()
  expect(shown.getByText(/^curl/).textContent).toBe(
    `curl -H 'x-api-key: ${apiKey}' ${location.origin}/api/appointments`,
  )
  await user.click(shown.getByRole('button', { name: 'API key kopiëren' }))
  expect(await navigator.clipboard.readText()).toBe(apiKey)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await user.click(shown.getByRole('button', { name: 'API key kopiëren' }))
  expect(await screen.findByText('Kon niet kopiëren naar klembord')).toBeTruthy()
  const read = await world.call('GET', '/api/appointments', { headers: { 'x-api-key': apiKey } })
  expect(read.status).toBe(200)
  await user.click(shown.getByRole('button', { name: 'Klaar' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nieuwe API key' })))

  const made = await row('Boekhouding')
  expect(made.textContent).toContain('Leest afspraken')
  expect(made.textContent).toContain('21-11-2026')
  expect(made.textContent).toContain('31-12-2026')
  expect(document.body.textContent).not.toContain(apiKey)
})

test('used keys, keys without an end and expired keys are shown differently', async () => {
  await makeKey({ name: 'Zonder einde', expiresAt: null })
  const used = await makeKey({ name: 'Dagje', expiresAt: '2026-11-21' })
  await world.call('GET', '/api/appointments', { headers: { 'x-api-key': used } })
  world.travel('2026-11-22T09:00:00Z')
  await open()
  const endless = await row('Zonder einde')
  expect(endless.textContent).toContain('Nooit')
  expect(endless.textContent).toContain('Nog niet')
  const expired = await row('Dagje')
  expect(within(expired).getByText('Verlopen')).toBeTruthy()
  expect(expired.textContent).toContain('21-11-2026 10:00')
  expect(
    within(expired)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toContain('1')
})

test('a key is switched off at once, after a question', async () => {
  const apiKey = await makeKey({ name: 'Oude koppeling' })
  const { user } = await open()
  await row('Oude koppeling')
  await user.click(screen.getByRole('button', { name: 'Oude koppeling uitschakelen' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'API key Oude koppeling uitschakelen?' }))
  await user.click(question.getByRole('button', { name: 'Uitschakelen' }))
  expect(await screen.findByText('API key uitgeschakeld')).toBeTruthy()
  await waitFor(async () => expect(within(await row('Oude koppeling')).getByText('Uitgeschakeld')).toBeTruthy())
  expect(screen.queryByRole('button', { name: 'Oude koppeling uitschakelen' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nieuwe API key' }))
  const read = await world.call('GET', '/api/appointments', { headers: { 'x-api-key': apiKey } })
  expect(read.status).toBe(401)
})

test('failures show the texts of the specification, and the input stays', async () => {
  await makeKey({ name: 'Blijft' })
  const { user } = await open()
  await row('Blijft')
  const real = globalThis.fetch
  globalThis.fetch = failing(real, 'DELETE')
  await user.click(screen.getByRole('button', { name: 'Blijft uitschakelen' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Uitschakelen' }))
  expect(await screen.findByText('Fout bij verwijderen API key')).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Annuleren' }))

  globalThis.fetch = failing(real, 'POST')
  await user.click(screen.getByRole('button', { name: 'Nieuwe API key' }))
  const form = within(await screen.findByRole('dialog', { name: 'Nieuwe API key' }))
  await user.type(form.getByLabelText('Naam'), 'Website')
  await user.type(form.getByLabelText('Wachtwoord'), PASSWORD)
  await user.type(form.getByLabelText('2FA code'), '123456')
  await user.click(form.getByRole('button', { name: 'API key maken' }))
  expect(await screen.findByText('Fout bij aanmaken API key')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Naam').value).toBe('Website')
  const { body } = sent.find(({ method, path }) => method === 'POST' && path.includes('api-keys')) ?? {}
  expect(body).toBeUndefined()
})
