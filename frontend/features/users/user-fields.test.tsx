// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullBodyOf } from '../../../proofs/sample.ts'
import { users } from '../../../shared/api/users.ts'
import { userFields } from '../../../shared/users/record.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findFieldsMissingInConflict, findFieldsMissingInForm, findFieldsMissingOnCards } from '../../testing/fields.ts'
import { findDialog } from '../../testing/queries.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const bodyOf = (endpoint: Parameters<typeof fullBodyOf>[0], variant: number) => ({
  ...Object(fullBodyOf(endpoint, { '/api/teams': variant + 1, role: 'agent', employmentType: 'zzp' }, variant)),
})

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('every field of a person is in the list, in the form, and in a conflict', async () => {
  const person = await call('POST', '/api/users/create-local', bodyOf(users.create, 0))
  await logIn(world, admin)
  const { user } = openApp('/users')
  const cell = await screen.findByText(person.email)
  const row = cell.closest('tr') as HTMLElement
  await waitFor(() => expect(findFieldsMissingOnCards(row, userFields, person)).toEqual([]))

  const name = `${person.firstName} ${person.lastName}`
  await user.click(within(row).getByRole('button', { name: `${name} bewerken` }))
  const dialog = await findDialog('Gebruiker bewerken')
  // An e-mail address never changes; only the form of a new person asks for it.
  expect(findFieldsMissingInForm(dialog, userFields)).toEqual(['email'])

  const changed = await call('PUT', `/api/users/${person.id}`, bodyOf(users.update, 1), person.version)
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await within(dialog).findByText('Dit staat er nu:')
  expect(findFieldsMissingInConflict(dialog, userFields, person, changed)).toEqual([])
})
