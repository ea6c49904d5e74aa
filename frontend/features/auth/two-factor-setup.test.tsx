// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorld, type World } from '../../../testing/world.ts'
import { page } from '../../lib/page.ts'
import { connectBrowser, openApp } from '../../testing/browser.tsx'

const PASSWORD = 'Geheim-1234'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function enter() {
  const person = await world.person({ role: 'caller', password: PASSWORD, twoFactorEnabled: false })
  const { user } = openApp('/appointments')
  await user.type(await screen.findByLabelText('E-mail'), person.email)
  await user.type(screen.getByLabelText('Wachtwoord'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Inloggen' }))
  await screen.findByRole('heading', { name: 'Stel tweestapsverificatie in' })
  return { person, user }
}

test('without 2FA the set-up comes before anything else, from the QR code to verified', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {})
  const { person, user } = await enter()
  expect(screen.queryByRole('navigation')).toBeNull()

  const qr = await screen.findByRole<HTMLImageElement>('img', { name: 'QR-code voor je authenticator-app' })
  expect(document.activeElement?.textContent).toBe('1. Scan de QR-code met een authenticator-app')
  expect(qr.src).toMatch(/^data:image\/svg\+xml/)
  const secret = world.cognito.totpSecretOf(person.id) ?? ''
  expect(screen.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? '')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sleutel kopiëren' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  expect(within(screen.getByRole('list', { name: 'Backup codes' })).getAllByRole('listitem')).toHaveLength(10)

  const field = screen.getByLabelText<HTMLInputElement>('Verificatiecode')
  await user.click(screen.getByRole('button', { name: 'Verifiëren' }))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Voer verificatiecode in')).toBeTruthy()

  await user.type(field, '000000')
  expect(await screen.findByText('De verificatiecode klopt niet of is verlopen')).toBeTruthy()
  expect(await screen.findByText('Verificatie mislukt')).toBeTruthy()
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)

  await user.type(field, world.code(person.id))
  expect(await screen.findByText('Tweestapsverificatie is ingesteld')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(JSON.parse(localStorage.getItem('user') ?? '').twoFactorEnabled).toBe(true)
})

test('the set-up replaces every address; logging out is the only exit', async () => {
  const { user } = await enter()
  history.pushState(null, '', '/dashboard')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(screen.getByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Uitloggen' }))
  expect(await screen.findByText('Log in om door te gaan')).toBeTruthy()
  expect(location.pathname).toBe('/login')
})

test('backup codes can be copied and downloaded', async () => {
  const { user } = await enter()
  const list = await screen.findByRole('list', { name: 'Backup codes' })
  const codes = within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  await user.click(screen.getByRole('button', { name: 'Codes kopiëren' }))
  expect(await screen.findByText('Gekopieerd')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))

  const files: { name: string; url: string }[] = []
  const made: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${made.push(blob)}`, revokeObjectURL: () => {} }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, url: this.href })
  })
  await user.click(screen.getByRole('button', { name: 'Codes downloaden' }))
  expect(files).toEqual([{ name: 'partnerview-backup-codes.txt', url: 'blob:1' }])
  const [file] = made
  expect(file?.size).toBe(`Partnerview backup codes\n\n${codes.join('\n')}\n`.length)
})

test('no toast covers codes that are shown once', async () => {
  const { user } = await enter()
  await screen.findByRole('list', { name: 'Backup codes' })
  await waitFor(() => expect(document.querySelector('.pv-toast')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Codes kopiëren' }))
  expect(await screen.findByRole('button', { name: 'Gekopieerd' })).toBeTruthy()
  await user.type(screen.getByLabelText('Verificatiecode'), '000000')
  expect(await screen.findByText('Verificatie mislukt')).toBeTruthy()
  expect(document.querySelector('.pv-toast')).toBeNull()
})

test('a temporary password is replaced, then 2FA is set up, in one login', async () => {
  const person = await world.person({ role: 'caller', password: PASSWORD, twoFactorEnabled: false })
  const admin = await world.session(await world.person({ role: 'admin' }))
  const body = { newPassword: 'gekregen-dak-12' }
  await world.call('PATCH', `/api/users/${person.id}/password`, { as: admin, body })
  const { user } = openApp('/appointments')
  const logIn = async (password: string) => {
    await user.clear(await screen.findByLabelText('E-mail'))
    await user.type(screen.getByLabelText('E-mail'), person.email)
    await user.type(screen.getByLabelText('Wachtwoord'), password)
    await user.click(screen.getByRole('button', { name: 'Inloggen' }))
  }
  await logIn('gekregen-dak-12')
  await screen.findByRole('heading', { name: 'Kies je eigen wachtwoord' })
  expect(screen.queryByRole('navigation')).toBeNull()
  const fill = async (own: string) => {
    await user.clear(screen.getByLabelText('Nieuw wachtwoord'))
    await user.type(screen.getByLabelText('Nieuw wachtwoord'), own)
    await user.click(screen.getByRole('button', { name: 'Wachtwoord kiezen' }))
  }
  await fill('gekregen-dak-12')
  expect(await screen.findByText('Kies een ander wachtwoord dan je eerste wachtwoord')).toBeTruthy()
  await fill('van-mij-alleen')
  expect(await screen.findByRole('heading', { name: 'Stel tweestapsverificatie in' })).toBeTruthy()
})
