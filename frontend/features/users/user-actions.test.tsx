// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeApiKey } from '../../../proofs/cast.ts'
import { type Person, type PersonOptions, startWorld, type World } from '../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../testing/browser.tsx'

let world: World
let admin: Person
let leader: Person
let agent: Person

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  await world.team(2, 'Team Duin', 'nieuw-vennep')
  admin = await somebody('Anna', 'Admin', { role: 'admin', teamId: 2 })
  leader = await somebody('Leo', 'Leider', { role: 'teamleader' })
  agent = await somebody('Sem', 'Postma')
  await somebody('Daan', 'Duin', { teamId: 2 })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const somebody = (firstName: string, lastName: string, options: PersonOptions = {}) =>
  world.person({ firstName, lastName, phone: '06 12345678', teamId: 1, ...options })

async function openList(person: Person, path = '/users') {
  await logIn(world, person)
  const app = openApp(path)
  await screen.findByRole('table', { name: 'Gebruikers' })
  return app
}

async function choose(user: UserEvent, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Meer acties voor ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  return screen.findByRole('alertdialog', { name: new RegExp(name) })
}

const press = (user: UserEvent, dialog: HTMLElement, name: string) =>
  user.click(within(dialog).getByRole('button', { name }))
/** Waits until the pressed button is no longer busy, so that it can be pressed again. */
const isIdle = (dialog: HTMLElement) => waitFor(() => expect(dialog.querySelector('[aria-busy="true"]')).toBeNull())
const isGone = (name: string) => waitFor(() => expect(screen.queryByText(name)).toBeNull())
const statusOf = async (session: string) => (await world.call('GET', '/api/auth/user', { as: session })).status

async function book(agentId: string, times: number) {
  const as = await world.session(leader)
  for (let index = 0; index < times; index += 1) {
    const answer = await world.call('POST', '/api/appointments', {
      as,
      body: {
        customerName: `Klant ${index}`,
        customerPhone: '0475123456',
        appointmentDate: `2026-12-0${index + 1}`,
        appointmentTime: '10:00',
        bookAnyway: true,
        agentId,
      },
    })
    if (answer.status !== 201) throw new Error(answer.text)
  }
}

const openOf = async (userId: string) =>
  (await world.call('GET', `/api/appointments/handover?userId=${userId}`, { as: await world.session(admin) })).body.open

test('resetting 2FA names the person, ends their sessions and returns focus', async () => {
  const person = await somebody('Tess', 'Twee')
  const session = await world.session(person)
  const { user } = await openList(admin)
  const question = await choose(user, 'Tess Twee', '2FA resetten')
  expect(question.textContent).toContain('2FA van Tess Twee resetten?')
  expect(await statusOf(session)).toBe(200)
  await press(user, question, '2FA resetten')
  expect(await screen.findByText('2FA gereset')).toBeTruthy()
  expect(await statusOf(session)).toBe(401)
  expect(await screen.findByText('Actief, geen 2FA')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Meer acties voor Tess Twee' })),
  )
})

test('a failed reset shows its own text, and the question stays', async () => {
  await somebody('Fenna', 'Faal')
  const { user } = await openList(admin)
  const question = await choose(user, 'Fenna Faal', '2FA resetten')
  const online = fetch
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  await press(user, question, '2FA resetten')
  expect(await screen.findByText('2FA Reset Fout')).toBeTruthy()
  vi.stubGlobal('fetch', online)
  await isIdle(question)
  await press(user, question, '2FA resetten')
  expect(await screen.findByText('2FA gereset')).toBeTruthy()
})

test('two admins name a stand-in, and one of them ends it', async () => {
  await somebody('Stan', 'Staan', { role: 'caller' })
  const other = await somebody('Bea', 'Beheer', { role: 'admin' })
  const first = await openList(admin)
  await press(first.user, await choose(first.user, 'Stan Staan', 'Als plaatsvervanger voorstellen'), 'Voorstellen')
  expect(await screen.findByText('Stan Staan voorgesteld als plaatsvervanger')).toBeTruthy()
  await first.user.click(await screen.findByRole('button', { name: 'Meer acties voor Stan Staan' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toContain('Voorstel intrekken')
  expect(screen.queryByRole('menuitem', { name: 'Plaatsvervanger goedkeuren' })).toBeNull()
  first.unmount()

  const { user } = await openList(other)
  const question = await choose(user, 'Stan Staan', 'Plaatsvervanger goedkeuren')
  expect(question.textContent).toContain('Voorgesteld door Anna Admin. Telt mee na 24 uur.')
  await press(user, question, 'Goedkeuren')
  expect(await screen.findByText('Stan Staan is plaatsvervanger')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Stan Staan bewerken' }))
  expect(await screen.findByText(/^Plaatsvervanger sinds .*, aangewezen door Anna Admin en Bea Beheer\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Annuleren' }))
  await press(user, await choose(user, 'Stan Staan', 'Plaatsvervanging beëindigen'), 'Beëindigen')
  expect(await screen.findByText('Plaatsvervanging beëindigd')).toBeTruthy()
})

test('a deactivated person leaves the list and can be reactivated', async () => {
  const person = await somebody('Rik', 'Rust', { role: 'caller' })
  const session = await world.session(person)
  const { user } = await openList(admin)
  const question = await choose(user, 'Rik Rust', 'Deactiveren')
  expect(within(question).getByText('Rik Rust deactiveren?')).toBeTruthy()
  const confirm = await within(question).findByRole('button', { name: 'Deactiveren' })
  await waitFor(() => expect((confirm as HTMLButtonElement).disabled).toBe(false))
  expect(within(question).queryByRole('combobox')).toBeNull()
  await user.click(confirm)
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
  await isGone('Rik Rust')
  expect(await statusOf(session)).toBe(401)
  const home = screen.getByRole('button', { name: 'Nieuwe gebruiker' })
  expect(document.activeElement).toBe(home)

  await user.click(screen.getByRole('tab', { name: /Gedeactiveerd/ }))
  await user.click(await screen.findByRole('button', { name: 'Rik Rust reactiveren' }))
  await press(user, await screen.findByRole('alertdialog', { name: 'Rik Rust reactiveren?' }), 'Reactiveren')
  expect(await screen.findByText('Gebruiker gereactiveerd')).toBeTruthy()
  await isGone('Rik Rust')
  expect(document.activeElement).toBe(home)
  await user.click(screen.getByRole('tab', { name: /Actief/ }))
  expect(await screen.findByText('Rik Rust')).toBeTruthy()
})

test('deactivating an admin says that their API keys end, and ends them', async () => {
  const maker = await somebody('Kim', 'Koppel', { role: 'admin' })
  const apiKey = await makeApiKey(maker)
  const { user } = await openList(admin)
  const question = await choose(user, 'Kim Koppel', 'Deactiveren')
  expect(question.textContent).toContain('API keys van deze beheerder werken daarna niet meer.')
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Deactiveren' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  await user.click(confirm)
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
  const read = await world.call('GET', '/api/appointments', { headers: { 'x-api-key': apiKey } })
  expect(read.status).toBe(401)
})

test('open appointments are handed over first, to a colleague who must be chosen', async () => {
  const person = await somebody('Piet', 'Vol')
  await book(person.id, 3)
  const { user } = await openList(leader)
  const question = await choose(user, 'Piet Vol', 'Deactiveren')
  expect(await within(question).findByText('3 open afspraken')).toBeTruthy()
  await press(user, question, 'Overdragen en deactiveren')
  expect(await within(question).findByText('Kies een collega', { selector: '.pv-field-error' })).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'DELETE' || method === 'POST')).toEqual([])

  await user.click(within(question).getByRole('combobox', { name: 'Overdragen aan' }))
  const options = (await screen.findAllByRole('option')).map((option) => option.textContent)
  expect(options.some((text) => text?.includes('Piet Vol'))).toBe(false)
  expect(options.some((text) => text?.includes('Daan Duin'))).toBe(false)
  await user.click(screen.getByRole('option', { name: /Sem Postma/ }))
  const before = await openOf(agent.id)
  await press(user, question, 'Overdragen en deactiveren')
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
  await isGone('Piet Vol')
  expect(await openOf(person.id)).toBe(0)
  expect(await openOf(agent.id)).toBe(before + 3)
})

test('leads are handed over with the appointments, converted ones stay, and none is lost halfway', async () => {
  const person = await somebody('Lena', 'Leads')
  await book(person.id, 1)
  const as = await world.session(person)
  const note = async (form: object) => {
    const answer = await world.call('POST', '/api/leads', { as, body: { customerName: 'Klant', ...form } })
    if (answer.status !== 201) throw new Error(answer.text)
  }
  for (const status of ['new', 'not-interested', 'converted']) await note({ status })
  const leadsOf = async (who: Person) =>
    (await world.call('GET', `/api/leads?ownerId=${who.id}`, { as: await world.session(admin) })).body.length
  const before = await leadsOf(agent)
  const { user } = await openList(leader)
  const question = await choose(user, 'Lena Leads', 'Deactiveren')
  expect(await within(question).findByText('1 open afspraak en 2 leads')).toBeTruthy()
  await user.click(within(question).getByRole('combobox', { name: 'Overdragen aan' }))
  await user.click(await screen.findByRole('option', { name: /Sem Postma/ }))
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method === 'POST' && String(input).includes('/leads/')) throw new TypeError('no network')
    return online(input, init)
  })
  await press(user, question, 'Overdragen en deactiveren')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(await within(question).findByText('2 leads')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  vi.stubGlobal('fetch', online)
  await isIdle(question)
  await press(user, question, 'Overdragen en deactiveren')
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
  expect(await leadsOf(agent)).toBe(before + 2)
  expect(await leadsOf(person)).toBe(1)
})

test('an admin may hand over to any team, or deactivate without handing over', async () => {
  const person = await somebody('Wim', 'Weg')
  await book(person.id, 1)
  const { user } = await openList(admin)
  const question = await choose(user, 'Wim Weg', 'Deactiveren')
  expect(await within(question).findByText('1 open afspraak')).toBeTruthy()
  await user.click(within(question).getByRole('combobox', { name: 'Overdragen aan' }))
  expect((await screen.findByRole('option', { name: /Daan Duin/ })).textContent).toContain('Agent · Team Duin')
  await user.keyboard('{Escape}')
  await press(user, question, 'Zonder overdragen deactiveren')
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
  await isGone('Wim Weg')
  expect(await openOf(person.id)).toBe(1)
})

test('when handing over fails nobody is deactivated, and the choice stays', async () => {
  const person = await somebody('Hugo', 'Half')
  await book(person.id, 2)
  const { user } = await openList(leader)
  const question = await choose(user, 'Hugo Half', 'Deactiveren')
  await user.click(await within(question).findByRole('combobox', { name: 'Overdragen aan' }))
  await user.click(await screen.findByRole('option', { name: /Sem Postma/ }))
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method === 'POST') throw new TypeError('no network')
    return online(input, init)
  })
  await press(user, question, 'Overdragen en deactiveren')
  expect(await screen.findByText('Fout')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
  expect(within(question).getByRole('combobox', { name: 'Overdragen aan' }).textContent).toContain('Sem Postma')
  vi.stubGlobal('fetch', online)
  await isIdle(question)
  await press(user, question, 'Overdragen en deactiveren')
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
})

test('when the open appointments cannot be counted, the user can retry or continue', async () => {
  await somebody('Nina', 'Niks')
  const { user } = await openList(leader)
  const online = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (String(input).includes('handover')) throw new TypeError('no network')
    return online(input, init)
  })
  const question = await choose(user, 'Nina Niks', 'Deactiveren')
  expect(await within(question).findByText('Controle op open afspraken en leads mislukt.')).toBeTruthy()
  vi.stubGlobal('fetch', online)
  await press(user, question, 'Opnieuw proberen')
  await waitFor(() => expect(within(question).queryByRole('alert')).toBeNull())
  const confirm = within(question).getByRole<HTMLButtonElement>('button', { name: 'Deactiveren' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  await user.click(confirm)
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
})

test('a team leader without calendar and leads access deactivates without a question about them', async () => {
  await somebody('Kees', 'Kwijt')
  const { user } = await openList(
    await somebody('Lotte', 'Zonder', { role: 'teamleader', hasCalendarAccess: false, hasLeadsAccess: false }),
  )
  const question = await choose(user, 'Kees Kwijt', 'Deactiveren')
  expect(within(question).queryByRole('alert')).toBeNull()
  await press(user, question, 'Deactiveren')
  expect(await screen.findByText('Gebruiker gedeactiveerd')).toBeTruthy()
})
