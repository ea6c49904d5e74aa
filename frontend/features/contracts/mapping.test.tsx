// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

type User = ReturnType<typeof openApp>['user']

async function upload(user: User, name: string, ...lines: string[]) {
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  await user.upload(within(dialog).getByLabelText('Bestand'), new File([lines.join('\r\n')], name))
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  return dialog
}

/** Waits until the board shows a customer and when their contract ends. */
async function onBoard(customer: string, end: string) {
  const board = await screen.findByRole('table', { name: /^Contracten: Nieuw/ })
  await within(board).findByText(customer)
  await within(board).findByText(end)
}

test('columns that nobody knows are told, the file is imported by that, and the next one by itself', async () => {
  await logIn(world, admin)
  const { user } = openApp('/expiring-contracts')
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  const refused = await upload(user, 'portaal.csv', 'Uitdraai', 'Wie;Wanneer;Bijzonder', 'Kaartenmaker;12/31/2027;rood')
  await user.click(await within(refused).findByRole('button', { name: 'Kolommen aanwijzen' }))

  const dialog = await screen.findByRole('dialog', { name: 'Kolommen aanwijzen' })
  await user.selectOptions(
    await within(dialog).findByLabelText('Rij met kolomkoppen'),
    'Rij 2: Wie, Wanneer, Bijzonder',
  )
  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Wie'), 'Klantnaam')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan en importeren' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('‘Geldig tot’ ontbreekt')

  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Wanneer'), 'Geldig tot')
  await user.selectOptions(within(dialog).getByLabelText('Datums'), 'Maand eerst (12/31/2027)')
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan en importeren' }))
  await onBoard('Kaartenmaker', '31-12-2027')

  await upload(user, 'portaal-2.csv', 'Wie;Wanneer;Bijzonder', 'Landmeter;06/30/2028;blauw')
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await onBoard('Landmeter', '30-06-2028')
})
