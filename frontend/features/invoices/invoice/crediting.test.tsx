// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../../testing/commissions.ts'
import { buildSettingsForm, storePartner } from '../../../../testing/invoices.ts'
import { deliverOutbox } from '../../../../testing/outbox.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-11-21T09:00:00Z' })
  await call('PUT', '/settings', buildSettingsForm())
  await storePartner('bos')
  await call('PATCH', '/partners/bos', { assignedAgentId: world.people.agent.id })
})
afterAll(() => world.stop())
connectBrowser(() => world.world)
beforeEach(() => vi.stubGlobal('matchMedia', undefined))

const call = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)

/** Makes and issues an invoice of a monthly run, with a sale of 100 euros per customer; returns its id. */
async function issued(...customers: readonly string[]): Promise<string> {
  for (const customerName of customers) {
    const id = await world.sale({ customerName, saleDate: '2026-11-20' }, { agentCommission: 100 })
    await world.step(id, 'klaar_voor_uitbetaling')
  }
  const run = await call('POST', '/monthly-runs', { partnerIds: ['bos'], from: '2026-11-01', to: '2026-11-21' })
  await deliverOutbox(run.id)
  const results: { invoiceId: string | null }[] = await call('GET', `/monthly-runs/${run.id}/results`)
  const invoiceId = results.find((one) => one.invoiceId !== null)?.invoiceId ?? ''
  await call('PATCH', `/invoices/${invoiceId}/status`, { status: 'in_behandeling' })
  return invoiceId
}

async function open(invoiceId: string) {
  await logIn(world.world, world.people.admin)
  return openApp(`/self-billing/invoice/${invoiceId}`)
}

const press = (user: UserEvent, place: HTMLElement, name: string) =>
  user.click(within(place).getByRole('button', { name }))
const SUBMIT = 'Creditfactuur maken'
const QUESTION = 'Is deze commissie nog verdiend?'
const YES = 'Ja, opnieuw uitbetalen'
const NO = 'Nee, commissie vervalt'
/** Chooses an answer to a question. */
const choose = (user: UserEvent, place: HTMLElement, question: RegExp | string, name: string) =>
  user.click(within(within(place).getByRole('radiogroup', { name: question })).getByRole('radio', { name }))
const isChosen = (place: HTMLElement, question: RegExp | string, name: string) =>
  within(within(place).getByRole('radiogroup', { name: question })).getByRole<HTMLInputElement>('radio', { name })
    .checked
const credited = () => sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/credit-notes'))

test('a payment by hand waits on the invoice, which the page shows at once; its commissions stay open', async () => {
  const id = await issued('Hotel Noord')
  const { user } = await open(id)
  await user.click(await screen.findByRole('button', { name: 'Markeer als Betaald' }))
  const question = await screen.findByRole('alertdialog')
  await waitFor(() => expect(question.textContent).toContain('Wij betalen'))
  await user.type(await within(question).findByRole('textbox', { name: /^Reden/ }), 'Met spoed')
  await press(user, question, 'Markeer als Betaald')
  const waiting = await screen.findByRole('region', { name: 'Betaling wacht op goedkeuring' })
  expect(waiting.textContent).toContain('Wacht op goedkeuring van een andere beheerder.')
  expect(screen.queryByRole('button', { name: 'Markeer als Betaald' })).toBeNull()
  await user.click(within(waiting).getByRole('button', { name: 'Intrekken' }))
  await press(user, await screen.findByRole('alertdialog', { name: /intrekken\?$/ }), 'Intrekken')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Betaling wacht op goedkeuring' })).toBeNull())
  const { commissions } = await call('GET', `/invoices/${id}/commissions`)
  expect(commissions).toMatchObject([{ state: 'open' }])
})

test('a credit note asks whether a commission is still earned, also when crediting the whole', async () => {
  const { user } = await open(await issued('Camping Zuid'))
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Crediteren' }))
  const dialog = await screen.findByRole('dialog', { name: SUBMIT })
  await press(user, dialog, 'Alles crediteren')
  expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(1)
  const name = new RegExp(`^${QUESTION.replace('?', '\\?')}.*Camping Zuid`)
  expect([YES, NO].map((answer) => isChosen(dialog, name, answer))).toEqual([false, false])
  await press(user, dialog, SUBMIT)
  const problem = await within(dialog).findByText('Kies of de commissie nog verdiend is')
  const group = within(dialog).getByRole('radiogroup', { name })
  expect(group.getAttribute('aria-describedby')).toBe(problem.id)
  expect(document.activeElement).toBe(within(group).getByRole('radio', { name: YES }))
  expect(credited()).toEqual([])
  await choose(user, dialog, name, NO)
  await waitFor(() => expect(within(dialog).queryByText('Kies of de commissie nog verdiend is')).toBeNull())
  await press(user, dialog, SUBMIT)
  expect(await screen.findByRole('heading', { name: /^YDC-/ })).toBeTruthy()
  expect(credited().map(({ body }) => JSON.parse(body ?? '').quantities)).toEqual([
    [{ lineOrder: 1, quantity: 1, stillEarned: false }],
  ])
})

test('several commissions are answered at once or one by one; only credited ones are asked about', async () => {
  const { user } = await open(await issued('Zuivel Een', 'Zuivel Twee', 'Zuivel Drie'))
  await user.click(await screen.findByRole('button', { name: 'Meer' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Crediteren' }))
  const dialog = await screen.findByRole('dialog', { name: SUBMIT })
  const all = 'Zijn alle commissies nog verdiend?'
  await press(user, dialog, 'Alles crediteren')
  await press(user, dialog, SUBMIT)
  expect(await within(dialog).findAllByText('Kies of de commissie nog verdiend is')).toHaveLength(3)
  await choose(user, dialog, all, YES)
  await waitFor(() => expect(within(dialog).queryByText('Kies of de commissie nog verdiend is')).toBeNull())
  expect(['Een', 'Twee', 'Drie'].map((one) => isChosen(dialog, new RegExp(one), YES))).toEqual([true, true, true])
  await choose(user, dialog, /Zuivel Twee/, NO)
  expect([YES, NO].map((answer) => isChosen(dialog, all, answer))).toEqual([false, false])
  const amount = within(dialog).getByRole('textbox', { name: /Zuivel Drie/ })
  await user.clear(amount)
  await user.type(amount, '0')
  await waitFor(() => expect(within(dialog).queryByRole('radiogroup', { name: /Zuivel Drie/ })).toBeNull())
  await press(user, dialog, SUBMIT)
  expect(await screen.findByRole('heading', { name: /^YDC-/ })).toBeTruthy()
  const [{ body = '' } = {}] = credited()
  expect(
    JSON.parse(body)
      .quantities.map(({ stillEarned }: { stillEarned: boolean }) => stillEarned)
      .toSorted(),
  ).toEqual([false, true])
})

test('a line that the partner calls wrong leads to the reason of its amount, and to its correction', async () => {
  const id = await issued('Tuin Oost')
  const { Invoices } = await import('../../../../functions/invoices/invoices/entity.ts')
  const disputedLines = [{ lineOrder: 1, remark: 'Was € 120' }]
  await Invoices.patch({ id })
    .set({ answer: { state: 'refused', at: '2026-11-21T09:00:00.000Z', disputedLines } })
    .go()
  const { user } = await open(id)
  expect(await screen.findByText('Klopt niet volgens de partner: Was € 120')).toBeTruthy()
  const why = await screen.findByRole('link', { name: 'Waarom dit bedrag' })
  expect(why.getAttribute('href')).toMatch(/commissie=sale-/)
  await user.click(screen.getByRole('button', { name: 'Regel corrigeren: regel 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: SUBMIT }))
  expect(dialog.getByText('Klopt niet volgens de partner: Was € 120')).toBeTruthy()
  expect(dialog.getByText(/De volgende maandrun factureert nog verdiende commissies opnieuw\.$/)).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Te crediteren/ }).value).toBe('1')
})
