// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../../testing/commissions.ts'
import { startInvoicing } from '../../../../testing/invoiced.ts'
import { connectBrowser, failRequests, findRetryButton, logIn, openApp, sent } from '../../../testing/browser.tsx'
import { findButton, findDialog, findRow, findToast, getTextbox } from '../../../testing/queries.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)

beforeEach(() => vi.stubGlobal('matchMedia', undefined))
afterEach(() => vi.unstubAllGlobals())

async function open(who: keyof CommissionWorld['people'], path: string) {
  await logIn(world.world, world.people[who])
  return openApp(path)
}

const bar = async () => within(await screen.findByRole('region', { name: 'Acties voor de selectie' }))
const plain = (element: Element | null | undefined) => element?.textContent?.replaceAll('\u00a0', ' ')

type User = Awaited<ReturnType<typeof open>>['user']
const select = async (user: User, name: RegExp) => user.click(within(await findRow(name)).getByRole('checkbox'))

/** Registers a sale whose commission is ready to be paid out; returns the id of the commission. */
async function ready(customerName: string, agentCommission: number, form: object = {}): Promise<string> {
  const id = await world.sale({ customerName, ...form }, { agentCommission })
  await world.step(id, 'klaar_voor_uitbetaling')
  return id
}

const ask = (id: string, question: string) =>
  world.done('agent', 'POST', `/api/commissions/${id}/questions`, { question })

test('an admin pays all first payments at once, and sees who is paid and who made the account', async () => {
  const form = { firstName: 'Nina', lastName: 'Nieuw', email: 'nina@example.nl', phone: '0475 123456' }
  const person = { ...form, role: 'agent', teamId: 1, invite: true }
  const { id: agentId } = await world.done('second', 'POST', '/api/users/create-local', person)
  const ids = [await ready('Eerste Een', 40, { agentId }), await ready('Eerste Twee', 30, { agentId })]
  const shown = await open('leader', '/commissies-admin?search=eerste')
  for (const name of [/Eerste Een/, /Eerste Twee/]) await select(shown.user, name)
  await shown.user.click((await bar()).getByRole('button', { name: 'Uitbetalen' }))
  const refused = within(await findDialog('Uitbetalen'))
  expect(await refused.findByText('1 eerste betaling: wacht op een beheerder.')).toBeTruthy()
  expect(refused.queryByRole('button', { name: /^Betaal/ })).toBeNull()
  shown.unmount()

  const { user } = await open('admin', '/commissies-admin')
  expect(plain((await screen.findByText(/eerste betaling wacht op jou/)).parentElement)).toContain('€ 70,00')
  const [button] = screen.getAllByRole('button', { name: 'Uitbetalen' })
  if (button) await user.click(button)
  const dialog = await findDialog('Uitbetalen')
  const first = await within(dialog).findByRole('region', { name: 'Eerste betaling' })
  expect(plain(first)).toBe('Eerste betalingNina NieuwAccount sinds 21-11-2026, gemaakt door Bea Beheer€ 70,00')
  expect(plain(within(dialog).getByRole('region', { name: 'Wordt uitbetaald' }))).toMatch(/Totaal2€ 70,00$/)
  await user.click(within(dialog).getByRole('button', { name: /^Betaal 2 commissies/ }))
  const runs = async () => (await world.done('admin', 'GET', '/api/commissions/advance')) as { id: string }[]
  await waitFor(async () => expect(await runs()).toHaveLength(1))
  for (const { id } of await runs()) await world.advanced(id)
  expect(await world.stepsOf(ids)).toEqual({ uitbetaald: 2 })
})

test('a selection is paid after showing amounts, payees, payout methods and rows left out', async () => {
  const zzp = await world.joined({
    ...{ role: 'agent', teamId: 1 },
    firstName: 'Zoë',
    lastName: 'Zelf',
    employmentType: 'zzp',
  })
  const partnered = await world.joined({ role: 'agent', teamId: 1, firstName: 'Fleur', lastName: 'Factuur' })
  await startInvoicing(world, partnered.id)
  await ready('Molen Een', 95)
  await ready('Molen Twee', 120, { agentId: zzp.id })
  await ready('Molen Drie', 85, { agentId: partnered.id })
  const asked = await ready('Molen Vier', 30)
  await ask(asked, 'Telt de tweede aansluiting mee?')
  const { user } = await open('admin', '/commissies-admin?search=molen')
  for (const name of [/Molen Een/, /Molen Twee/, /Molen Drie/, /Molen Vier/]) await select(user, name)
  await user.click((await bar()).getByRole('button', { name: 'Uitbetalen' }))

  const dialog = await findDialog('Uitbetalen')
  expect(plain(dialog)).toContain('4 geselecteerd, € 330,00. Uitbetalen is definitief.')
  const paid = await within(dialog).findByRole('region', { name: 'Wordt uitbetaald' })
  expect(plain(paid)).toMatch(/Via salarisLoonmaand november 2026, 1 persoon.*1€ 95,00/)
  expect(plain(paid)).toMatch(/Totaal2€ 215,00$/)
  const staying = within(within(dialog).getByRole('region', { name: 'Blijft staan' }))
  expect(staying.getByText(/Een partner factureert Molen Drie\./)).toBeTruthy()
  expect(staying.getByRole('link', { name: 'Naar Maandrun' }).getAttribute('href')).toBe('/self-billing/maandrun')
  expect(staying.getByText('“Telt de tweede aansluiting mee?”')).toBeTruthy()
  expect(within(dialog).getByText('Niets van jezelf in deze selectie.')).toBeTruthy()

  await user.click(within(dialog).getByRole('button', { name: /^Betaal 2 commissies · €\s215,00$/ }))
  expect(await within(dialog).findByText('Vul het factuurnummer in')).toBeTruthy()
  await user.type(getTextbox(dialog, /^Factuurnummer/), '2026-031')
  await user.type(getTextbox(dialog, /^Btw/), '25,20')
  const tick = staying.getByRole('checkbox', { name: /Molen Vier/ })
  expect(tick).toHaveProperty('checked', false)
  await user.click(tick)
  const pay = await within(dialog).findByRole('button', { name: /^Betaal 3 commissies · €\s245,00$/ })
  expect(getTextbox(dialog, /^Factuurnummer/)).toHaveProperty('value', '2026-031')
  await waitFor(() => expect(pay).toHaveProperty('disabled', false))
  await user.click(pay)

  await screen.findByRole('dialog', { name: 'Verwerking' })
  const run = new URLSearchParams(location.search).get('run') ?? ''
  await world.advanced(run)
  await findToast('Statussen bijgewerkt')
  expect(screen.getByText('3 commissies doorgeschoven, 1 overgeslagen')).toBeTruthy()
  const body = JSON.parse(sent.find(({ path }) => path === '/api/commissions/advance')?.body ?? '')
  expect(body).toMatchObject({
    expectedStatus: 'klaar_voor_uitbetaling',
    withQuestions: [asked],
    ownInvoiceNumbers: [{ userId: zzp.id, number: '2026-031', sums: { amount: 120, vat: 25.2 } }],
  })
})

test('answering a question in the payment dialog releases its commission for payment', async () => {
  await ask(await ready('Smederij Oost', 70), 'Klopt dit bedrag?')
  const { user } = await open('admin', '/commissies-admin?search=smederij')
  await user.click(await findButton('Smederij Oost: Uitbetalen'))
  const dialog = await findDialog('Uitbetalen')
  await user.click(await within(dialog).findByRole('button', { name: 'Beantwoorden: Smederij Oost' }))
  expect(within(dialog).getByRole('button', { name: 'Uitbetalen' })).toHaveProperty('disabled', true)
  await user.type(getTextbox(dialog, 'Antwoord over Smederij Oost'), 'Ja, dat klopt.')
  await user.click(within(dialog).getByRole('button', { name: 'Beantwoorden' }))
  await findToast('Vraag beantwoord')
  await user.click(await within(dialog).findByRole('button', { name: /^Betaal 1 commissie · €\s70,00$/ }))
  await findToast('Status bijgewerkt')
  await waitFor(async () => expect((await findRow(/Smederij Oost/)).textContent).toContain('Uitbetaald'))
})

test('own rows have no button, and a payment leaves them to somebody else', async () => {
  await ready('Herder Eigen', 50, { agentId: world.people.leader.id })
  await ready('Herder Ander', 40)
  const { user } = await open('leader', '/commissies-admin?search=herder')
  const own = await findRow(/Herder Eigen/)
  expect(within(own).getByText(/Laat een collega je eigen commissie afhandelen/)).toBeTruthy()
  expect(within(own).queryByRole('button')).toBeNull()
  await select(user, /Herder Eigen/)
  await select(user, /Herder Ander/)
  await user.click((await bar()).getByRole('button', { name: 'Uitbetalen' }))
  const dialog = await findDialog('Uitbetalen')
  const staying = await within(dialog).findByRole('region', { name: 'Blijft staan' })
  expect(plain(staying)).toContain('Je eigen commissiesLaat een collega je eigen commissie afhandelen.1€ 50,00')
  expect(within(dialog).queryByText('Niets van jezelf in deze selectie.')).toBeNull()
  expect(within(dialog).getByRole('button', { name: /^Betaal 1 commissie · €\s40,00$/ })).toBeTruthy()
})

test('a failed preview can be retried, and nothing can be paid before', async () => {
  await ready('Bakkerij Noord', 45)
  const { user } = await open('admin', '/commissies-admin?search=bakkerij')
  const restore = failRequests(/advance\/preview/)
  await user.click(await findButton('Bakkerij Noord: Uitbetalen'))
  const dialog = await findDialog('Uitbetalen')
  const again = await findRetryButton(within(dialog))
  expect(within(dialog).getByRole('button', { name: 'Uitbetalen' })).toHaveProperty('disabled', true)
  restore()
  await user.click(again)
  expect(await within(dialog).findByRole('button', { name: /^Betaal 1 commissie · €\s45,00$/ })).toBeTruthy()
})

test('a payment from the page of a sale also asks first', async () => {
  const id = await ready('Kwekerij West', 65)
  const { user } = await open('admin', `/sales/${id.slice('sale-'.length)}`)
  await user.click(await findButton('Uitbetalen'))
  const dialog = await findDialog('Uitbetalen')
  await user.click(await within(dialog).findByRole('button', { name: /^Betaal 1 commissie · €\s65,00$/ }))
  await findToast('Status bijgewerkt')
  expect(await screen.findByText(/^Uitbetaald op/)).toBeTruthy()
  const body = JSON.parse(sent.findLast(({ method }) => method === 'PATCH')?.body ?? '')
  expect(body).toEqual({ status: 'uitbetaald' })
})

test('a step other than paying is one click', async () => {
  await world.sale({ customerName: 'Tuinder Zuid' }, { agentCommission: 20 })
  const { user } = await open('admin', '/commissies-admin?search=tuinder')
  await select(user, /Tuinder Zuid/)
  await user.click((await bar()).getByRole('button', { name: 'Naar In Afwachting' }))
  expect(await screen.findByRole('dialog', { name: 'Verwerking' })).toBeTruthy()
})
