// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AuditLog } from '../../../../shared/api/audit.ts'
import { localDateOf, now } from '../../../../shared/time.ts'
import { buildInvoiceForm, buildSettingsForm, storePartner } from '../../../../testing/invoices.ts'
import { deliverOutbox } from '../../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { chooseMore } from '../../../testing/actions.ts'
import { connectBrowser, logIn, openApp } from '../../../testing/browser.tsx'

let world: World
let admin: Person

beforeAll(async () => {
  world = await startWorld()
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  await call('PUT', '/settings', buildSettingsForm())
})
afterAll(() => world.stop())
connectBrowser(() => world)

let partner: string
let serial = 0
beforeEach(async () => {
  vi.stubGlobal('matchMedia', undefined)
  localStorage.removeItem('invoices-as-cards')
  serial += 1
  partner = `partner-${serial}`
  await storePartner(partner)
})

async function call(method: string, path: string, body?: object) {
  const reply = await world.call(method, `/api/self-billing${path}`, { as: await world.session(admin), body })
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body
}

const lineOf = (unitPrice: number) => ({ description: 'Commissie', quantity: 1, unitPrice, vatRate: 21 })
const concept = (price = 100) => call('POST', '/invoices', buildInvoiceForm(partner, { lines: [lineOf(price)] }))

/** Creates a sent invoice without documents, because their generator does not accept the byte arrays of jsdom. */
async function issued(price: number, more: object = {}) {
  const invoice = await concept(price)
  const { Invoices } = await import('../../../../functions/invoices/invoices/entity.ts')
  const { addIndexKeys } = await import('../../../../functions/invoices/invoices/rules.ts')
  const { addPartyData } = await import('../../../../functions/invoices/documents/documents.ts')
  const { data } = await Invoices.get({ id: invoice.id }).go()
  const row = await addPartyData(data as never)
  const standing = { status: 'in_behandeling' as const, sentAt: now(), sentToPartner: true, open: row.totalAmount }
  await Invoices.put(addIndexKeys({ ...row, ...standing, ...more })).go()
  return invoice
}

async function open(query = '') {
  await logIn(world, admin)
  return openApp(`/self-billing?partnerCompanyId=${partner}${query}`)
}
const text = (element: Element) => (element.textContent ?? '').replaceAll('\u00a0', ' ')
const row = (number: string) => screen.findByRole('row', { name: new RegExp(number) })
const cells = async (number: string) =>
  within(await row(number))
    .getAllByRole('cell')
    .slice(1, -1)
    .map(text)
const selectAll = async (user: UserEvent) =>
  user.click(await screen.findByRole('checkbox', { name: 'Selecteer alle rijen' }))
const bar = () => screen.findByRole('region', { name: 'Acties voor de selectie' })
const press = (user: UserEvent, place: HTMLElement, name: string | RegExp) =>
  user.click(within(place).getByRole('button', { name }))

test('each invoice shows its most urgent fact, its partner’s answer, and the next action', async () => {
  const answered = (state: 'accepted' | 'refused') => ({
    answer: { state, at: '2026-11-22T10:00:00.000Z', reason: 'x' },
  })
  const [draft, refused, payable] = [
    await concept(10),
    await issued(20, answered('refused')),
    await issued(30, answered('accepted')),
  ]
  const late = await issued(40, { dueDate: '2026-11-18', presentedAt: '2026-10-01T10:00:00.000Z', acceptanceDays: 14 })
  const { user } = await open('&status=alle')
  expect(await cells(draft.invoiceNumber)).toEqual([
    ...[draft.invoiceNumber, 'Bos Energieadvies', 'Concept', '–', '20-12-2026', '€ 12,10'],
  ])
  expect((await cells(refused.invoiceNumber)).slice(2, 4)).toEqual(['Geweigerd', 'Geweigerd op 22 nov'])
  expect((await cells(payable.invoiceNumber)).slice(2, 4)).toEqual(['Te betalen', 'Geaccepteerd op 22 nov'])
  expect((await cells(late.invoiceNumber)).slice(2, 4)).toEqual(['Te laat · 3 dagen', 'Stilzwijgend op 15 okt'])
  for (const [invoice, action] of [
    [draft, 'Versturen'],
    [refused, 'Crediteren'],
    [payable, 'In betaalbestand'],
    [late, 'In betaalbestand'],
  ] as const) {
    const name = `${action}: ${invoice.invoiceNumber}`
    expect(within(await row(invoice.invoiceNumber)).getByRole('button', { name })).toBeTruthy()
  }
  expect(await screen.findByText('4 facturen')).toBeTruthy()
  const foot = await screen.findByText(/^Excl\./)
  expect(text(foot)).toBe('Excl. € 100,00 + btw € 21,00 = incl. € 121,00')
  expect(text(screen.getByText(/nog te betalen/))).toBe('Concept € 12,10 + betaald € 0,00 + nog te betalen € 108,90')

  // One click shows the refused invoices, even while the list shows only concepts.
  await user.click(screen.getByRole('button', { name: 'Concept 1' }))
  await user.click(await screen.findByRole('button', { name: 'Geweigerd 1' }))
  await waitFor(() => expect(screen.queryByText(draft.invoiceNumber)).toBeNull())
  expect((await cells(refused.invoiceNumber))[2]).toBe('Geweigerd')
  expect((await screen.findByRole('button', { name: 'Alle 1' })).getAttribute('aria-pressed')).toBe('true')

  // A search finds invoices of every status, whichever tab is open.
  await user.click(await screen.findByRole('button', { name: 'Geweigerd 1' }))
  await user.click(await screen.findByRole('button', { name: 'Concept 1' }))
  await user.type(screen.getByRole('searchbox'), `${payable.invoiceNumber}{Enter}`)
  expect((await cells(payable.invoiceNumber))[2]).toBe('Te betalen')
  expect((await screen.findByRole('button', { name: 'Alle 1' })).getAttribute('aria-pressed')).toBe('true')
})

/** Milliseconds in which a screen, which looks every second, shows that a run has ended. */
const PATIENT = { timeout: 5_000 }

/** Does the work of the run in the address. */
const deliverRun = () => deliverOutbox(new URLSearchParams(location.search).get('run') ?? '')

test('a selection is sent in three clicks, as one action, each invoice once; failures are named', async () => {
  const [one, two, three] = [await concept(10), await concept(20), await concept(30)]
  const { user } = await open()
  await row(one.invoiceNumber)
  await selectAll(user)
  expect(text(await bar())).toContain('3 geselecteerd')
  expect(text(await bar())).toContain('€ 72,60')
  await press(user, await bar(), 'Versturen (3)')
  const dialog = await screen.findByRole('alertdialog', { name: '3 facturen versturen?' })
  expect(text(dialog)).toContain('3 facturen, € 72,60 incl. btw, naar 1 partner:')
  expect(text(dialog)).toContain('Bos Energieadvies')

  // Somebody else changes one invoice meanwhile.
  const { description } = await call('PATCH', `/invoices/${two.id}`, { description: 'Anders' })
  expect(description).toBe('Anders')
  await press(user, dialog, 'Versturen')
  expect(text(await screen.findByText(/^0 van 3 facturen/))).toBe('0 van 3 facturen · Facturen versturen')
  await deliverRun()
  await deliverRun()
  expect(await screen.findByText('2 verwerkt, 1 mislukt', {}, PATIENT)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Betalen' }).getAttribute('href')).toBe(
    '/self-billing/betalingen?doe=betalen',
  )
  expect(await screen.findByText(new RegExp(`^${two.invoiceNumber}: Iemand anders heeft`))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ongedaan maken' })).toBeNull()
  const sentOnes = await Promise.all([one, two, three].map(({ id }) => call('GET', `/invoices/${id}`)))
  expect(sentOnes.map(({ status }) => status)).toEqual(['in_behandeling', 'concept', 'in_behandeling'])
  expect(sentOnes.map(({ mails }) => mails.length > 0)).toEqual([true, false, true])
  const query = `byAction=true&entityType=invoice&userId=${admin.id}`
  const { body: log } = await world.call('GET', `/api/audit-logs?${query}`, { as: await world.session(admin) })
  const ids = [one.id, two.id, three.id]
  const steps = log.filter(({ action, entityId }: AuditLog) => action === 'invoice.update' && ids.includes(entityId))
  // The other row is the change by somebody else.
  expect(steps.map(({ parts }: AuditLog) => parts).sort()).toEqual([1, 2])
})

test('sending says before which concept cannot go, and dates that one today', async () => {
  const offer = { invoiceDate: '2026-11-02', has48HourDiscount: true, lines: [lineOf(20)] }
  const lapsed = await call('POST', '/invoices', buildInvoiceForm(partner, offer))
  const alone = await open()
  await row(lapsed.invoiceNumber)
  await selectAll(alone.user)
  await press(alone.user, await bar(), 'Versturen (1)')
  const refusal = await screen.findByRole('alertdialog', { name: 'Geen factuur kan worden verstuurd' })
  expect(within(refusal).queryByRole('button', { name: 'Versturen' })).toBeNull()
  alone.unmount()

  const fresh = await concept(10)
  const { user } = await open()
  await row(fresh.invoiceNumber)
  await selectAll(user)
  await press(user, await bar(), 'Versturen (2)')
  const dialog = await screen.findByRole('alertdialog', { name: 'Factuur versturen?' })
  expect(text(dialog)).toContain('1 blijft staan: 48-uursaanbod verlopen')
  await press(user, dialog, 'Datum op vandaag zetten')
  await screen.findByRole('alertdialog', { name: '2 facturen versturen?' })
  expect(text(dialog)).not.toContain('blijft staan')
  expect((await call('GET', `/invoices/${lapsed.id}`)).invoiceDate).toBe(localDateOf(now()))
})

test('a mixed selection counts the invoices per action, and asks for the day of payment', async () => {
  await concept(10)
  const answer = { state: 'accepted' as const, at: '2026-11-22T10:00:00.000Z' }
  await issued(20, { answer })
  await issued(30, { answer })
  const refused = await issued(40, { answer: { state: 'refused', at: now(), reason: 'Nee' } })
  const { user } = await open('&status=alle')
  await row(refused.invoiceNumber)
  await selectAll(user)
  const names = within(await bar())
    .getAllByRole('button')
    .map((button) => text(button))
  expect(names).toEqual(['Versturen (1)', 'In betaalbestand (2)', 'Crediteren (3)', ''])
  await press(user, await bar(), 'In betaalbestand (2)')
  const dialog = await screen.findByRole('dialog', { name: 'Betaalbestand maken' })
  expect(text(dialog)).toContain('2 facturen van Bos Energieadvies')
  await waitFor(() => expect(text(dialog)).toContain('€ 60,50'))
  await within(dialog).findByRole('list', { name: 'Anders dan vorige maand' })
  await press(user, dialog, 'Betaalbestand maken')
  const made = await screen.findByRole('dialog', { name: 'Betaalbestand' })
  expect(within(await within(made).findByRole('list', { name: 'Betalingen' })).getAllByRole('link')).toHaveLength(2)
})

test('a selection is credited in full, after asking whether its commissions are still earned', async () => {
  const invoice = await issued(40, { answer: { state: 'refused', at: now(), reason: 'Nee' } })
  const { user } = await open('&status=alle')
  await row(invoice.invoiceNumber)
  await selectAll(user)
  await press(user, await bar(), 'Crediteren (1)')
  const dialog = await screen.findByRole('alertdialog', { name: 'Factuur crediteren?' })
  expect(within(dialog).getByRole('button', { name: 'Crediteren' })).toHaveProperty('disabled', true)
  await user.click(within(dialog).getByRole('radio', { name: 'Nee, commissie vervalt' }))
  await press(user, dialog, 'Crediteren')
  await screen.findByText(/Facturen crediteren$/)
  await deliverRun()
  await deliverRun()
  expect(await screen.findByText('1 verwerkt', {}, PATIENT)).toBeTruthy()
  expect(await screen.findByText(`Creditfactuur bij ${invoice.invoiceNumber}`)).toBeTruthy()
  expect((await call('GET', `/invoices/${invoice.id}`)).credited).toBe('whole')
})

test('the choice between table and cards is remembered', async () => {
  const { invoiceNumber } = await concept(10)
  const { user, unmount } = await open()
  await row(invoiceNumber)
  await chooseMore(user, 'Als kaarten tonen')
  expect(await screen.findByRole('heading', { name: invoiceNumber })).toBeTruthy()
  unmount()
  await open()
  expect(await screen.findByRole('heading', { name: invoiceNumber })).toBeTruthy()
})
