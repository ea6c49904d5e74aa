// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'
import { queryClient } from '../../lib/freshness.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

const PASSWORD = 'Geheim-1234'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.team(7, 'Team Noord', 'nieuw-vennep')
})
afterAll(() => world.stop())
connectBrowser(() => world)

/** Opens the screen for a new person with 2FA. */
async function open(path = '/security', ready = '10 backup codes over') {
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
  const app = openApp(path)
  await screen.findByText(ready)
  return { person, sessionId: body.sessionId as string, ...app }
}

test('shows the account, the state of 2FA, and the look', async () => {
  const { person, sessionId, unmount } = await open()
  expect(screen.getByText(person.email)).toBeTruthy()
  expect(screen.queryByText('Plaatsvervanger')).toBeNull()
  expect(screen.getByText('Team Noord · Kantoor Nieuw-Vennep')).toBeTruthy()
  expect(screen.getByText('Actief')).toBeTruthy()
  expect(screen.getByText('Ingeschakeld')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Licht' })).toBeTruthy()
  unmount()

  // A stand-in reads from when approvals count.
  const { Users } = await import('../../../functions/platform/identity/user.ts')
  const standIn = { proposedBy: 'a', proposedAt: '2026-11-20T09:00:00.000Z', approvedBy: 'b' }
  await Users.patch({ id: person.id })
    .set({ standIn: { ...standIn, approvedAt: '2026-11-20T09:00:00.000Z' } })
    .go()
  const { body: named } = await world.call('GET', '/api/auth/user', { as: sessionId })
  localStorage.setItem('user', JSON.stringify(named))
  openApp('/security')
  expect(await screen.findByText(/^Je keurt betalingen en IBAN-wijzigingen goed/)).toBeTruthy()
})

test('the session timeout accepts 15 to 480 minutes, and is stored', async () => {
  const { user } = await open('/security?tab=sessies', 'Sessieduur')
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

/** Chooses an action in the menu of 2FA. */
async function chooseTwoFactor(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('the switch of 2FA turns nothing off; an action of its own does', async () => {
  const { user } = await open()
  const onOnly = screen.getByRole<HTMLInputElement>('switch', { name: /2FA bij elke login/ })
  expect([onOnly.checked, onOnly.disabled]).toEqual([true, true])
  await user.click(onOnly)
  expect(screen.queryByRole('dialog')).toBeNull()
  await chooseTwoFactor(user, '2FA uitschakelen')
  expect(await screen.findByRole('dialog', { name: '2FA uitschakelen?' })).toBeTruthy()
})

test('turning 2FA off requires password and code, and logs the user out', async () => {
  const { person, user } = await open()
  await chooseTwoFactor(user, '2FA uitschakelen')
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

test('setting up 2FA again asks for password and code; the next login opens the set-up', async () => {
  const { person, user } = await open()
  await chooseTwoFactor(user, 'Opnieuw instellen')
  const dialog = within(await screen.findByRole('dialog', { name: '2FA opnieuw instellen?' }))
  await user.type(dialog.getByLabelText('Wachtwoord'), PASSWORD)
  await user.type(dialog.getByLabelText('2FA code'), world.code(person.id))
  await user.click(dialog.getByRole('button', { name: 'Opnieuw instellen' }))
  expect(await screen.findByText('Je kunt 2FA opnieuw instellen')).toBeTruthy()

  await user.type(await screen.findByLabelText('E-mail'), person.email)
  await user.type(screen.getByLabelText('Wachtwoord'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Inloggen' }))
  expect(await screen.findByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeTruthy()
})

test('a code creates ten new backup codes; closing them by accident asks first', async () => {
  const { person, user } = await open()
  await chooseTwoFactor(user, 'Nieuwe backup codes')
  const asking = within(await screen.findByRole('dialog', { name: 'Nieuwe backup codes' }))
  await user.click(asking.getByRole('button', { name: 'Codes maken' }))
  expect(await asking.findByText('Voer verificatiecode in')).toBeTruthy()
  await user.type(asking.getByLabelText('2FA code'), 'ZZZZZZ')
  await user.click(asking.getByRole('button', { name: 'Codes maken' }))
  expect(await asking.findByText('De verificatiecode klopt niet of is verlopen')).toBeTruthy()
  expect(asking.getByLabelText<HTMLInputElement>('2FA code').value).toBe('ZZZZZZ')

  await user.clear(asking.getByLabelText('2FA code'))
  await user.type(asking.getByLabelText('2FA code'), world.code(person.id))
  await user.click(asking.getByRole('button', { name: 'Codes maken' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Je nieuwe backup codes' }))
  await waitFor(() => expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Codes kopiëren' })))
  const codes = shown.getAllByRole('listitem').map((item) => item.textContent ?? '')
  expect(new Set(codes).size).toBe(10)
  await user.click(shown.getByRole('button', { name: 'Codes kopiëren' }))
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))

  await user.click(shown.getByRole('button', { name: 'Sluiten' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Heb je de codes bewaard?' }))
  await user.click(question.getByRole('button', { name: 'Terug' }))
  expect(shown.getAllByRole('listitem')).toHaveLength(10)
  await user.click(shown.getByRole('button', { name: 'Klaar' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Meer' })))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const login = { email: person.email, password: PASSWORD, twoFactorCode: codes[0] }
  expect((await world.call('POST', '/api/login', { body: login })).status).toBe(200)
  expect((await world.call('POST', '/api/login', { body: login })).status).toBe(401)
})

test('few backup codes are a warning, and a failure shows the text of the specification', async () => {
  const { user } = await open()
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const path = String(input)
    if (path.includes('2fa-status')) {
      return Response.json({ enabled: true, hasBackupCodes: true, backupCodesLeft: 3 })
    }
    return path.includes('2fa-backup-codes') ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init)
  }
  queryClient.invalidateQueries()
  expect(await screen.findByText('3 backup codes over')).toBeTruthy()
  expect(screen.getByText(/^Maak nieuwe codes/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Nieuwe backup codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nieuwe backup codes' }))
  await user.type(dialog.getByLabelText('2FA code'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Codes maken' }))
  expect(await screen.findByText('Fout bij genereren backup codes')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('2FA code').value).toBe('123456')
})

test('the colour scheme and the theme change at once; system follows the device', async () => {
  let isDark = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return isDark && query.includes('dark')
    },
    addEventListener: (_: string, listener: () => void) => query.includes('dark') && listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  const { user } = await open()
  const { classList } = document.documentElement
  for (const [name, scheme] of [
    ['Indigo', 'indigo'],
    ['Smaragd', 'emerald'],
    ['Oceaan', 'ocean'],
    ['Framboos', 'raspberry'],
    ['Amber', 'amber'],
    ['Blauw', 'blue'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name }))
    expect(classList.contains(`theme-${scheme}`)).toBe(true)
    expect(localStorage.getItem('colorScheme')).toBe(scheme)
  }
  await user.click(screen.getByRole('radio', { name: 'Donker' }))
  expect(classList.contains('dark')).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Systeem' }))
  expect(classList.contains('dark')).toBe(false)
  isDark = true
  act(() => {
    for (const listener of listeners) listener()
  })
  expect(classList.contains('dark')).toBe(true)
})

test('only admins have API keys and audit log; others have no tab and send no request', async () => {
  const agent = await world.person({})
  await logIn(world, agent)
  openApp('/security?tab=auditlog')
  expect(await screen.findByText('Accountstatus')).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Account', 'Sessies', 'Meldingen'])
  expect(sent.filter(({ path }) => /admin|audit|users/.test(path))).toEqual([])
})

test('the tab is in the address', async () => {
  const admin = await world.person({ role: 'admin' })
  await logIn(world, admin)
  const { user } = openApp('/security')
  await screen.findByText('Accountstatus')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Account',
    'Sessies',
    'Meldingen',
    'API keys',
    'Auditlog',
    'Persoonsgegevens',
  ])
  await user.click(screen.getByRole('tab', { name: 'API keys' }))
  expect(await screen.findByText('Nog geen API keys')).toBeTruthy()
  expect(location.search).toBe('?tab=api-keys')
  await user.click(screen.getByRole('tab', { name: 'Account' }))
  expect(location.search).toBe('')
})

test('a failed 2FA status can be retried', async () => {
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
