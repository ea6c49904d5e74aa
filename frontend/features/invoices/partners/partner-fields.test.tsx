// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullBodyOf } from '../../../../proofs/sample.ts'
import { partners } from '../../../../shared/api/partners.ts'
import { partnerFields } from '../../../../shared/partners/record.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../../testing/browser.tsx'
import {
  findFieldsMissingInConflict,
  findFieldsMissingInForm,
  findFieldsMissingOnCards,
} from '../../../testing/fields.ts'
import { findDialog } from '../../../testing/queries.ts'

let world: World
let admin: Person
let agents: Person[]

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  agents = [
    await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' }),
    await world.person({ role: 'agent', teamId: 1, firstName: 'Sara', lastName: 'Pot' }),
  ]
})
afterAll(() => world.stop())
connectBrowser(() => world)

const bodyOf = (endpoint: Parameters<typeof fullBodyOf>[0], variant: number) => ({
  ...Object(fullBodyOf(endpoint, { '/api/users/agents': agents[variant]?.id }, variant)),
})

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('every field of a partner is in its row, in its form, and in a conflict', async () => {
  const { id } = await call('POST', '/api/self-billing/partners', bodyOf(partners.create, 0))
  const path = `/api/self-billing/partners/${id}`
  const partner = await call('GET', path)
  await logIn(world, admin)
  const { user } = openApp('/self-billing?tab=partners')
  const [named] = await screen.findAllByText(partner.name)
  const row = named?.closest('tr') as HTMLElement
  expect(findFieldsMissingOnCards(row, partnerFields, partner)).toEqual([])

  await user.click(row)
  const dialog = await findDialog('Partner bewerken')
  expect(findFieldsMissingInForm(dialog, partnerFields)).toEqual([])

  const changed = await call('PATCH', path, bodyOf(partners.update, 1), partner.version)
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await within(dialog).findByText('Dit staat er nu:')
  expect(findFieldsMissingInConflict(dialog, partnerFields, partner, changed)).toEqual([])
})
