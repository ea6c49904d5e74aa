// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePerson } from '../../../../proofs/cast.ts'
import { login, PASSWORD } from '../../../../proofs/logins.ts'
import { startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../../testing/browser.tsx'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
connectBrowser(() => world)

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('the known browsers are listed, and one is forgotten after a question', async () => {
  const person = await world.person({ twoFactorEnabled: false, password: PASSWORD })
  const headers = { 'user-agent': FIREFOX }
  expect((await login(world, person, { headers, ip: '203.0.113.4' })).status).toBe(200)
  await login(world, person, { headers: { 'user-agent': 'iets anders' } })
  await changePerson(person.id, { twoFactorEnabled: true })
  const { findUser } = await import('../../../../functions/platform/identity/user.ts')
  await logIn(world, { ...person, ...(await findUser(person.id)) })
  const { user } = openApp('/security?tab=sessies')
  const list = await screen.findByRole('list', { name: 'Vertrouwde browsers' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.textContent).toContain('203.0.113.4 · sinds 21-11-2026 · laatst ingelogd op 21-11-2026')
  await user.click(within(list).getByRole('button', { name: 'Firefox op Linux vergeten' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Firefox op Linux vergeten?' }))
  await user.click(question.getByRole('button', { name: 'Vergeten' }))
  expect(await screen.findByText('Browser vergeten')).toBeTruthy()
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(list.textContent).not.toContain('Firefox')
  expect(document.activeElement).toBe(list)
})

test('without known browsers there is a message', async () => {
  await logIn(world, await world.person({}))
  openApp('/security?tab=sessies')
  expect(await screen.findByText('Er zijn nog geen vertrouwde browsers.')).toBeTruthy()
})
