// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullBodyOf } from '../../../proofs/sample.ts'
import { sales } from '../../../shared/api/sales.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findFieldsMissingInConflict, findFieldsMissingInForm, findFieldsMissingOnCards } from '../../testing/fields.ts'
import { findButton, findDialog } from '../../testing/queries.ts'

let world: World
let admin: Person
let hints: Record<string, string | null>

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  const agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  const caller = await world.person({ role: 'caller', teamId: 1, firstName: 'Bella', lastName: 'Beller' })
  hints = { '/api/users/agents': agent.id, '/api/users': caller.id, fileKey: null }
})
afterAll(() => world.stop())
connectBrowser(() => world)

const withoutOrigin = { appointmentId: null, leadId: null, contractId: null }

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('every field of a sale is on its page, in its form, and in a conflict', async () => {
  const { id } = await call('POST', '/api/sales', { ...Object(fullBodyOf(sales.create, hints, 0)), ...withoutOrigin })
  const sale = await call('GET', `/api/sales/${id}`)
  await logIn(world, admin)
  const { user } = openApp(`/sales/${id}`)
  await screen.findByText('registreerde de sale', { exact: false })
  expect(findFieldsMissingOnCards(screen.getByRole('main'), saleFields, sale)).toEqual([])

  await user.click(await findButton('Bewerken'))
  const dialog = await findDialog('Sale bewerken')
  expect(findFieldsMissingInForm(dialog, saleFields)).toEqual([])

  const changed = await call('PATCH', `/api/sales/${id}`, Object(fullBodyOf(sales.update, hints, 1)), sale.version)
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await within(dialog).findByText('Dit staat er nu:')
  await waitFor(() => expect(findFieldsMissingInConflict(dialog, saleFields, sale, changed)).toEqual([]))
})
