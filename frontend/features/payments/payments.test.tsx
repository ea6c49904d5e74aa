// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bankDayFrom } from '../../../shared/bank-days.ts'
import { NO_ROOM } from '../../../shared/contract/schemas/payment-files.ts'
import { addDays, localDateOf, now } from '../../../shared/time.ts'
import { invoiceForm, settingsForm, storePartner } from '../../../testing/self-billing.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'
import { paymentFileAddress } from '../../domains/addresses.ts'
import { formatDate } from '../../lib/format.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp } from '../../testing/browser.tsx'
import { dialogOf } from '../../testing/queries.ts'
import { connectUploads } from '../../testing/uploads.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  await call('PUT', '/settings', settingsForm())
  await storePartner('bos')
})
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

async function call(method: string, path: string, body: object) {
  const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(admin), body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}

/**
 * Creates a sent invoice of an amount in euros. It has no documents, because their generator does not accept the byte
 * arrays of jsdom.
 */
async function waiting(unitPrice: number, more: object = {}, partner = 'bos') {
  const lines = [{ description: 'Commissie', quantity: 1, unitPrice, vatRate: 0 }]
  const invoice = await call('POST', '/invoices', invoiceForm(partner, { lines }))
  await issued(invoice.id, more)
  return invoice
}

/** Issues a concept without its documents. */
async function issued(id: string, more: object = {}) {
  const { Invoices } = await import('../../../functions/self-billing/invoices/entity.ts')
  const { addIndexKeys } = await import('../../../functions/self-billing/invoices/rules.ts')
  const { addPartyData } = await import('../../../functions/self-billing/documents/documents.ts')
  const { data } = await Invoices.get({ id }).go()
  const row = await addPartyData(data as never)
  await Invoices.put(
    addIndexKeys({ ...row, status: 'in_behandeling', sentAt: now(), open: row.totalAmount, ...more }),
  ).go()
}

/** Creates a credit note, in euros, that the partner owes us because its invoice was paid. */
async function openNote(unitPrice: number, partner: string) {
  const { id } = await waiting(unitPrice, {}, partner)
  await call('PATCH', `/invoices/${id}/status`, { status: 'betaald' })
  const note = await call('POST', `/invoices/${id}/credit-notes`, {})
  await issued(note.id)
  return note
}

async function open(path = '/self-billing/betalingen') {
  await logIn(world, admin)
  return openApp(path)
}
const euro = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('selected invoices go into a payment file, which lists its payments and can be withdrawn', async () => {
  const [one, two] = [await waiting(100, { dueDate: '2026-11-19' }), await waiting(50.25)]
  const credited = { quantity: 1, totalPrice: 1000, vatAmount: 0 }
  const noVat = { description: 'Commissie', vatRate: 0, vatAmount: 0, vatScheme: 'normaal' }
  const line = { ...noVat, quantity: 2, unitPrice: 1000, totalPrice: 2000 }
  const back = { lastReturn: { paidOn: '2026-11-17', sentBackOn: '2026-11-18' }, totalAmount: 2000, open: 700 }
  const settled = { id: 'pay', date: '2026-11-20', amount: 300, discount: 0, discountOf: 0 }
  const part = await waiting(20, { lines: [{ ...line, credited }], payments: [settled], ...back })
  const refused = await waiting(20, { answer: { state: 'refused', at: now(), reason: 'Onjuist' } })
  const { user } = await open()
  const left = await row(part.invoiceNumber)
  expect(left.textContent).toContain('Deels gecrediteerd')
  expect(left.textContent).toContain('Teruggekomen op 18-11-2026')
  // The amount left open can still be paid.
  expect(left.textContent).toContain('Deels betaald')
  expect(euro(left)).toContain('€ 7,00')
  expect(within(left).getByRole<HTMLInputElement>('checkbox').disabled).toBe(false)
  expect(within(await row(refused.invoiceNumber)).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  expect(await screen.findByRole('button', { name: 'Exporteren' })).toBeTruthy()
  expect(euro(await screen.findByText(/^Incl\./))).toBe('Incl. € 190,25')
  for (const { invoiceNumber } of [one, two]) {
    await user.click(within(await row(invoiceNumber)).getByRole('checkbox'))
  }
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await waitFor(() => expect(euro(bar)).toContain('€ 150,25'))
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await dialogOf('Betaalbestand maken')
  const day = within(dialog).getByRole('textbox', { name: /Uitvoerdatum/ })
  let saturday = addDays(localDateOf(now()), 3)
  while (new Date(saturday).getUTCDay() !== 6) saturday = addDays(saturday, 1)
  await user.clear(day)
  await user.type(day, saturday.split('-').reverse().join('-'))
  expect(await within(dialog).findByText(/werken banken niet/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Betaalbestand maken' }))

  const made = await dialogOf('Betaalbestand')
  expect(euro(await screen.findByText(/^waarvan in betaalbestand/))).toBe('waarvan in betaalbestand € 150,25')
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
  await waitFor(async () => expect((await row(one.invoiceNumber)).textContent).toMatch(/Te laat · .*In betaalbestand/))
  expect(within(await row(one.invoiceNumber)).getByText(/^Te laat/).dataset['tip']).toBe('Achterstallig')
  // While a bank may pay an invoice, its page only offers the withdrawal of the file.
  await user.click(await row(one.invoiceNumber))
  const file = await screen.findByRole('link', { name: 'betaalbestand' })
  expect(screen.getByRole('button', { name: 'Markeer als Betaald' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Terug naar Concept|Crediteren/ })).toBeNull()
  // The invoice was paid in another way meanwhile, so the bank would pay it again.
  await call('PATCH', `/invoices/${one.id}/status`, { status: 'betaald' })
  await user.click(file)
  const overtaken = within(await dialogOf('Betaalbestand'))
  expect(await overtaken.findByText(/^Uit dit bestand is al betaald\. Nog niet bij de bank\? Trek/)).toBeTruthy()
  expect(overtaken.queryByRole('button', { name: /^Downloaden/ })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('tab', { name: 'Betaalbestanden' }))
  const listed = await screen.findByRole('button', { name: /^Bekijken/ })
  expect(screen.queryByRole('button', { name: /^Downloaden/ })).toBeNull()
  await user.click(listed)
  const opened = within(await dialogOf('Betaalbestand'))
  await user.click(await opened.findByRole('button', { name: `Vrijgeven: ${two.invoiceNumber}` }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Vrijgeven' }))
  expect(await opened.findByText('Vrijgegeven')).toBeTruthy()
  expect(opened.getByText(/^Uit dit bestand is een betaling vrijgegeven/)).toBeTruthy()
  expect(opened.queryByRole('button', { name: /^Downloaden/ })).toBeNull()
  await user.click(await opened.findByRole('button', { name: 'Intrekken' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Intrekken' }))
  expect(await within(await dialogOf('Betaalbestand')).findByText('Ingetrokken')).toBeTruthy()
})

test('a bank statement proposes payments, which a person confirms for that day', async () => {
  const [one, two, three] = [await waiting(201), await waiting(202), await waiting(203)]
  const day = localDateOf(now())
  const lines = [one, two, three].map(
    ({ invoiceNumber, totalAmount }) =>
      `"NL59TRIO0788877666","EUR","1","${day}","-${String(totalAmount)},00","NL91RABO0315273637","Bos","${invoiceNumber}","Factuur"`,
  )
  const head =
    '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"'
  const { user } = await open('/self-billing/betalingen?tab=afschriften')
  expect(await screen.findByText('Nog geen bankafschriften')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Bankafschrift uploaden' }))
  const upload = await dialogOf('Bankafschrift uploaden')
  await user.upload(within(upload).getByLabelText(/^Bestand/), new File(['Naam;Plaats\r\nBos;Roermond'], 'namen.csv'))
  expect(await within(upload).findByText(/^Dit bestand is geen rekeningafschrift/)).toBeTruthy()
  await user.upload(within(upload).getByLabelText(/^Bestand/), new File([[head, ...lines].join('\r\n')], 'rabo.csv'))

  expect(await screen.findByRole('heading', { name: /^Triodos Bank, / })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Bevestigen: ${one.invoiceNumber}` }))
  const asked = await screen.findByRole('alertdialog', { name: 'Boeking bevestigen?' })
  expect(euro(asked)).toContain(`€ 201,00 op ${one.invoiceNumber} van Bos Energieadvies.`)
  await user.click(within(asked).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('1 factuur betaald')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '2 boekingen bevestigen' }))
  const rest = await screen.findByRole('alertdialog', { name: '2 boekingen bevestigen?' })
  expect(euro(rest)).toContain('€ 405,00 betaald')
  await user.click(within(rest).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('2 facturen betaald')).toBeTruthy()
  expect(await screen.findByText(`${two.invoiceNumber}, bevestigd op ${formatDate(day)}`)).toBeTruthy()
  // The totals of the statement are fetched beside its bookings.
  await waitFor(() => expect(screen.queryByRole('button', { name: /bevestigen$/i })).toBeNull())
  expect(location.search).toContain('afschrift=')

  await user.click(screen.getByRole('link', { name: 'Bankafschriften' }))
  const back = `"NL59TRIO0788877666","EUR","2","${day}","+201,00","NL91RABO0315273637","Bos","","Retour ${one.invoiceNumber}"`
  await user.click(await screen.findByRole('button', { name: 'Bankafschrift uploaden' }))
  const again = within(await dialogOf('Bankafschrift uploaden'))
  await user.upload(again.getByLabelText(/^Bestand/), new File([[head, back].join('\r\n')], 'retour.csv'))
  const returned = await row(one.invoiceNumber)
  expect(returned.textContent).toContain('Teruggekomen')
  expect(returned.textContent).toContain(`${one.invoiceNumber} is weer open`)
  await user.click(within(returned).getByRole('button', { name: `Bevestigen: ${one.invoiceNumber}` }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('1 betaling teruggekomen')).toBeTruthy()
  expect(await screen.findByText(`${one.invoiceNumber}, bevestigd op ${formatDate(day)}`)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: one.invoiceNumber }))
  expect(await screen.findByText('Betaling teruggekomen')).toBeTruthy()
  const on = formatDate(day)
  expect(
    screen.getByText(new RegExp(`wacht op betaling\\. De betaling van ${on} kwam op ${on} terug\\.$`)),
  ).toBeTruthy()
})

test('a bank statement shows part payments and repayments, and why something cannot be confirmed', async () => {
  await storePartner('deel')
  const [parts, note] = [await waiting(300, {}, 'deel'), await openNote(45, 'deel')]
  const day = localDateOf(now())
  const line = (amount: string, reference: string) =>
    `"NL59TRIO0788877666","EUR","1","${day}","${amount}","NL91RABO0315273637","Bos","${reference}","Factuur"`
  const head =
    '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"'
  const rows = [head, line('-100,00', parts.invoiceNumber), line('-80,00', parts.invoiceNumber)]
  const file = new File([[...rows, line('+45,00', note.invoiceNumber)].join('\r\n')], 'delen.csv')
  const { user } = await open('/self-billing/betalingen?afschrift=nieuw')
  await user.upload(within(await dialogOf('Bankafschrift uploaden')).getByLabelText(/^Bestand/), file)
  const [first, second] = await screen.findAllByRole('row', { name: new RegExp(parts.invoiceNumber) })
  expect(euro(first as Element)).toMatch(/Deel betaald€ 200,00 te weinig: € 100,00 betaald van € 300,00/)
  expect(euro(second as Element)).toContain('€ 220,00 te weinig: € 80,00 betaald van € 300,00')
  expect(euro(await row(note.invoiceNumber))).toMatch(/Creditfactuur.*terugbetaald€ 45,00/)
  // A part payment is confirmed separately; the general button confirms the others.
  await user.click(screen.getByRole('button', { name: '1 boeking bevestigen' }))
  const all = await screen.findByRole('alertdialog', { name: '1 boeking bevestigen?' })
  await user.click(within(all).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('1 creditfactuur terugbetaald')).toBeTruthy()
  for (const rest of ['200,00', '120,00']) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Deel boeken, €\\s${rest} blijft open$`) }))
    const asked = await screen.findByRole('alertdialog', { name: 'Boeking bevestigen?' })
    expect(euro(asked)).toContain(`€ ${rest} blijft open`)
    await user.click(within(asked).getByRole('button', { name: 'Bevestigen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await waitFor(() => expect(screen.getAllByText(new RegExp(`bevestigd op ${formatDate(day)}$`))).toHaveLength(3))
  const { body } = await world.call('GET', `/api/self-billing/invoices/${parts.id}`, { as: await world.session(admin) })
  expect(body).toMatchObject({ status: 'in_behandeling', paidAmount: 180, openAmount: 120 })
})

test('a booking without a match can be left unbooked, get a note, or be booked on a chosen invoice', async () => {
  await storePartner('anders')
  const [short, chosen, elsewhere] = [
    ...[await waiting(311, {}, 'anders'), await waiting(312, {}, 'anders'), await waiting(313, {}, 'anders')],
  ]
  const day = localDateOf(now())
  const line = (amount: string, reference: string, iban = 'NL91RABO0315273637', name = 'Bos') =>
    `"NL59TRIO0788877666","EUR","1","${day}","${amount}","${iban}","${name}","${reference}","Factuur"`
  const head =
    '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"'
  const lines = [
    line('-312,00', short.invoiceNumber),
    line('-313,00', elsewhere.invoiceNumber, 'NL20INGB0001234567'),
    line('-64,37', '', 'NL20INGB0001234567', 'KPN Zakelijk'),
  ]
  const { user } = await open('/self-billing/betalingen?afschrift=nieuw')
  const file = new File([[head, ...lines].join('\r\n')], 'anders.csv')
  await user.upload(within(await dialogOf('Bankafschrift uploaden')).getByLabelText(/^Bestand/), file)
  const wrong = await screen.findByRole('row', { name: /312,00/ })
  expect(euro(wrong)).toContain('Zelf nakijken')
  await user.click(within(wrong).getByRole('button', { name: 'Laten staan' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Laten staan' }))
  expect(await screen.findByText('Blijft zo staan')).toBeTruthy()
  await user.click(within(await screen.findByRole('row', { name: /312,00/ })).getByRole('button', { name: /^Meer/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Weer nakijken' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Weer nakijken' }))
  await waitFor(() => expect(screen.queryByText('Blijft zo staan')).toBeNull())
  await user.click(
    within(await screen.findByRole('row', { name: /312,00/ })).getByRole('button', { name: 'Andere factuur' }),
  )
  const choosing = within(await dialogOf('Andere factuur'))
  await user.click(choosing.getByRole('button', { name: 'Boeken' }))
  expect(await choosing.findByText('Kies een factuur')).toBeTruthy()
  await user.click(choosing.getByRole('combobox', { name: /^Factuur/ }))
  await user.click(await screen.findByRole('option', { name: new RegExp(chosen.invoiceNumber) }))
  await user.click(choosing.getByRole('button', { name: new RegExp(`312,00 boeken op ${chosen.invoiceNumber}$`) }))
  expect(await screen.findByText(`Geboekt op ${chosen.invoiceNumber}`)).toBeTruthy()

  const other = await row(elsewhere.invoiceNumber)
  expect(other.textContent).toMatch(/Ander IBANBij de partner staat NL91 RABO 0315 2736 37/)
  await user.click(within(other).getByRole('button', { name: 'Toch koppelen' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Toch koppelen?' })
  expect(euro(asked)).toContain('€ 313,00 betaald')
  await user.click(within(asked).getByRole('button', { name: 'Koppelen' }))
  expect(await screen.findByText(`Gekoppeld aan ${elsewhere.invoiceNumber}`)).toBeTruthy()

  const phone = await screen.findByRole('row', { name: /KPN Zakelijk/ })
  expect(phone.textContent).toContain('Niet van ons')
  await user.click(within(phone).getByRole('button', { name: /^Meer/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Notitie' }))
  const note = within(await dialogOf('Notitie'))
  await user.type(note.getByRole('textbox', { name: /^Notitie/ }), 'kantoorkosten')
  await user.click(note.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Notitie: kantoorkosten')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Zelf nakijken 0$/ }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /KPN Zakelijk/ })).toBeNull())
})

test('a payment file shows the netted credit notes and the amount paid, before and after creation', async () => {
  await storePartner('noot')
  const [note, one] = [await openNote(40, 'noot'), await waiting(100.5, {}, 'noot')]
  await openNote(1000, 'deel')
  const { user } = await open()
  const listed = await row(note.invoiceNumber)
  expect(listed.textContent).toContain('Te verrekenen')
  expect(euro(listed)).toContain('€ -40,00')
  expect(within(listed).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await user.click(within(await row(one.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await dialogOf('Betaalbestand maken')
  const netted = await within(dialog).findByRole('list', { name: 'Verrekend' })
  // Credit notes of other partners are not set off.
  expect(within(netted).getAllByRole('listitem').map(euro)).toEqual([
    `${note.invoiceNumber} met ${one.invoiceNumber}€ -40,00`,
  ])
  expect(euro(within(dialog).getByRole('status'))).toBe('€ 60,50')
  await user.click(within(dialog).getByRole('button', { name: 'Betaalbestand maken' }))
  const made = await dialogOf('Betaalbestand')
  expect(euro(await within(made).findByRole('list', { name: 'Verrekend' }))).toContain(
    `${note.invoiceNumber} met ${one.invoiceNumber}€ -40,00`,
  )
  expect(euro(within(made).getByRole('list', { name: 'Betalingen' }))).toContain('€ 60,50')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(note.invoiceNumber) })).toBeNull())
})

test('no payment file is created when credit notes leave nothing to pay', async () => {
  await storePartner('niets')
  const [note, one] = [await openNote(75, 'niets'), await waiting(75, {}, 'niets')]
  const { user } = await open()
  await user.click(within(await row(one.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await dialogOf('Betaalbestand maken')
  expect(await within(dialog).findByText(/^Er blijft niets te betalen\./)).toBeTruthy()
  expect(euro(within(dialog).getByRole('list', { name: 'Verrekend' }))).toContain(note.invoiceNumber)
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Betaalbestand maken' }).disabled).toBe(true)
})

test('payments that do not fit in a file go into the next one by one click', async () => {
  const [one, two] = [await waiting(301), await waiting(302)]
  const executionDate = bankDayFrom(localDateOf(now()))
  const { id } = await call('POST', '/payment-files', { invoiceIds: [one.id], executionDate })
  const { PaymentFiles } = await import('../../../functions/self-billing/payments/payment-file-entity.ts')
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
  expect(within(await dialogOf('Betaalbestand')).getByText(/^Uit dit bestand is al betaald/)).toBeTruthy()
  await user.keyboard('{Escape}')

  await user.click(within(await row(two.invoiceNumber)).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Acties voor de selectie' })
  await user.click(within(bar).getByRole('button', { name: 'Betaalbestand maken' }))
  const dialog = await dialogOf('Betaalbestand maken')
  await call('POST', '/payment-files', { invoiceIds: [two.id], executionDate })
  await user.click(within(dialog).getByRole('button', { name: 'Betaalbestand maken' }))
  expect(await screen.findByText(/Staat al in een betaalbestand/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(async () => expect((await row(two.invoiceNumber)).textContent).toContain('In betaalbestand'))
})

test('failed payment files and bank statements can be retried', async () => {
  const { id: invoiceId, invoiceNumber } = await waiting(401)
  const { id } = await call('POST', '/payment-files', {
    invoiceIds: [invoiceId],
    executionDate: bankDayFrom(localDateOf(now())),
  })
  for (const [path, address, list] of [
    [/payment-files/, '/self-billing/betalingen?tab=bestanden', 'Betaalbestanden'],
    [/bank-statements/, '/self-billing/betalingen?tab=afschriften', 'Bankafschriften'],
  ] as const) {
    const restore = failRequests(path)
    const { user, unmount } = await open(address)
    const again = await findRetryButton()
    restore()
    await user.click(again)
    expect(await screen.findByRole('region', { name: list })).toBeTruthy()
    unmount()
  }
  const restore = failRequests(/payments$/)
  const { user } = await open(paymentFileAddress(id))
  const again = await findRetryButton(within(await dialogOf('Betaalbestand')))
  restore()
  await user.click(again)
  expect(await screen.findByRole('link', { name: invoiceNumber })).toBeTruthy()
})
