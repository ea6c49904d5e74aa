// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../../shared/api/parts/imports.ts'
import { runAsFunction } from '../../../../testing/rights.ts'
import type { Person, World } from '../../../../testing/world.ts'
import { chooseMore } from '../../../testing/actions.ts'
import { connectBrowser, sent } from '../../../testing/browser.tsx'
import {
  buildCsvFile,
  buildCsvLine,
  findStatusCard,
  findTextInTable,
  openBoard,
  pressImport,
  readFigures,
  startBoard,
  uploadFile,
} from '../../../testing/contract-board.ts'
import { connectUploads } from '../../../testing/uploads.ts'

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
connectUploads(() => world)

const open = (path?: string) => openBoard(world, admin, path)

test('an uploaded file puts its contracts on the board by expiry date, with their urgency', async () => {
  const { user } = await open()
  await uploadFile(
    user,
    buildCsvFile(
      'aflopend.csv',
      buildCsvLine('S-1', 'Ver weg', '01-12-2028'),
      buildCsvLine('S-2', 'Al voorbij', '20-11-2026'),
      buildCsvLine('S-3', 'Bijna', '21-12-2026'),
      buildCsvLine('S-4', 'Dit kwartaal', '21-02-2027'),
      buildCsvLine('S-5', 'Dit halfjaar', '21-05-2027'),
    ),
  )
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(readFigures(result)).toEqual(['5', '5', '0', '0', '0'])
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))

  await findTextInTable('Al voorbij')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  const read = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((one) => one.textContent),
  )
  // Expired contracts come below those that can still be won.
  expect(read.map(([, customer, , , expires, urgency]) => [customer, expires, urgency])).toEqual([
    ['Bijna', '21-12-2026', 'Binnen 1 maand'],
    ['Dit kwartaal', '21-02-2027', 'Binnen 3 maanden'],
    ['Dit halfjaar', '21-05-2027', 'Binnen 6 maanden'],
    ['Ver weg', '01-12-2028', '25 maanden'],
    ['Al voorbij', '20-11-2026', 'Verlopen'],
  ])
  expect(read[0]?.slice(2, 4)).toEqual(['–', 'Eneco'])
  expect(read[0]?.slice(6)).toEqual(['Niemand', '–', '–', '01-12-2023', '36 maanden', 'Markt 1, 6041 AB Roermond'])
  expect(await findStatusCard(/^Nieuw\s*5$/)).toBeTruthy()
  expect(await findStatusCard(/^Getekend\s*0$/)).toBeTruthy()
})

test('refused rows with the same error share a line; rows beyond the first 200 are only counted', async () => {
  const { user } = await open()
  const wrong = Array.from({ length: 213 }, (_, index) => buildCsvLine(`F-${index}`, `Fout ${index}`, '31-02-2027'))
  await uploadFile(user, buildCsvFile('fouten.csv', buildCsvLine('S-6', 'Wel goed', '01-12-2026'), ...wrong))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(readFigures(result)).toEqual(['214', '1', '0', '0', '213'])
  const problems = within(result)
    .getAllByRole('listitem')
    .map((item) => item.textContent)
  // Equal errors share a line with their number. The server keeps 200 errors; the others are only counted.
  expect(problems[0]).toMatch(/^Geldig tot: '31-02-2027' is geen geldige datum \(200 rijen\)/)
  expect(problems.slice(1)).toEqual(['en 13 meer'])
  expect(within(result).getByText('Geweigerd', { selector: '.pv-badge' })).toBeTruthy()
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  await user.click(within(result).getByRole('button', { name: 'Foute rijen downloaden' }))
  expect(await screen.findByText('Foute-rijen geëxporteerd')).toBeTruthy()
  expect(files).toHaveLength(1)
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await chooseMore(user, 'Recente uploads')
  await user.click(await screen.findByRole('button', { name: /fouten.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'fouten.csv' })
  expect(within(details).getByText('en 13 meer')).toBeTruthy()
})

test('a file that is no spreadsheet is refused with a reason, and stays among the uploads', async () => {
  const { user } = await open()
  const dialog = await uploadFile(user, new File(['%PDF-1.7 geen spreadsheet'], 'brief.csv'))
  expect(await screen.findByText('Upload mislukt')).toBeTruthy()
  expect(within(dialog).getByRole('alert').textContent).toMatch(/'brief.csv' is geen spreadsheet/)
  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }))

  await chooseMore(user, 'Recente uploads')
  const uploads = await screen.findByRole('list', { name: 'Recente uploads' })
  const failed = await within(uploads).findByRole('button', { name: /brief.csv/ })
  expect(failed.textContent).toContain('Mislukt')
  expect(failed.textContent).toContain('Sophie de Jong')
})

test('content that was not read is reported after the upload, and later in the details of the upload', async () => {
  const { user } = await open()
  const rows = ['Sale ID;Klantnaam;Geldig tot;Kleur', 'L-1;Bloemist Blauw;01-12-2026;blauw', 'Totaal;;;1']
  await uploadFile(user, new File([rows.join('\r\n')], 'kleuren.csv'))
  await pressImport(user)
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(result).getByText('Kolom Kleur: de kop is niet herkend')).toBeTruthy()
  expect(within(result).getByText('Rij 3: is een totaalregel')).toBeTruthy()
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await chooseMore(user, 'Recente uploads')
  await user.click(await screen.findByRole('button', { name: /kleuren.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'kleuren.csv' })
  expect(within(details).getByText('Kolom Kleur: de kop is niet herkend')).toBeTruthy()
})

test('a file above 4 MB goes to the bucket, and is followed until its event has imported it', async () => {
  const { user } = await open()
  const wide = Array.from({ length: 5 }, (_, index) => buildCsvLine(`W-${index}`, 'x'.repeat(900_000), '01-12-2027'))
  const dialog = await uploadFile(
    user,
    buildCsvFile('groot.csv', buildCsvLine('W-9', 'Groothandel', '01-12-2027'), ...wide),
  )
  expect(await within(dialog).findByText('Wacht op verwerking')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path.replace(/^http.*:\d+/, ''))).toEqual([
    '/api/contracts/uploads',
    '/uploads',
  ])

  const { handler } = await import('../../../../events/contract-import.ts')
  await runAsFunction('contract-import', () =>
    handler({
      Records: [{ messageId: 'm', body: JSON.stringify(world.created.at(-1)) }],
    } as unknown as SQSEvent),
  )
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(readFigures(result)).toEqual(['6', '1', '0', '0', '5'])
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await findTextInTable('Groothandel')
})

test('several files are sent one after the other, and each shows its result', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
  expect(await within(dialog).findByText('Kies eerst een bestand')).toBeTruthy()
  const small = buildCsvFile('een.csv', buildCsvLine('M-1', 'Meubelmaker', '01-12-2027'))
  const large = Object.defineProperty(buildCsvFile('twee.csv'), 'size', { value: MAX_UPLOAD_BYTES + 1 })
  await user.upload(within(dialog).getByLabelText('Bestand'), [
    small,
    large,
    buildCsvFile('drie.csv'),
    buildCsvFile('vier.csv'),
  ])
  await user.click(within(dialog).getByRole('button', { name: 'drie.csv weglaten' }))
  await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))

  const files = within(within(dialog).getByRole('list', { name: 'Bestanden' }))
  expect(await files.findByText('1 rij, 1 nieuw')).toBeTruthy()
  expect(await files.findByText('Dit bestand bevat alleen kolomkoppen en geen contracten.')).toBeTruthy()
  expect(
    files.getByText('Dit bestand is 52,4 MB; het maximum is 50 MB. Splits het in kleinere bestanden.'),
  ).toBeTruthy()
  expect(sent.filter(({ path }) => path.split('?')[0] === '/api/contracts/upload')).toHaveLength(2)
  await user.click(within(dialog).getByRole('button', { name: 'Klaar' }))
  await findTextInTable('Meubelmaker')
})

test('a file taken off the list is not sent; closing the dialog stops the files that are still waiting', async () => {
  const { user } = await open()
  const { call } = world
  let held = Promise.withResolvers<void>()
  let answered = 0
  vi.spyOn(world, 'call').mockImplementation(async (...asked) => {
    if (asked[1].split('?')[0] !== '/api/contracts/upload') return call(...asked)
    await held.promise
    const answer = await call(...asked)
    answered += 1
    return answer
  })
  const uploads = () => sent.filter(({ path }) => path.split('?')[0] === '/api/contracts/upload')
  const choose = async (...names: string[]) => {
    await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
    const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
    await user.upload(
      within(dialog).getByLabelText('Bestand'),
      names.map((name) => buildCsvFile(`${name}.csv`, buildCsvLine('Z-1', 'Zeilmaker', '01-12-2027'))),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Uploaden' }))
    return dialog
  }
  const dialog = await choose('a', 'b', 'c')
  await waitFor(() => expect(uploads()).toHaveLength(1))
  await user.click(within(dialog).getByRole('button', { name: 'b.csv weglaten' }))
  held.resolve()
  await waitFor(() => expect(within(dialog).getAllByText(/^1 rij/)).toHaveLength(2))
  expect(uploads()).toHaveLength(2)
  await user.click(within(dialog).getByRole('button', { name: 'Klaar' }))

  held = Promise.withResolvers<void>()
  const next = await choose('d', 'e')
  await waitFor(() => expect(uploads()).toHaveLength(3))
  await user.click(within(next).getByRole('button', { name: 'Annuleren' }))
  held.resolve()
  await waitFor(() => expect(answered).toBe(3))
  await findTextInTable('Zeilmaker')
  expect(uploads()).toHaveLength(3)
})

test('the progress of a file is shown while the API imports it, not that of a file of somebody else', async () => {
  const { Uploads } = await import('../../../../functions/spreadsheets/imports/entity.ts')
  const made = (id: string, uploadedBy: string, totalRows: number, uploadedAt: string) =>
    Uploads.put({
      ...{ id, uploadedBy, uploadedAt, list: 'uploads' as const, filename: 'loopt.csv' },
      ...{ state: 'wordt verwerkt' as const, details: [] },
      stats: { totalRows, created: totalRows, updated: 0, skipped: 0, errors: 0 },
    }).go()
  const { user } = await open()
  const { call } = world
  const held = Promise.withResolvers<void>()
  vi.spyOn(world, 'call').mockImplementation(async (...asked) => {
    if (asked[1].split('?')[0] === '/api/contracts/upload') await held.promise
    return call(...asked)
  })
  const dialog = await uploadFile(user, buildCsvFile('loopt.csv', buildCsvLine('Z-1', 'Zeilmaker', '01-12-2027')))
  expect(await within(dialog).findByText('Wordt verwerkt')).toBeTruthy()
  await made('loopt', admin.id, 1_250, '2026-11-21T10:00:00.000Z')
  await made('loopt-ook', 'een-ander', 7, '2026-11-21T10:00:01.000Z')
  expect(await within(dialog).findByText('1.250 rijen, 1.250 nieuw')).toBeTruthy()
  held.resolve()
  await screen.findByRole('dialog', { name: 'Upload voltooid' })
})

test('a dropped file of another type is refused by name', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Uploaden' }))
  const dialog = await screen.findByRole('dialog', { name: 'Contracten uploaden' })
  const place = within(dialog).getByText(/Sleep bestanden hierheen/)
  fireEvent.drop(place, { dataTransfer: { files: [new File(['x'], 'foto.png')] } })
  expect(
    within(dialog).getByText('foto.png kan niet worden verwerkt. Kies een .xlsx, .xls, .csv, .tsv, .txt.'),
  ).toBeTruthy()
})

test('an upload whose call timed out at a gateway is followed, and not reported as failed', async () => {
  const Sending = globalThis.XMLHttpRequest
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Sending {
      override send(form: FormData): void {
        const answered = this.onload as () => void
        const given = { status: 503, responseText: JSON.stringify({ message: 'Service Unavailable' }) }
        this.onload = () => answered.call(Object.assign(this, given))
        super.send(form)
      }
    },
  )
  const { user } = await open()
  await uploadFile(user, buildCsvFile('traag.csv', buildCsvLine('G-1', 'Trage bakker', '01-12-2026')))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(readFigures(result)).toEqual(['1', '1', '0', '0', '0'])
  expect(screen.queryByText('Het bestand kon niet worden verwerkt.')).toBeNull()
})

test('an import by an event is followed until it is done', async () => {
  const { Uploads } = await import('../../../../functions/spreadsheets/imports/entity.ts')
  const row = {
    id: 'elsewhere',
    filename: 'via-bucket.csv',
    uploadedBy: 'system:uploads',
    uploadedAt: '2026-11-21T10:00:00.000Z',
    list: 'uploads' as const,
    state: 'wordt verwerkt' as const,
    stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
    details: [],
  }
  await Uploads.put({ ...row, waits: true }).go()
  const { user } = await open()
  await chooseMore(user, 'Recente uploads')
  const shown = await screen.findByRole('button', { name: /via-bucket.csv/ })
  expect(shown.textContent).toContain('In de wachtrij')
  await Uploads.put(row).go()
  await waitFor(() => expect(shown.textContent).toContain('Wordt verwerkt'), { timeout: 5000 })
  await Uploads.put({ ...row, state: 'klaar', stats: { ...row.stats, totalRows: 3, created: 3 } }).go()
  await waitFor(() => expect(shown.textContent).toContain('3 rijen, 3 nieuw'))
  expect(shown.textContent).toContain('Klaar')
})
