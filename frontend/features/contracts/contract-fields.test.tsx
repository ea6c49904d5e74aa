// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractFields } from '../../../shared/contracts/record.ts'
import { storeContract } from '../../../testing/contracts.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { findFieldsMissingInConflict, findFieldsMissingInForm, findFieldsMissingOnCards } from '../../testing/fields.ts'
import { findButton, findDialog } from '../../testing/queries.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
})
afterAll(() => world.stop())
connectBrowser(() => world)

async function call(method: string, path: string, body?: object, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const as = await world.session(admin)
  const answer = await world.call(method, path, { as, headers, ...(body ? { body } : {}) })
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body
}

test('every field of a contract is in its details, in its form, and in a conflict', async () => {
  const agent = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  const { id } = await storeContract({
    ...{
      customerName: 'Koen Kassa',
      companyName: 'Kassa BV',
      customerPhone: '0475 222333',
      customerEmail: 'k@kassa.nl',
    },
    ...{ address: 'Markt', houseNumber: '12', postalCode: '6041 AB', city: 'Roermond' },
    ...{ supplier: 'Eneco', productName: 'Groen', signedDate: '2024-01-03', durationValue: 36, durationUnit: 'months' },
    ...{ expiryDate: '2027-01-02', statedTermParts: ['startDate', 'signedDate', 'duration', 'expiryDate'] },
    ...{ salesStatus: 'nieuw', notes: 'Belt terug', assignedTo: agent.id, assignedTeamId: 1 },
    metadata: {
      ...{ kvkNumber: '12345678', isBusiness: true, team: 'Zuid', agent: 'Piet', accountHolder: 'K. Kassa' },
      ...{ eanElectricity: '871687110000000015', eanGas: '871687110000000022', iban: 'NL91ABNA0417164300' },
      ...{ electricityUsage: 3500, gasUsage: 1200 },
    },
  })
  const contract = await call('GET', `/api/contracts/${id}`)
  expect(Object.keys(contractFields).filter((name) => contract[name] === null)).toEqual([])
  await logIn(world, admin)
  const { user } = openApp(`/expiring-contracts?contract=${id}`)
  const details = await findDialog('Contract Details')
  await waitFor(() => expect(findFieldsMissingOnCards(details, contractFields, contract)).toEqual([]))

  await user.click(await findButton('Status wijzigen'))
  const dialog = await findDialog('Status wijzigen')
  // The form has the sales status under another label, 'Nieuwe status', so this check does not find it.
  expect(findFieldsMissingInForm(dialog, contractFields)).toEqual(['salesStatus'])

  const change = { salesStatus: 'gecanceld', notes: 'Wil niet' }
  const changed = await call('PATCH', `/api/contracts/${id}`, change, contract.version)
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }))
  await within(dialog).findByText('Dit staat er nu:')
  expect(findFieldsMissingInConflict(dialog, contractFields, contract, changed)).toEqual([])
})
