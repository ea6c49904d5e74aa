// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import type { Person, World } from '../../../testing/world.ts'
import { openFilters } from '../../testing/actions.ts'
import { connectBrowser } from '../../testing/browser.tsx'
import {
  findStatusCard,
  findTextInTable,
  openBoard,
  startBoard,
  storeBoardContracts,
} from '../../testing/contract-board.ts'

let world: World
let admin: Person

// Each test has its own board, so that it can run alone.
beforeEach(async () => {
  const board = await startBoard()
  world = board.world
  admin = board.admin
})
afterEach(() => world.stop())
connectBrowser(() => world)

const open = (path?: string) => openBoard(world, admin, path)

test('the board is filtered and sorted, with both in the address', async () => {
  await storeBoardContracts()
  await storeContract({ customerName: 'Drukkerij Inkt', metadata: { isBusiness: true } })
  const { user } = await open('/expiring-contracts?agentId=none&sort=-customer')
  await findTextInTable('Ver weg')
  const names = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
  expect(names()).toEqual(['Ver weg', 'Drukkerij Inkt', 'Dit kwartaal', 'Dit halfjaar', 'Bijna', 'Al voorbij'])
  const sheet = await openFilters(user)
  await user.selectOptions(within(sheet).getByLabelText('Markt'), 'Zakelijk')
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await findTextInTable('Drukkerij Inkt')
  expect(location.search).toBe('?agentId=none&sort=-customer&market=zakelijk')
  // Any number will do here; the number without the filter is checked below.
  expect(screen.getByRole('button', { name: /^Nieuw\s*\d+$/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Filters wissen' }))
  await findTextInTable('Ver weg')
  expect(await screen.findByRole('button', { name: /^Nieuw\s*6$/ })).toBeTruthy()
  expect(location.search).toBe('?sort=-customer')
})

test('the board hides and does not count do-not-call numbers, unless one filters on them or searches', async () => {
  await storeBoardContracts()
  await storeContract({ customerName: 'Drukkerij Inkt', customerPhone: '0475 222333' })
  const as = await world.session(admin)
  const closed = await world.call('POST', '/api/numbers/close', { as, body: { number: '0475222333' } })
  expect(closed.status, closed.text).toBe(200)
  const { user } = await open()
  await findTextInTable('Ver weg')
  expect(await findStatusCard(/^Nieuw\s*5$/)).toBeTruthy()
  expect(screen.queryByText('Drukkerij Inkt')).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'inkt')
  await findTextInTable('Drukkerij Inkt')
  expect(await findStatusCard(/^Nieuw\s*1$/)).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await findTextInTable('Ver weg')
  const sheet = await openFilters(user)
  expect((within(sheet).getByLabelText('Bellen') as HTMLSelectElement).value).toBe('')
  await user.selectOptions(within(sheet).getByLabelText('Bellen'), 'Niet bellen')
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await findTextInTable('Drukkerij Inkt')
  expect(await findStatusCard(/^Nieuw\s*1$/)).toBeTruthy()
})

test('a search finds contracts of every status, with their number on each card, until one chooses a status', async () => {
  await storeBoardContracts()
  await storeContract({ customerName: 'Drukkerij Inkt', salesStatus: 'getekend' })
  await storeContract({ customerName: 'Inkt & Zonen', salesStatus: 'geen_interesse' })
  const { user } = await open('/expiring-contracts?status=gecanceld')
  expect(await screen.findByText('Geen contracten gevonden')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), 'inkt')
  const signed = await screen.findByRole('row', { name: /Drukkerij Inkt.*Getekend/ })
  expect(await screen.findByRole('row', { name: /Inkt & Zonen.*Geen interesse/ })).toBeTruthy()
  expect((await findStatusCard(/^Nieuw\s*0$/)).getAttribute('aria-pressed')).toBe('false')
  await user.click(await findStatusCard(/^Geen interesse\s*1$/))
  await waitFor(() => expect(signed.isConnected).toBe(false))
  await user.clear(screen.getByRole('searchbox'))
  await findTextInTable('Ver weg')
  expect(location.search).toBe('')
  await user.click(await findStatusCard(/^Nieuw\s*\d/))
  expect(await screen.findByRole('row', { name: /Drukkerij Inkt.*Getekend/ })).toBeTruthy()
  expect(location.search).toBe('?status=alle')
})

test('the board is filtered by any supplier of its contracts', async () => {
  await storeBoardContracts()
  await storeContract({ customerName: 'Drukkerij Inkt', supplier: 'Budget Energie' })
  const { user } = await open()
  await findTextInTable('Ver weg')
  const sheet = await openFilters(user)
  await user.click(within(sheet).getByRole('combobox', { name: 'Leverancier' }))
  expect(await screen.findByRole('option', { name: 'Eneco' })).toBeTruthy()
  await user.click(screen.getByRole('option', { name: 'Budget Energie' }))
  await user.click(within(sheet).getByRole('button', { name: 'Toon contracten' }))
  await waitFor(() => expect(screen.queryByText('Ver weg')).toBeNull())
  await findTextInTable('Drukkerij Inkt')
  expect(location.search).toBe('?provider=Budget+Energie')
})

test('the chosen status is in the address', async () => {
  await storeBoardContracts()
  const { user } = await open('/expiring-contracts?status=getekend')
  expect(await screen.findByText('Er zijn geen contracten met de status Getekend.')).toBeTruthy()
  await user.click(await findStatusCard(/^Nieuw/))
  await findTextInTable('Bijna')
  expect(location.search).toBe('?status=nieuw')
})

test('the cards follow the filters', async () => {
  await storeBoardContracts()
  const { user } = await open('/expiring-contracts?urgency=verlopen')
  expect(await findStatusCard(/^Nieuw\s*1$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Filters wissen' }))
  expect(await findStatusCard(/^Nieuw\s*5$/)).toBeTruthy()
})
