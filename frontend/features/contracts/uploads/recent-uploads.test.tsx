// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runAsFunction } from '../../../../testing/rights.ts'
import type { Person, World } from '../../../../testing/world.ts'
import { chooseMore } from '../../../testing/actions.ts'
import { connectBrowser } from '../../../testing/browser.tsx'
import {
  buildCsvFile,
  buildCsvLine,
  findTextInTable,
  openBoard,
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

test('an upload is undone after a question, and the kept records are listed with links', async () => {
  const { user } = await open('/expiring-contracts?q=terug')
  const lines = ['Een', 'Twee', 'Drie'].map((name) => buildCsvLine(`T-${name}`, `${name} terug`, '01-12-2026'))
  const wrong = lines.map((one) => one.replace('6041 AB', '99'))
  await uploadFile(user, buildCsvFile('per ongeluk.csv', ...wrong))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  expect(within(result).getByText(/^Postcode: '99' .* \(3 rijen\)$/)).toBeTruthy()
  expect(within(result).getByText(/Rijen 2, 3, 4/)).toBeTruthy()
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  await user.click(await findTextInTable('Twee terug'))
  await user.click(await screen.findByRole('button', { name: 'Status wijzigen' }))
  const status = await screen.findByRole('dialog', { name: 'Status wijzigen' })
  await user.selectOptions(within(status).getByLabelText(/^Nieuwe status/), 'Geen interesse')
  await user.type(within(status).getByLabelText('Notities'), 'Gebeld')
  await user.click(within(status).getByRole('button', { name: 'Opslaan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await chooseMore(user, 'Recente uploads')
  await user.click(await screen.findByRole('button', { name: /per ongeluk.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'per ongeluk.csv' })
  await user.click(within(details).getByRole('button', { name: 'Terugdraaien' }))
  const question = await screen.findByRole('alertdialog', { name: 'per ongeluk.csv terugdraaien?' })
  expect(question.textContent).toContain('3 contracten worden verwijderd.')
  await user.click(within(question).getByRole('button', { name: 'Terugdraaien' }))
  expect(await within(details).findByText('0 verwijderd, 0 hersteld, 0 gebleven.')).toBeTruthy()
  expect(within(details).queryByRole('button', { name: 'Terugdraaien' })).toBeNull()

  const { handler } = await import('../../../../events/contract-import.ts')
  await runAsFunction('contract-import', () =>
    handler({ Records: [{ messageId: 'm', body: JSON.stringify(world.created.at(-1)) }] } as unknown as SQSEvent),
  )
  expect(await within(details).findByText('2 verwijderd, 0 hersteld, 1 gebleven.')).toBeTruthy()
  expect(within(details).getByText('Deels teruggedraaid')).toBeTruthy()
  expect(within(details).getByRole('list', { name: 'Gebleven' }).textContent).toBe(
    'Twee terug: er is daarna aan gewerkt',
  )
  await user.click(within(details).getByRole('link', { name: 'Twee terug' }))
  const contract = await screen.findByRole('dialog', { name: 'Contract Details' })
  expect(contract.textContent).toContain('Gebeld')
})

test('the board is refreshed after an undo that ended before it was seen in progress', async () => {
  const { user } = await open()
  await uploadFile(user, buildCsvFile('snel.csv', buildCsvLine('S-1', 'Snel weg', '01-12-2026')))
  const result = await screen.findByRole('dialog', { name: 'Upload voltooid' })
  await user.click(within(result).getByRole('button', { name: 'Klaar' }))
  expect(await findTextInTable('Snel weg')).toBeTruthy()
  await chooseMore(user, 'Recente uploads')
  await user.click(await screen.findByRole('button', { name: /snel.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'snel.csv' })

  const { handler } = await import('../../../../events/contract-import.ts')
  const through = globalThis.fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const answer = await through(...request)
    if (String(request[0]).endsWith('/undo')) {
      const body = JSON.stringify(world.created.at(-1))
      await runAsFunction('contract-import', () =>
        handler({ Records: [{ messageId: 'm', body }] } as unknown as SQSEvent),
      )
    }
    return answer
  })
  await user.click(within(details).getByRole('button', { name: 'Terugdraaien' }))
  const question = await screen.findByRole('alertdialog', { name: 'snel.csv terugdraaien?' })
  await user.click(within(question).getByRole('button', { name: 'Terugdraaien' }))
  expect(await within(details).findByText('1 verwijderd, 0 hersteld, 0 gebleven.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Snel weg')).toBeNull())
})

test('the newest five uploads are shown, and the others on request, each with its actions', async () => {
  const { Uploads } = await import('../../../../functions/spreadsheets/imports/entity.ts')
  const stats = { totalRows: 4, created: 3, updated: 1, skipped: 0, errors: 0 }
  const made = { list: 'uploads' as const, uploadedBy: admin.id, state: 'klaar' as const, details: [], stats }
  for (const day of [2, 3, 4, 5, 6, 7]) {
    const uploadedAt = `2026-11-0${day}T10:00:00.000Z`
    await Uploads.put({ ...made, id: `day-${day}`, filename: `${day} november.csv`, uploadedAt }).go()
  }
  const { user } = await open()
  await chooseMore(user, 'Recente uploads')
  const recent = await screen.findByRole('list', { name: 'Recente uploads' })
  expect(await within(recent).findAllByRole('listitem')).toHaveLength(5)
  expect(within(recent).queryByText('2 november.csv')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Alle uploads' }))
  const all = await screen.findByRole('list', { name: 'Alle uploads' })
  await user.click(await within(all).findByRole('button', { name: /2 november.csv/ }))
  const details = await screen.findByRole('dialog', { name: '2 november.csv' })
  expect(readFigures(details)).toEqual(['4', '3', '1', '0', '0'])
  expect(within(details).getByRole('button', { name: 'Terugdraaien' })).toBeTruthy()
})

test('an upload that stopped halfway is continued from its details', async () => {
  const { Uploads } = await import('../../../../functions/spreadsheets/imports/entity.ts')
  const { newUploadKey, uploadIdOf } = await import('../../../../functions/spreadsheets/imports/upload-key.ts')
  const key = newUploadKey('contracts', 'halverwege.csv')
  await world.s3.put('uploads', key, Buffer.from('Klant;Geldig tot'), 'text/csv')
  const stats = { totalRows: 4, created: 3, updated: 1, skipped: 0, errors: 0 }
  const made = {
    list: 'uploads' as const,
    uploadedBy: admin.id,
    uploadedAt: new Date().toISOString(),
    details: [],
    stats,
    key,
  }
  const stopped = { state: 'mislukt', error: 'Gestopt', givenUp: 'wordt verwerkt' } as const
  await Uploads.put({ id: uploadIdOf(key), filename: 'halverwege.csv', ...made, ...stopped }).go()
  const { user } = await open()
  await chooseMore(user, 'Recente uploads')
  await user.click(await screen.findByRole('button', { name: /halverwege.csv/ }))
  const details = await screen.findByRole('dialog', { name: 'halverwege.csv' })
  await user.click(await within(details).findByRole('button', { name: 'Opnieuw proberen' }))
  expect(await within(details).findByText('Wordt verwerkt')).toBeTruthy()
  expect(within(details).queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull()
})
