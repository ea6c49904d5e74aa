import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { storeContract } from '../../testing/contracts.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import { logIn, openApp } from './browser.tsx'

const header = 'Sale ID;Klantnaam;Adres;Huisnummer;Postcode;Plaats;Leverancier;Tekendatum;Looptijd;Geldig tot'

/** Builds one line of a csv file with contracts: sale id, customer's name, and end date `until` (`dd-mm-yyyy`). */
export const buildCsvLine = (id: string, name: string, until: string): string =>
  `${id};${name};Markt;1;6041 AB;Roermond;Eneco;01-12-2023;3 jaar;${until}`

/** Builds a CSV file of contracts with the filename `name`: a header row, then the lines. */
export const buildCsvFile = (name: string, ...lines: string[]): File =>
  new File([[header, ...lines].join('\r\n')], name)

/**
 * Starts a test back end with an admin and no contracts. It knows the column layout of the csv files, so they are
 * imported without a question.
 */
export async function startBoard(): Promise<{ world: World; admin: Person }> {
  const world = await startWorld()
  const admin = await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' })
  // Files with these headers were confirmed before, so they are imported without a question.
  const { Layouts, layoutId } = await import('../../functions/spreadsheets/imports/layouts.ts')
  const { headerFingerprint } = await import('../../functions/spreadsheets/recognition/layout-print.ts')
  const id = layoutId('contract', headerFingerprint(header.split(';')))
  await Layouts.put({ id, fields: [], monthFirst: false, isRecognised: true }).go()
  return { world, admin }
}

/** Stores five contracts, each with another urgency. */
export async function storeBoardContracts(): Promise<void> {
  const ends = {
    ...{ 'Ver weg': '2028-12-01', 'Al voorbij': '2026-11-20', Bijna: '2026-12-21' },
    ...{ 'Dit kwartaal': '2027-02-21', 'Dit halfjaar': '2027-05-21' },
  }
  const place = { address: 'Markt', houseNumber: '1', postalCode: '6041 AB', city: 'Roermond', supplier: 'Eneco' }
  for (const [customerName, expiryDate] of Object.entries(ends)) {
    await storeContract({ ...place, customerName, expiryDate, durationValue: 36, durationUnit: 'months' })
  }
}

/** Logs a person of the test back end `world` in and opens the board of expiring contracts. */
export async function openBoard(world: World, person: Person, path = '/expiring-contracts') {
  await logIn(world, person)
  const app = openApp(path)
  // A dialog that the address opens hides the heading from screen readers.
  await screen.findByRole('heading', { name: 'Aflopende Contracten', hidden: true })
  return app
}

/** Uploads a file from the board of contracts; returns the upload dialog. */
export async function uploadFile(user: UserEvent, file: File) {
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  await user.upload(within(dialog).getByLabelText('Bestand'), file)
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  return dialog
}

/** Presses the button that imports the rows of a previewed file. */
export const pressImport = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: /^\d+ rij(en)? importeren$/ }))

/** Finds the card of a sales status on the board, by its name. */
export const findStatusCard = (name: RegExp) => screen.findByRole('button', { name })

/** Finds an element by its text in the table of contracts. */
export const findTextInTable = async (text: string) => within(await screen.findByRole('table')).findByText(text)

/** Returns the numbers that an upload dialog shows, as texts. */
export const readFigures = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('definition')
    .map((figure) => figure.textContent)
