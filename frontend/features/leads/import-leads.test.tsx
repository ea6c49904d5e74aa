// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { chooseMore } from '../../testing/actions.ts'
import { connectBrowser, logIn, openApp } from '../../testing/browser.tsx'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person
let agent: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  admin = await world.person({ role: 'admin' })
  agent = await world.person({ role: 'agent', teamId: 1 })
  const body = { customerName: 'Hotel Zee' }
  expect((await world.call('POST', '/api/leads', { as: await world.session(agent), body })).status).toBe(201)
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function open(person: Person) {
  await logIn(world, person)
  return openApp('/leads')
}

const press = async (name: string | RegExp) => screen.findByRole('button', { name })

test('an admin sees what a spreadsheet would do, imports it and sees refused rows; another file is refused', async () => {
  const { user: other, unmount } = await open(agent)
  await screen.findByText('Hotel Zee')
  await other.click(await press('Meer'))
  expect(await screen.findByRole('button', { name: 'Niet bellen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Importeren' })).toBeNull()
  unmount()
  const { user } = await open(admin)
  await chooseMore(user, 'Importeren')
  const dialog = await screen.findByRole('dialog', { name: 'Leads importeren' })
  const send = async (file: File) => {
    await user.upload(within(dialog).getByLabelText('Bestand'), file)
    await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  }
  await send(new File(['%PDF-1.7'], 'brief.csv'))
  expect(await within(dialog).findByText(/herkennen de kolommen niet|geen spreadsheet/, { selector: 'p' })).toBeTruthy()
  expect(await within(dialog).findByRole('button', { name: /brief\.csv.*Mislukt/ })).toBeTruthy()
  const wrong = Array.from({ length: 12 }, (_, n) => `Fout ${n};06530000${10 + n};31-02-2027`)
  await send(new File([['Klant;Telefoon;Einddatum', 'Molen De Hoop;0653000001;', ...wrong].join('\r\n')], 'lijst.csv'))
  const preview = await screen.findByRole('dialog', { name: 'Import controleren' })
  expect(await within(preview).findByRole('columnheader', { name: 'Einddatum' })).toBeTruthy()
  expect(within(preview).getByText('Wordt bijgewerkt')).toBeTruthy()
  expect(within(preview).getAllByText("'31-02-2027' is geen geldige datum")).toHaveLength(12)
  expect(screen.queryByText('Molen De Hoop', { ignore: '[role=dialog] *' })).toBeNull()
  await user.click(within(preview).getByRole('button', { name: '1 rij importeren' }))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(result).getByText("Einddatum: '31-02-2027' is geen geldige datum (12 rijen)")).toBeTruthy()
  expect(within(result).getAllByText('Geweigerd')[0]?.nextSibling?.textContent).toBe('12')
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await screen.findByText('Molen De Hoop')
})

test('an admin gives the columns of an unknown sheet of leads their meaning, imports it and takes it back', async () => {
  const { user } = await open(admin)
  await chooseMore(user, 'Importeren')
  let dialog = await screen.findByRole('dialog', { name: 'Leads importeren' })
  const file = new File([['Wie;Waar', 'Beurs BV;Venlo'].join('\r\n')], 'beurs.csv')
  await user.upload(within(dialog).getByLabelText('Bestand'), file)
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Kolommen aanwijzen' }))
  const preview = await screen.findByRole('dialog', { name: 'Import controleren' })
  const choose = async (column: string, meaning: string) =>
    user.selectOptions(await within(preview).findByLabelText(`Betekenis van ${column}`), meaning)
  expect(within(await within(preview).findByLabelText('Betekenis van Wie')).getByText('Overslaan')).toBeTruthy()
  await choose('Wie', 'Klantnaam')
  await user.click(within(preview).getByRole('button', { name: 'Voorbeeld maken' }))
  expect(await within(preview).findByText(/Geen kolom met contactgegevens/)).toBeTruthy()
  await choose('Waar', 'Adres')
  await user.click(within(preview).getByRole('button', { name: 'Voorbeeld maken' }))
  await user.click(await within(preview).findByRole('button', { name: '1 rij importeren' }))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await screen.findByText('Beurs BV')
  await chooseMore(user, 'Importeren')
  dialog = await screen.findByRole('dialog', { name: 'Leads importeren' })
  await user.click(await within(dialog).findByRole('button', { name: /beurs\.csv/ }))
  await user.click(await screen.findByRole('button', { name: 'Terugdraaien' }))
  const question = await screen.findByRole('alertdialog', { name: 'beurs.csv terugdraaien?' })
  expect(within(question).getByText(/^1 lead wordt verwijderd\./)).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Terugdraaien' }))
  expect(await screen.findAllByText('Wordt teruggedraaid')).toBeTruthy()
})

test('an admin throws a previewed spreadsheet of leads away, or imports one without a preview', async () => {
  const { user } = await open(admin)
  await chooseMore(user, 'Importeren')
  let dialog = await screen.findByRole('dialog', { name: 'Leads importeren' })
  const send = async (name: string, customer: string) => {
    const file = new File([['Klant;Telefoon', customer].join('\r\n')], name)
    await user.upload(within(dialog).getByLabelText('Bestand'), file)
    await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  }
  await send('weg.csv', 'Weggegooid BV;0653000201')
  const preview = await screen.findByRole('dialog', { name: 'Import controleren' })
  await user.click(await within(preview).findByRole('button', { name: 'Weggooien' }))
  const question = await screen.findByRole('alertdialog', { name: 'weg.csv weggooien?' })
  await user.click(within(question).getByRole('button', { name: 'Weggooien' }))
  expect(await screen.findByText('Import weggegooid')).toBeTruthy()
  await chooseMore(user, 'Importeren')
  dialog = await screen.findByRole('dialog', { name: 'Leads importeren' })
  expect(await within(dialog).findByRole('button', { name: /weg\.csv.*Weggegooid/ })).toBeTruthy()
  await user.click(within(dialog).getByRole('checkbox', { name: /Eerst laten zien/ }))
  await send('direct.csv', 'Direct BV;0653000202')
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await screen.findByText('Direct BV')
  expect(screen.queryByText('Weggegooid BV')).toBeNull()
})
