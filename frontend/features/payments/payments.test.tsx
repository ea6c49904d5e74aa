// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { NO_ROOM } from '../../../shared/api/schemas/payment-files.ts'
import { bankDayFrom } from '../../../shared/invoicing/bank-days.ts'
import { addDays, localDateOf, now } from '../../../shared/time.ts'
import { storePartner } from '../../../testing/invoices.ts'
import { paymentFileAddress } from '../../domains/addresses.ts'
import { connectBrowser, failRequests, findRetryButton } from '../../testing/browser.tsx'
import { startPayments } from '../../testing/payments.ts'
import { findDialog, findRowContaining, plainTextOf } from '../../testing/queries.ts'
import { connectUploads } from '../../testing/uploads.ts'

const { world, admin, call, waiting, openNote, open } = await startPayments()
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

/** Waits until the dialog checked the payments, so that its button works; returns the button. */
async function findMakeButton(dialog: HTMLElement) {
  const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Betaalbestand maken' })
  await waitFor(() => expect(button.disabled).toBe(false))
  return button
}

test('selected invoices go into a payment file, which lists its payments and can be withdrawn', async () => {
  const [one, two] = [await waiting(100, { dueDate: '2026-11-19' }), await waiting(50.25)]
  const credited = { quantity: 1, totalPrice: 1000, vatAmount: 0 }
  const noVat = { description: 'Commissie', vatRate: 0, vatAmount: 0, vatScheme: 'normaal' }
  const line = { ...noVat, quantity: 2, unitPrice: 1000, totalPrice: 2000 }
  const back = { lastReturn: { paidOn: '2026-11-17', sentBackOn: '2026-11-18' }, totalAmount: 2000, open: 700 }
  const settled = { id: 'pay', date: '2026-11-20', amount: 300, discount: [], discountOf: 0 }
  const part = await waiting(20, { lines: [{ ...line, credited }], payments: [settled], ...back })
  const refused = await waiting(20, { answer: { state: 'refused', at: now(), reason: 'Onjuist' } })
  const { user } = await open()
  const left = await findRowContaining(part.invoiceNumber)
  expect(left.textContent).toContain('Deels gecrediteerd')
  expect(left.textContent).toContain('Teruggekomen op 18-11-2026')
  // The amount left open can still be paid.
  expect(left.textContent).toContain('Deels betaald')
  expect(plainTextOf(left)).toContain('€ 7,00')
  expect(within(left).getByRole<HTMLInputElement>('checkbox').disabled).toBe(false)
  expect(within(await findRowContaining(refused.invoiceNumber)).getByRole<HTMLInputElement>('checkbox').disabled).toBe(
    true,
  )
  expect(await screen.findByRole('button', { name: 'Exporteren' })).toBeTruthy()
  expect(plainTextOf(await screen.findByText(/^Vandaag te betalen €/))).toBe('Vandaag te betalen € 157,25')
  for (const { invoiceNumber } of [one, two]) {
    await user.click(within(await findRowContaining(invoiceNumber)).getByRole('checkbox'))
  }
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await waitFor(() => expect(plainTextOf(bar)).toContain('€ 150,25'))
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await findDialog('Betaalbestand maken')
  const day = within(dialog).getByRole('textbox', { name: /Uitvoerdatum/ })
  let saturday = addDays(localDateOf(now()), 3)
  while (new Date(saturday).getUTCDay() !== 6) saturday = addDays(saturday, 1)
  await user.clear(day)
  await user.type(day, saturday.split('-').reverse().join('-'))
  expect(await within(dialog).findByText(/werken banken niet/)).toBeTruthy()
  // Who makes the file sees what its approver sees.
  const remarks = await within(dialog).findByRole('list', { name: 'Anders dan vorige maand' })
  expect(within(remarks).getAllByRole('listitem').map(plainTextOf)).toContainEqual(
    expect.stringMatching(/^1 eerste betaling.*€ 150,25$/),
  )
  // What is no difference from last month stands under its own heading.
  const others = within(dialog).getByRole('list', { name: 'Let op' })
  await user.click(within(others).getByRole('button', { name: 'Weglaten: 2 nog niet bevestigd' }))
  expect(await within(dialog).findByText('Alles weggelaten')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Betaalbestand maken' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Terugzetten' }))
  await user.click(await findMakeButton(dialog))

  const made = await findDialog('Betaalbestand')
  expect(plainTextOf(await screen.findByText(/^Onderweg €/))).toBe('Onderweg € 150,25')
  const paid = await within(made).findByRole('list', { name: 'Betalingen' })
  expect(
    within(paid)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(expect.arrayContaining([one.invoiceNumber, two.invoiceNumber]))
  expect(made.textContent).toContain(bankDayFrom(saturday).split('-').reverse().join('-'))
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(within(made).getByRole('button', { name: /^Downloaden/ }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toContain(`<EndToEndId>${one.invoiceNumber}</EndToEndId>`)

  await user.keyboard('{Escape}')
  // Invoices in a payment file are under way, no longer to pay.
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(one.invoiceNumber) })).toBeNull())
  const exported = await world.call(
    'GET',
    '/api/self-billing/invoices/export?status=in_behandeling&isInPaymentFile=false&format=csv',
    { as: await world.session(admin) },
  )
  expect(exported.text).toContain(part.invoiceNumber)
  expect(exported.text).not.toContain(one.invoiceNumber)
  await user.click(screen.getByRole('tab', { name: 'Onderweg' }))
  await user.click(await findRowContaining('150,25'))
  // While an invoice is in a payment file, its page links to the file. The page does not offer to credit the invoice or
  // to make it a concept again.
  await user.click(await screen.findByRole('link', { name: one.invoiceNumber }))
  const file = await screen.findByRole('link', { name: 'betaalbestand' })
  expect(screen.getByRole('button', { name: 'Markeer als Betaald' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Terug naar Concept|Crediteren/ })).toBeNull()
  // When the invoice is paid in another way, the file can no longer be downloaded: the bank would pay it again.
  await call('PATCH', `/invoices/${one.id}/status`, { status: 'betaald' })
  await user.click(file)
  const overtaken = within(await findDialog('Betaalbestand'))
  expect(await overtaken.findByText(/^Uit dit bestand is al betaald\. Nog niet bij de bank\? Trek/)).toBeTruthy()
  expect(overtaken.queryByRole('button', { name: /^Downloaden/ })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('tab', { name: 'Onderweg' }))
  await user.click(await findRowContaining('150,25'))
  const opened = within(await findDialog('Betaalbestand'))
  await user.click(await opened.findByRole('button', { name: `Meer: ${two.invoiceNumber}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Vrijgeven' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Vrijgeven' }))
  expect(await opened.findByText('Vrijgegeven')).toBeTruthy()
  expect(opened.getByText(/^Uit dit bestand is een betaling vrijgegeven/)).toBeTruthy()
  expect(opened.queryByRole('button', { name: /^Downloaden/ })).toBeNull()
  await user.click(await opened.findByRole('button', { name: 'Intrekken' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Intrekken' }))
  expect(await within(await findDialog('Betaalbestand')).findByText('Ingetrokken')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Sluiten' })[0] as HTMLElement)
  await user.click(await screen.findByRole('tab', { name: 'Afgehandeld' }))
  expect((await findRowContaining('150,25')).textContent).toContain('Ingetrokken')
})

test('a payment file shows the netted credit notes and the amount paid, before and after creation', async () => {
  await storePartner('noot')
  await storePartner('deel')
  const [note, one] = [await openNote(40, 'noot'), await waiting(100.5, {}, 'noot')]
  await openNote(1000, 'deel')
  const { user } = await open()
  const listed = await findRowContaining(note.invoiceNumber)
  expect(listed.textContent).toContain('Te verrekenen')
  expect(plainTextOf(listed)).toContain('€ -40,00')
  expect(within(listed).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await user.click(within(await findRowContaining(one.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await findDialog('Betaalbestand maken')
  const netted = await within(dialog).findByRole('list', { name: 'Verrekend' })
  // Credit notes of other partners are not set off.
  expect(within(netted).getAllByRole('listitem').map(plainTextOf)).toEqual([
    `${note.invoiceNumber} met ${one.invoiceNumber}€ -40,00`,
  ])
  expect(plainTextOf(within(dialog).getByRole('status'))).toBe('€ 60,50')
  await user.click(await findMakeButton(dialog))
  const made = await findDialog('Betaalbestand')
  expect(plainTextOf(await within(made).findByRole('list', { name: 'Verrekend' }))).toContain(
    `${note.invoiceNumber} met ${one.invoiceNumber}€ -40,00`,
  )
  expect(plainTextOf(within(made).getByRole('list', { name: 'Betalingen' }))).toContain('€ 60,50')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(note.invoiceNumber) })).toBeNull())
})

test('no payment file is created when credit notes leave nothing to pay', async () => {
  await storePartner('niets')
  const [note, one] = [await openNote(75, 'niets'), await waiting(75, {}, 'niets')]
  const { user } = await open()
  await user.click(within(await findRowContaining(one.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await findDialog('Betaalbestand maken')
  expect(await within(dialog).findByText(/^Er blijft niets te betalen\./)).toBeTruthy()
  expect(plainTextOf(within(dialog).getByRole('list', { name: 'Verrekend' }))).toContain(note.invoiceNumber)
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Betaalbestand maken' }).disabled).toBe(true)
})

test('payments that do not fit in a file go into the next one by one click', async () => {
  const [one, two] = [await waiting(301), await waiting(302)]
  const executionDate = bankDayFrom(localDateOf(now()))
  const { id } = await call('POST', '/payment-files', { invoiceIds: [one.id], executionDate })
  const { PaymentFiles } = await import('../../../functions/invoices/payments/payment-file-entity.ts')
  const left = { invoiceId: two.id, invoiceNumber: two.invoiceNumber, reason: NO_ROOM }
  await PaymentFiles.patch({ id })
    .set({ leftOut: [left] })
    .go()
  const { user } = await open(paymentFileAddress(id))
  await user.click(await screen.findByRole('button', { name: 'Volgend betaalbestand maken (1)' }))
  const paid = () => within(screen.getByRole('list', { name: 'Betalingen' }))
  expect(await screen.findByRole('link', { name: two.invoiceNumber })).toBeTruthy()
  expect(paid().queryByText(one.invoiceNumber)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Niet in dit bestand' })).toBeNull()
})

test('a refusal after a change by somebody else shows the newest state', async () => {
  const [one, two] = [await waiting(501), await waiting(502)]
  const executionDate = bankDayFrom(localDateOf(now()))
  const { id } = await call('POST', '/payment-files', { invoiceIds: [one.id], executionDate })
  const { user } = await open(paymentFileAddress(id))
  const download = await screen.findByRole('button', { name: /^Downloaden/ })
  await call('PATCH', `/invoices/${one.id}/status`, { status: 'betaald' })
  await user.click(download)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Downloaden/ })).toBeNull())
  expect(within(await findDialog('Betaalbestand')).getByText(/^Uit dit bestand is al betaald/)).toBeTruthy()
  await user.keyboard('{Escape}')

  await user.click(within(await findRowContaining(two.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await findDialog('Betaalbestand maken')
  await call('POST', '/payment-files', { invoiceIds: [two.id], executionDate })
  await user.click(await findMakeButton(dialog))
  expect(await screen.findByText(/Staat al in een betaalbestand/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(two.invoiceNumber) })).toBeNull())
})

test('payment files and bank statements that fail to load can be loaded again', async () => {
  const { id: invoiceId, invoiceNumber } = await waiting(401)
  const { id } = await call('POST', '/payment-files', {
    invoiceIds: [invoiceId],
    executionDate: bankDayFrom(localDateOf(now())),
  })
  for (const [path, address, list] of [
    [/payment-files/, '/self-billing/betalingen?tab=bestanden', /^[0-9]+ betaalbestand/],
    [/bank-statements/, '/self-billing/betalingen?tab=afschriften', 'Nog geen bankafschriften'],
  ] as const) {
    const restore = failRequests(path)
    const { user, unmount } = await open(address)
    const again = await findRetryButton()
    restore()
    await user.click(again)
    expect(await screen.findByText(list)).toBeTruthy()
    unmount()
  }
  const restore = failRequests(/payments$/)
  const { user } = await open(paymentFileAddress(id))
  const again = await findRetryButton(within(await findDialog('Betaalbestand')))
  restore()
  await user.click(again)
  expect(await screen.findByRole('link', { name: invoiceNumber })).toBeTruthy()
})
