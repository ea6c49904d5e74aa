// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { chooseMore } from '../../../testing/actions.ts'
import { connectBrowser, logIn, openApp } from '../../../testing/browser.tsx'
import { connectUploads } from '../../../testing/uploads.ts'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
})
afterEach(() => vi.restoreAllMocks())
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

/** Waits until the board shows a customer with the end of the contract. */
async function onBoard(customer: string, end: string) {
  const board = await screen.findByRole('table', { name: /^Contracten: Nieuw/ })
  await within(board).findByText(customer)
  await within(board).findByText(end)
}

test('unknown columns get a meaning, the file is imported, and the next one without a question', async () => {
  await logIn(world, admin)
  const { user } = openApp('/expiring-contracts')
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  const refused = await upload(user, 'portaal.csv', 'Uitdraai', 'Wie;Wanneer;Bijzonder', 'Kaartenmaker;12/31/2027;rood')
  await user.click(await within(refused).findByRole('button', { name: 'Kolommen aanwijzen' }))

  const dialog = await screen.findByRole('dialog', { name: 'Import controleren' })
  await user.selectOptions(
    await within(dialog).findByLabelText('Rij met kolomkoppen'),
    'Rij 2: Wie, Wanneer, Bijzonder',
  )
  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Wie'), 'Klantnaam')
  await user.click(within(dialog).getByRole('button', { name: 'Voorbeeld maken' }))
  expect(await within(dialog).findByText(/‘Geldig tot’ ontbreekt/)).toBeTruthy()

  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Wanneer'), 'Geldig tot')
  await user.selectOptions(within(dialog).getByLabelText('Datums'), 'Maand eerst (12/31/2027)')
  await user.click(within(dialog).getByRole('button', { name: 'Voorbeeld maken' }))
  await user.click(await within(dialog).findByRole('button', { name: '1 rij importeren' }))
  const stored = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(stored).getByRole('button', { name: 'Klaar' }))
  await onBoard('Kaartenmaker', '31-12-2027')

  await upload(user, 'portaal-2.csv', 'Wie;Wanneer;Bijzonder', 'Landmeter;06/30/2028;blauw')
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await onBoard('Landmeter', '30-06-2028')
})

test('the chosen meanings of columns stay when the preview arrives later than the state of the upload', async () => {
  await logIn(world, admin)
  const { user } = openApp('/expiring-contracts')
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  const refused = await upload(user, 'laat.csv', 'Persoon;Afloop op dag', 'Laatkomer;12/31/2027')
  await user.click(await within(refused).findByRole('button', { name: 'Kolommen aanwijzen' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import controleren' })
  await user.selectOptions(await within(dialog).findByLabelText('Rij met kolomkoppen'), 'Rij 1: Persoon, Afloop op dag')
  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Persoon'), 'Klantnaam')
  await user.selectOptions(within(dialog).getByLabelText('Betekenis van Afloop op dag'), 'Geldig tot')
  await user.selectOptions(within(dialog).getByLabelText('Datums'), 'Maand eerst (12/31/2027)')
  const preview = heldBack(/\/preview$/)
  await user.click(within(dialog).getByRole('button', { name: 'Voorbeeld maken' }))
  await preview.asked
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Voorbeeld maken' })).toBeNull())
  preview.release()
  const store = await within(dialog).findByRole('button', { name: '1 rij importeren' })
  expect(within(dialog).getByLabelText('Betekenis van Persoon')).toHaveProperty('value', 'customerName')
  await user.click(store)
  await screen.findByRole('dialog', { name: 'Upload voltooid' })
})

/** Holds back the answers to requests of this address until they are released. */
function heldBack(address: RegExp) {
  const online = globalThis.fetch
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await online(input, init)
    if (!address.test(String(input))) return answer
    asked.resolve()
    await released.promise
    return answer
  })
  return { asked: asked.promise, release: released.resolve }
}

test('a file with a new layout shows errors and guesses before it is stored', async () => {
  await logIn(world, admin)
  const { user } = openApp('/expiring-contracts')
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  const inView: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    inView.push(this.textContent)
  })
  const rows = ['Handelsnaam;Loopt tot;Kolom A', 'Toonder;01-02-2029;0612345678', ';31-02-2029;0687654321']
  await upload(user, 'nieuw.csv', ...rows)
  const dialog = await screen.findByRole('dialog', { name: 'Import controleren' })
  const figure = async (label: string) => (await within(dialog).findByText(label, { selector: 'dt' })).nextSibling
  expect((await figure('Nieuw'))?.textContent).toBe('1')
  expect((await figure('Wordt geweigerd'))?.textContent).toBe('1')
  const table = await within(dialog).findByRole('region', { name: 'Voorbeeld' })
  const cell = within(table).getByText('31-02-2029').closest('td')
  expect(cell?.textContent).toContain('is geen geldige datum')
  const fault = within(dialog).getByText('Fout 1 van 2').closest('p')
  expect(fault?.textContent).toBe('Fout 1 van 2 rij 3, Handelsnaam: de naam van de klant ontbreekt')
  expect(inView.at(-1)).toMatch(/^leeg/)
  await user.click(within(dialog).getByRole('button', { name: 'Volgende fout' }))
  expect(fault?.textContent).toMatch(/^Fout 2 van 2 rij 3, Loopt tot: .*geen geldige datum/)
  expect(inView.at(-1)).toMatch(/^31-02-2029/)
  await user.click(within(dialog).getByRole('button', { name: 'Volgende fout' }))
  expect(fault?.textContent).toMatch(/^Fout 1 van 2/)
  await user.click(within(dialog).getByRole('button', { name: 'Vorige fout' }))
  expect(fault?.textContent).toMatch(/^Fout 2 van 2/)
  expect(within(table).getByLabelText('Betekenis van Kolom A')).toHaveProperty('value', 'phone')
  expect(within(table).getByText('geraden')).toBeTruthy()
  expect(within(dialog).getByText(/^Geen looptijd of tekendatum|^Rij 2: geen looptijd/)).toBeTruthy()
  const board = screen.getByRole('table', { name: /^Contracten: Nieuw/, hidden: true })
  expect(within(board).queryByText('Toonder')).toBeNull()

  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))
  await chooseMore(user, 'Recente uploads')
  const waiting = await screen.findByRole('button', { name: /nieuw.csv/ })
  expect(waiting.textContent).toContain('Controle nodig')
  expect(waiting.textContent).toContain('Voorbeeld: 2 rijen, 1 nieuw, 1 geweigerd')
  await user.click(waiting)
  const again = await screen.findByRole('dialog', { name: 'Import controleren' })
  await user.click(await within(again).findByRole('button', { name: '1 rij importeren' }))
  const stored = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(stored).getByText('Geweigerd', { selector: '.pv-badge' })).toBeTruthy()
  expect(within(stored).getByText('Opgeslagen met een opmerking')).toBeTruthy()
  await user.click(within(stored).getByRole('button', { name: 'Klaar' }))
  await onBoard('Toonder', '01-02-2029')
})

test('a previewed import can be discarded after a question', async () => {
  await logIn(world, admin)
  const { user } = openApp('/expiring-contracts')
  await screen.findByRole('heading', { name: 'Aflopende Contracten' })
  await upload(user, 'fout.csv', 'Handelsnaam;Loopt tot;Kolom B', 'Vergissing;01-02-2029;0612345678')
  const dialog = await screen.findByRole('dialog', { name: 'Import controleren' })
  await user.click(await within(dialog).findByRole('button', { name: 'Weggooien' }))
  const question = await screen.findByRole('alertdialog', { name: 'fout.csv weggooien?' })
  await user.click(within(question).getByRole('button', { name: 'Weggooien' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await chooseMore(user, 'Recente uploads')
  expect((await screen.findByRole('button', { name: /fout.csv/ })).textContent).toContain('Weggegooid')
})
