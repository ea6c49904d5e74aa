// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fullBodyOf } from '../../../../proofs/sample.ts'
import { appointments } from '../../../../shared/api/appointments.ts'
import { appointmentFields } from '../../../../shared/appointments/record.ts'
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
  ...Object(fullBodyOf(endpoint, { '/api/users/agents': agents[variant]?.id, doNotCallReason: null }, variant)),
})

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('every field of an appointment is in its details, in its form, and in a conflict', async () => {
  const { id } = await call('POST', '/api/appointments', bodyOf(appointments.create, 0))
  const appointment = await call('GET', `/api/appointments/${id}`)
  await logIn(world, admin)
  const { user } = openApp(`/appointments?afspraak=${id}`)
  const details = await findDialog('Afspraak Details')
  await waitFor(() => expect(findFieldsMissingOnCards(details, appointmentFields, appointment)).toEqual([]))

  await user.click(await within(details).findByRole('button', { name: 'Bewerken' }))
  const dialog = await findDialog('Afspraak bewerken')
  expect(findFieldsMissingInForm(dialog, appointmentFields)).toEqual([])

  const changed = await call('PATCH', `/api/appointments/${id}`, bodyOf(appointments.update, 1), appointment.version)
  await user.click(within(dialog).getByRole('button', { name: 'Bijwerken' }))
  await within(dialog).findByText('Dit staat er nu:')
  expect(findFieldsMissingInConflict(dialog, appointmentFields, appointment, changed)).toEqual([])
})
