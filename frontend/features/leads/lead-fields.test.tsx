// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullBodyOf } from '../../../proofs/sample.ts'
import { leads } from '../../../shared/api/leads.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findFieldsMissingInConflict, findFieldsMissingInForm, findFieldsMissingOnCards } from '../../testing/fields.ts'
import { findDialog } from '../../testing/queries.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const bodyOf = (endpoint: Parameters<typeof fullBodyOf>[0], variant: number) => ({
  ...Object(fullBodyOf(endpoint, { '/api/users': admin.id }, variant)),
})

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('a new lead asks for nothing but a name', async () => {
  await logIn(world, admin)
  const { user } = openApp('/leads')
  await user.click(await screen.findByRole('button', { name: 'Lead Toevoegen' }))
  const dialog = await findDialog('Lead Toevoegen')
  const boxes = within(dialog).getAllByRole<HTMLInputElement>('textbox')
  const required = boxes.filter((box) => box.getAttribute('aria-required') === 'true' || box.required)
  expect(required).toEqual([within(dialog).getByLabelText(/Klantnaam/)])
})

test('every field of a lead is in its details, in its form, and in a conflict', async () => {
  const { id } = await call('POST', '/api/leads', bodyOf(leads.create, 0))
  const lead = await call('GET', `/api/leads/${id}`)
  await logIn(world, admin)
  const { user } = openApp(`/leads?lead=${id}`)
  const details = await findDialog('Lead Details')
  await waitFor(() => expect(findFieldsMissingOnCards(details, leadFields, lead)).toEqual([]))

  await user.click(await within(details).findByRole('button', { name: 'Bewerken' }))
  const dialog = await findDialog('Lead bewerken')
  // Only the form of a new lead has these two fields. In the details of a lead, each change of them is saved at once.
  expect(findFieldsMissingInForm(dialog, leadFields)).toEqual(['doNotCall', 'doNotCallSource'])

  const changed = await call('PATCH', `/api/leads/${id}`, bodyOf(leads.update, 1), lead.version)
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await within(dialog).findByText('Dit staat er nu:')
  expect(findFieldsMissingInConflict(dialog, leadFields, lead, changed)).toEqual([])
})
