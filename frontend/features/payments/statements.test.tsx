// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { localDateOf, now } from '../../../shared/time.ts'
import { storePartner } from '../../../testing/invoices.ts'
import { formatDate } from '../../lib/format.ts'
import { connectBrowser, matchShown } from '../../testing/browser.tsx'
import { startPayments } from '../../testing/payments.ts'
import { findDialog, findRowContaining, plainTextOf } from '../../testing/queries.ts'
import { connectUploads } from '../../testing/uploads.ts'

const { world, admin, waiting, openNote, open } = await startPayments()
afterAll(() => world.stop())
connectBrowser(() => world)
connectUploads(() => world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

test('a person confirms the payments that a bank statement proposes, and then one that the bank returned', async () => {
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
  const upload = await findDialog('Bankafschrift uploaden')
  await user.upload(within(upload).getByLabelText(/^Bestand/), new File(['Naam;Plaats\r\nBos;Roermond'], 'namen.csv'))
  expect(await within(upload).findByText(/^Dit bestand is geen rekeningafschrift/)).toBeTruthy()
  await user.upload(within(upload).getByLabelText(/^Bestand/), new File([[head, ...lines].join('\r\n')], 'rabo.csv'))

  expect(await screen.findByRole('heading', { name: /^Triodos Bank, / })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: `Bevestigen: ${one.invoiceNumber}` }))
  expect(await screen.findByText('1 factuur betaald')).toBeTruthy()
  // This bank tells no balances, so there is no column for these.
  expect(screen.queryByRole('columnheader', { name: 'Saldo' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: '2 boekingen bevestigen' }))
  const rest = await screen.findByRole('alertdialog', { name: '2 boekingen bevestigen?' })
  expect(plainTextOf(rest)).toContain('af € 405,00')
  await user.click(within(rest).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('2 facturen betaald')).toBeTruthy()
  expect(await screen.findByText(`${two.invoiceNumber}, bevestigd op ${formatDate(day)}`)).toBeTruthy()
  // The totals are fetched in a request of their own, so the button may disappear later than the booking changes.
  await waitFor(() => expect(screen.queryByRole('button', { name: /bevestigen$/i })).toBeNull())
  expect(location.search).toContain('afschrift=')

  await user.click(screen.getByRole('link', { name: 'Bankafschriften' }))
  const back = `"NL59TRIO0788877666","EUR","2","${day}","+201,00","NL91RABO0315273637","Bos","","Retour ${one.invoiceNumber}"`
  await user.click(await screen.findByRole('button', { name: 'Bankafschrift uploaden' }))
  const again = within(await findDialog('Bankafschrift uploaden'))
  await user.upload(again.getByLabelText(/^Bestand/), new File([[head, back].join('\r\n')], 'retour.csv'))
  const returned = await findRowContaining(one.invoiceNumber)
  expect(returned.textContent).toContain('Teruggekomen')
  expect(returned.textContent).toContain(`${one.invoiceNumber} is weer open`)
  await user.click(within(returned).getByRole('button', { name: `Bevestigen: ${one.invoiceNumber}` }))
  expect(await screen.findByText('1 betaling teruggekomen')).toBeTruthy()
  expect(await screen.findByText(`${one.invoiceNumber}, bevestigd op ${formatDate(day)}`)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: one.invoiceNumber }))
  expect(await screen.findByText('Betaling teruggekomen')).toBeTruthy()
  const on = formatDate(day)
  expect(screen.getByText(matchShown(new RegExp(`^De betaling van ${on} kwam op ${on} terug\\.$`)))).toBeTruthy()
})

test('a bank statement shows part payments and repayments; a part payment is confirmed on its own', async () => {
  await storePartner('deel')
  const [parts, note] = [await waiting(300, {}, 'deel'), await openNote(45, 'deel')]
  const partlyRepaid = await openNote(60, 'deel')
  const day = localDateOf(now())
  const line = (amount: string, reference: string) =>
    `"NL59TRIO0788877666","EUR","1","${day}","${amount}","NL91RABO0315273637","Bos","${reference}","Factuur"`
  const head =
    '"IBAN/BBAN","Munt","Volgnr","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1"'
  const rows = [head, line('-100,00', parts.invoiceNumber), line('-80,00', parts.invoiceNumber)]
  const repaid = [line('+45,00', note.invoiceNumber), line('+20,00', partlyRepaid.invoiceNumber)]
  const file = new File([[...rows, ...repaid].join('\r\n')], 'delen.csv')
  const { user } = await open('/self-billing/betalingen?afschrift=nieuw')
  await user.upload(within(await findDialog('Bankafschrift uploaden')).getByLabelText(/^Bestand/), file)
  const [first, second] = await screen.findAllByRole('row', { name: new RegExp(parts.invoiceNumber) })
  expect(plainTextOf(first as Element)).toMatch(/Deel betaald€ 200,00 te weinig: € 100,00 betaald van € 300,00/)
  expect(plainTextOf(second as Element)).toContain('€ 220,00 te weinig: € 80,00 betaald van € 300,00')
  expect(plainTextOf(await findRowContaining(note.invoiceNumber))).toMatch(/Creditfactuur.*terugbetaald€ 45,00/)
  // Each part payment has a button of its own. The button for the whole statement confirms the other bookings.
  await user.click(screen.getByRole('button', { name: '1 boeking bevestigen' }))
  const all = await screen.findByRole('alertdialog', { name: '1 boeking bevestigen?' })
  await user.click(within(all).getByRole('button', { name: 'Bevestigen' }))
  expect(await screen.findByText('1 creditfactuur terugbetaald')).toBeTruthy()
  for (const rest of ['200,00', '120,00', '40,00']) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^Deel boeken, €\\s${rest} blijft open$`) }))
    const asked = await screen.findByRole('alertdialog', { name: 'Boeking bevestigen?' })
    expect(plainTextOf(asked)).toContain(`€ ${rest} blijft open`)
    await user.click(within(asked).getByRole('button', { name: 'Bevestigen' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  await waitFor(() => expect(screen.getAllByText(new RegExp(`bevestigd op ${formatDate(day)}$`))).toHaveLength(4))
  const { body } = await world.call('GET', `/api/self-billing/invoices/${parts.id}`, { as: await world.session(admin) })
  expect(body).toMatchObject({ status: 'in_behandeling', paidAmount: 180, openAmount: 120 })
})

test('a booking without a sure match can be left unposted, get a note, or be posted on a chosen invoice', async () => {
  await storePartner('anders')
  const [short, meant, elsewhere] = [
    ...[await waiting(311, {}, 'anders'), await waiting(312, {}, 'anders'), await waiting(313, {}, 'anders')],
  ]
  const day = localDateOf(now())
  const offer = { has48HourDiscount: true, dueDate: day, discountPercentage: 2.5, creditRestrictionPercentage: 0 }
  const discounted = await waiting(320, offer, 'anders')
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
  await user.upload(within(await findDialog('Bankafschrift uploaden')).getByLabelText(/^Bestand/), file)
  const wrong = await screen.findByRole('row', { name: /312,00/ })
  expect(plainTextOf(wrong)).toContain('Zelf nakijken')
  // The button goes from one oddity to the next, and then to the first again, which names the invoice of € 311,00.
  const opened = () =>
    screen.getAllByRole('row', { current: true }).map((row) => plainTextOf(row).match(/3\d\d,00/)?.[0])
  const going: unknown[] = []
  for (let times = 0; times < 3; times++) {
    await user.click(screen.getByRole('button', { name: 'Volgende afwijking' }))
    going.push(...opened())
  }
  expect(going).toEqual(['311,00', '313,00', '311,00'])
  await user.click(within(wrong).getByRole('button', { name: 'Laten staan' }))
  expect(await screen.findByText('Blijft zo staan')).toBeTruthy()
  await user.click(within(await screen.findByRole('row', { name: /312,00/ })).getByRole('button', { name: /^Meer/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Weer nakijken' }))
  await waitFor(() => expect(screen.queryByText('Blijft zo staan')).toBeNull())
  await user.click(
    within(await screen.findByRole('row', { name: /312,00/ })).getByRole('button', { name: 'Andere factuur' }),
  )
  const choosing = within(await findDialog('Andere factuur'))
  await user.click(choosing.getByRole('button', { name: 'Boeken' }))
  expect(await choosing.findByText('Kies een factuur')).toBeTruthy()
  const choose = async ({ invoiceNumber }: { readonly invoiceNumber: string }) => {
    await user.click(choosing.getByRole('combobox', { name: /^Factuur/ }))
    await user.click(await screen.findByRole('option', { name: new RegExp(invoiceNumber) }))
    return plainTextOf(await findDialog('Andere factuur'))
  }
  expect(await choose(elsewhere)).toContain('€ 1,00 blijft open')
  // For this invoice € 312,00 is the full amount due, because the 48-uurskorting settles the rest.
  expect(await choose(discounted)).not.toContain('blijft open')
  expect(await choose(meant)).not.toContain('blijft open')
  await user.click(choosing.getByRole('button', { name: new RegExp(`312,00 boeken op ${meant.invoiceNumber}$`) }))
  expect(await screen.findByText(`Geboekt op ${meant.invoiceNumber}`)).toBeTruthy()

  const other = await findRowContaining(elsewhere.invoiceNumber)
  expect(other.textContent).toMatch(/Ander IBANBij de partner staat NL91 RABO 0315 2736 37/)
  await user.click(within(other).getByRole('button', { name: 'Toch koppelen' }))
  const asked = await screen.findByRole('alertdialog', { name: 'Toch koppelen?' })
  expect(plainTextOf(asked)).toContain('€ 313,00 betaald')
  expect(await within(asked).findByRole('textbox', { name: /^Reden.*\(optioneel\)$/ })).toBeTruthy()
  await user.click(within(asked).getByRole('button', { name: 'Koppelen' }))
  expect(await screen.findByText(`Gekoppeld aan ${elsewhere.invoiceNumber}`)).toBeTruthy()

  const phone = await screen.findByRole('row', { name: /KPN Zakelijk/ })
  expect(phone.textContent).toContain('Niet van ons')
  await user.click(within(phone).getByRole('button', { name: /^Meer/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Notitie' }))
  const note = within(await findDialog('Notitie'))
  await user.type(note.getByRole('textbox', { name: /^Notitie/ }), 'kantoorkosten')
  await user.click(note.getByRole('button', { name: 'Opslaan' }))
  expect(await screen.findByText('Notitie: kantoorkosten')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Zelf nakijken/ })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Volgende afwijking' })).toBeNull()
})
