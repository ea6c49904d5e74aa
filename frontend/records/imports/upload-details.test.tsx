// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../ui/jsdom-gaps.ts'
import { leads } from '../../../shared/api/leads.ts'
import type { Upload } from '../../../shared/api/parts/imports.ts'
import { now } from '../../../shared/time.ts'
import { UploadDetails } from './upload-details.tsx'
import { UndoUpload } from './upload-undo.tsx'

afterEach(cleanup)

const upload = (given: Partial<Upload>): Upload => ({
  ...{ id: 'u', filename: 'lijst.csv', uploadedAt: now(), uploadedBy: 'system:uploads', uploadedByUser: null },
  ...{ state: 'mislukt', error: null, isGivenUp: false, isWaiting: false, details: [], detailsCount: 0 },
  ...{ leftOut: [], leftOutCount: 0, undone: null, wrongRows: 0, refusedDetails: null, isPlanned: false, reading: 0 },
  stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
  ...given,
})

test('an upload that was given up can be undone, unless it runs again; one that failed without effect cannot', async () => {
  const begun: string[] = []
  const undo = {
    begin: async (id: string) => begun.push(id),
    called: ['contract', 'contracten'] as const,
    addressOf: (id: string) => `/contracten/${id}`,
  }
  const { rerender } = render(<UndoUpload upload={upload({ isGivenUp: true })} undo={undo} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Terugdraaien' }))
  expect(screen.getByText(/^Nieuwe contracten worden verwijderd, bijgewerkte hersteld/)).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Terugdraaien' }).at(-1) as HTMLElement)
  expect(begun).toEqual(['u'])
  for (const nothing of [upload({}), upload({ state: 'wordt verwerkt', isGivenUp: true })]) {
    rerender(<UndoUpload upload={nothing} undo={undo} />)
    expect(screen.queryByRole('button', { name: 'Terugdraaien' })).toBeNull()
  }
})

test('wrong rows can be saved for any upload that has them, also one that broke off halfway', () => {
  const props = { onClose: () => undefined, retry: async () => undefined, endpoint: leads.wrongRows }
  const wrong = { row: 3, sheet: null, column: 'Geldig tot', reason: 'is geen geldige datum', shared: null }
  const doubtful = { ...wrong, column: 'Looptijd', reason: 'is aangenomen' }
  const { rerender } = render(
    <UploadDetails upload={upload({ wrongRows: 1, details: [wrong], detailsCount: 1 })} {...props} />,
  )
  expect(screen.getByRole('button', { name: 'Foute rijen downloaden' })).toBeTruthy()
  for (const none of [upload({ error: 'Het bestand is leeg.' }), upload({ details: [doubtful], detailsCount: 1 })]) {
    rerender(<UploadDetails upload={none} {...props} />)
    expect(screen.queryByRole('button', { name: 'Foute rijen downloaden' })).toBeNull()
  }
})
