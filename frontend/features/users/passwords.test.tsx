// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test } from 'vitest'
import { fillFields, press } from '../../testing/actions.ts'
import { breakNetwork, connectBrowser, readSentBodies } from '../../testing/browser.tsx'
import { getField } from '../../testing/queries.ts'
import { chooseTemporaryPassword, nieuw, startUsers } from '../../testing/users.ts'

const { world, admin, leader, somebody, openList, openNew, openPassword } = await startUsers()
afterAll(() => world.stop())
connectBrowser(() => world)

test('passwords can be shown and hidden', async () => {
  const { user, dialog } = await openNew(admin)
  await chooseTemporaryPassword(user, dialog)
  expect(getField(dialog, 'Tijdelijk wachtwoord').type).toBe('password')
  await press(user, dialog, 'Wachtwoord tonen')
  expect(getField(dialog, 'Tijdelijk wachtwoord').type).toBe('text')
  await press(user, dialog, 'Wachtwoord verbergen')
  expect(getField(dialog, 'Tijdelijk wachtwoord').type).toBe('password')
})

test('a new password must be long enough and repeated', async () => {
  const person = await somebody('Lot', 'Los', { hasLeadsAccess: false, password: 'vanvroeger1' })
  const { user, dialog } = await openPassword(leader, 'Lot Los')
  expect(within(dialog).getByText('Lot Los wordt overal uitgelogd.')).toBeTruthy()
  await fillFields(user, dialog, { 'Nieuw wachtwoord': 'kort', 'Herhaal nieuw wachtwoord': 'anders' })
  await press(user, dialog, 'Wijzigen')
  expect(await within(dialog).findByText('Wachtwoord moet minstens 8 karakters lang zijn')).toBeTruthy()
  expect(within(dialog).getByText('Wachtwoorden komen niet overeen')).toBeTruthy()
  expect(within(dialog).queryByLabelText('Huidig wachtwoord')).toBeNull()
  expect(within(dialog).getAllByRole('button', { name: 'Wachtwoord tonen' })).toHaveLength(2)
  const session = await world.session(person)
  await fillFields(user, dialog, { 'Nieuw wachtwoord': 'vanaf-nu-zo', 'Herhaal nieuw wachtwoord': 'vanaf-nu-zo' })
  await press(user, dialog, 'Wijzigen')
  await press(user, await screen.findByRole('dialog', { name: /^Overdracht voor / }), 'Klaar')
  expect(await screen.findByText('Wachtwoord gewijzigd')).toBeTruthy()
  expect(readSentBodies('PATCH')).toEqual([{ newPassword: 'vanaf-nu-zo' }])
  expect((await world.call('GET', '/api/auth/user', { as: session })).status).toBe(401)
})

test('the own password requires the current one, and ends in a new login', async () => {
  const boss = await somebody('Mia', 'Baas', { role: 'admin', password: 'vanvroeger1' })
  const { user, dialog } = await openPassword(boss, 'Mia Baas')
  const fresh = { 'Nieuw wachtwoord': 'vanaf-nu-zo', 'Herhaal nieuw wachtwoord': 'vanaf-nu-zo' }
  await fillFields(user, dialog, { 'Huidig wachtwoord': 'gegokt12', ...fresh })
  await press(user, dialog, 'Wijzigen')
  expect(await within(dialog).findByText('Het huidige wachtwoord klopt niet')).toBeTruthy()
  expect(getField(dialog, 'Nieuw wachtwoord').value).toBe('vanaf-nu-zo')
  await fillFields(user, dialog, { 'Huidig wachtwoord': 'vanvroeger1' })
  await press(user, dialog, 'Wijzigen')
  expect(await screen.findByText('Wachtwoord gewijzigd')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Inloggen' })).toBeTruthy()
})

test('a failed password change shows an error and keeps the input', async () => {
  await somebody('Nel', 'Net')
  const { user, dialog } = await openPassword(admin, 'Nel Net')
  const mend = breakNetwork(/password/)
  await fillFields(user, dialog, { 'Nieuw wachtwoord': 'vanaf-nu-zo', 'Herhaal nieuw wachtwoord': 'vanaf-nu-zo' })
  await press(user, dialog, 'Wijzigen')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(getField(dialog, 'Nieuw wachtwoord').value).toBe('vanaf-nu-zo')
  mend()
})

test('a temporary password is shown once with the login data, and the toast links to the row', async () => {
  const { user } = await openList(admin)
  await user.type(screen.getByRole('searchbox'), 'niemand')
  await waitFor(() => expect(location.search).toBe('?q=niemand'))
  await user.click(screen.getByRole('button', { name: 'Nieuwe gebruiker' }))
  const dialog = await screen.findByRole('dialog', { name: 'Lokale gebruiker aanmaken' })
  await fillFields(user, dialog, { ...nieuw, Voornaam: 'Gerda', 'E-mail': 'gerda@example.nl' })
  await chooseTemporaryPassword(user, dialog)
  const password = getField(dialog, 'Tijdelijk wachtwoord').value
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await press(user, dialog, 'Aanmaken')
  const once = await screen.findByRole('dialog', { name: 'Overdracht voor Gerda Nieuw' })
  expect(within(once).getByText(password)).toBeTruthy()
  await press(user, once, 'Alles kopiëren')
  expect((await navigator.clipboard.readText()).split('\n').slice(1, 4)).toEqual([
    `Adres: ${location.origin}`,
    'E-mail: gerda@example.nl',
    `Tijdelijk wachtwoord: ${password}`,
  ])
  await press(user, once, 'Klaar')
  expect(await screen.findByText('Lokale gebruiker aangemaakt')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Bekijken' }))
  await waitFor(() => expect(location.search).toBe('?q=gerda%40example.nl'))
  expect(await screen.findByText('1 gebruiker')).toBeTruthy()
  const { status, body } = await world.call('POST', '/api/login', { body: { email: 'gerda@example.nl', password } })
  expect([status, body.mustChangePassword]).toEqual([200, true])
})

test('a password for somebody else can also be generated', async () => {
  await somebody('Otto', 'Oud', { password: 'vanvroeger1' })
  const { user, dialog } = await openPassword(admin, 'Otto Oud')
  await press(user, dialog, 'Wachtwoord genereren')
  const password = getField(dialog, 'Nieuw wachtwoord').value
  await press(user, dialog, 'Wijzigen')
  const once = await screen.findByRole('dialog', { name: 'Overdracht voor Otto Oud' })
  expect(within(once).getByText(password)).toBeTruthy()
  await press(user, once, 'Klaar')
  expect(await screen.findByText('Wachtwoord gewijzigd')).toBeTruthy()
  expect(readSentBodies('PATCH')).toEqual([{ newPassword: password }])
})
