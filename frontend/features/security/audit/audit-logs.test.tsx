// @vitest-environment jsdom
import { readdir, readFile } from 'node:fs/promises'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverOutbox } from '../../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../../testing/world.ts'
import { connectBrowser, logIn, openApp, sent } from '../../../testing/browser.tsx'
import { fieldsOf } from './audit-values.ts'
import { auditWords } from './audit-words.ts'

let world: World
let admin: Person
let caller: Person
let agent: Person
let booked: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1, 'Team Maas')
  admin = await world.person({ role: 'admin', firstName: 'Anna', lastName: 'Admin' })
  agent = await world.person({ role: 'agent', firstName: 'Sem', lastName: 'Postma', teamId: 1 })
  caller = await world.person({ role: 'caller', firstName: 'Bella', lastName: 'Beller', teamId: 1 })
  booked = await book('Bakkerij Jansen')
  world.travel('2026-11-21T10:00:00Z')
  await change(booked, { customerName: 'Bakkerij Jansen', city: 'Roermond', notes: null })
})
afterAll(() => world.stop())
connectBrowser(() => world)

const form = (customerName: string) => ({
  customerName,
  customerPhone: '0475123456',
  appointmentDate: '2026-11-23',
  appointmentTime: '10:00',
  bookAnyway: true,
  agentId: agent.id,
})

async function book(customerName: string): Promise<string> {
  const as = await world.session(caller)
  const answer = await world.call('POST', '/api/appointments', { as, body: form(customerName) })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

async function change(id: string, values: object) {
  const as = await world.session(caller)
  const body = { ...form('Bakkerij Jansen'), ...values }
  const answer = await world.call('PATCH', `/api/appointments/${id}`, { as, body })
  if (answer.status !== 200) throw new Error(answer.text)
}

async function open(query = '') {
  await logIn(world, admin)
  const app = openApp(`/security?tab=auditlog${query}`)
  const table = await screen.findByRole('table', { name: 'Auditlog' })
  await waitFor(() => expect(table.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false'))
  return app
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Auditlog' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

test('shows who did what to which record, newest first', async () => {
  await open()
  const [newest, oldest] = rows()
  const change = 'Plaats: Roermond'
  expect(newest).toBe(`21-11-2026 11:00BBBella BellerAfspraak gewijzigdAfspraak Bakkerij Jansen${change}`)
  expect(oldest).toBe('21-11-2026 10:00BBBella BellerAfspraak aangemaaktAfspraak Bakkerij Jansen')
  expect(sent.find(({ path }) => path.startsWith('/api/audit-logs'))?.path).toBe(
    '/api/audit-logs?byAction=true&limit=20',
  )
})

test('a row opens the old and new values side by side, with IP address and device', async () => {
  const { user } = await open()
  await user.click(screen.getByText('Afspraak gewijzigd'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Wijziging' }))
  const fields = within(dialog.getByRole('table', { name: 'Oude en nieuwe waarden' }))
  const city = fields.getByRole('rowheader', { name: /^Plaats/ }).closest('tr')
  expect([...(city?.cells ?? [])].map((cell) => cell.textContent)).toEqual(['Plaats (gewijzigd)', '–', 'Roermond'])
  expect(city?.className).toContain('changed')
  expect(dialog.getByText('192.0.2.1')).toBeTruthy()
  expect(dialog.getByText('Bella Beller')).toBeTruthy()

  await user.click(dialog.getByRole('button', { name: 'Alles van dit record' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe(`?tab=auditlog&entityType=appointment&entityId=${booked}`)
  await user.click(await screen.findByRole('button', { name: 'Alleen dit record' }))
  expect(location.search).toBe('?tab=auditlog&entityType=appointment')
})

test('filters are in the address and combine; one button clears them', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('combobox', { name: 'Gebruiker' }))
  await user.click(await screen.findByRole('option', { name: /Bella Beller/ }))
  await waitFor(() => expect(location.search).toBe(`?tab=auditlog&userId=${caller.id}`))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Actie' }), 'Aanmaken')
  await waitFor(() => expect(rows()).toHaveLength(1))
  await screen.findByText('Afspraak aangemaakt')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Soort' }), 'Team')
  expect(await screen.findByText('Niets gevonden met deze filters.')).toBeTruthy()
  const [reset] = screen.getAllByRole('button', { name: 'Filters wissen' })
  if (!reset) throw new Error('No button')
  await user.click(reset)
  expect(location.search).toBe('?tab=auditlog')
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))

  await user.type(screen.getByLabelText('Van'), '22-11-2026')
  expect(await screen.findByText('Niets gevonden met deze filters.')).toBeTruthy()
  expect(location.search).toBe('?tab=auditlog&from=2026-11-22')
})

test('shows the latest 20 first, older ones on request', async () => {
  for (let count = 1; count <= 21; count++) await book(`Klant ${count}`)
  const { user } = await open()
  expect(rows()).toHaveLength(20)
  await user.click(screen.getByRole('button', { name: 'Oudere tonen' }))
  await waitFor(() => expect(rows().length).toBeGreaterThan(20))
})

test('an unknown action is shown as Overig, with its stored name', async () => {
  await logIn(world, admin)
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init)
    if (!String(input).includes('/api/audit-logs')) return answer
    const [first] = await answer.json()
    return Response.json([{ ...first, action: 'robot.dance', entityType: 'robot', oldData: null, newData: null }])
  }
  const { user } = openApp('/security?tab=auditlog')
  expect(await screen.findByText('Overig', { selector: '.pv-badge' })).toBeTruthy()
  expect(screen.getByText('robot.dance')).toBeTruthy()
  await user.click(screen.getByText('robot.dance'))
  expect(await screen.findByText('Bij deze actie zijn geen gegevens vastgelegd.')).toBeTruthy()
})

test('when the log cannot be loaded, the user can retry', async () => {
  await logIn(world, admin)
  const real = globalThis.fetch
  globalThis.fetch = (input, init) =>
    String(input).includes('audit-logs') ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init)
  const { user } = openApp('/security?tab=auditlog')
  expect(await screen.findByText('Laden is niet gelukt')).toBeTruthy()
  globalThis.fetch = real
  await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }))
  expect(await screen.findByRole('table', { name: 'Auditlog' })).toBeTruthy()
})

test('on a phone rows are cards and the filters are behind a button', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  await logIn(world, admin)
  const { user } = openApp('/security?tab=auditlog&action=update')
  await user.click(await screen.findByRole('button', { name: /Afspraak gewijzigd/ }))
  const details = within(await screen.findByRole('dialog', { name: 'Wijziging' }))
  const [close] = details.getAllByRole('button', { name: 'Sluiten' })
  if (!close) throw new Error('No button')
  await user.click(close)
  await user.click(screen.getByRole('button', { name: 'Filters (1)' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await user.click(sheet.getByRole('button', { name: 'Filters wissen' }))
  await waitFor(() => expect(location.search).toBe('?tab=auditlog'))
})

test('a failed login shows account, reason and origin, and that nobody was logged in', async () => {
  const person = await world.person({ firstName: 'Els', lastName: 'Echt' })
  const wrong = { email: person.email, password: 'fout' }
  await world.call('POST', '/api/login', { body: wrong, ip: '203.0.113.8' })
  for (let more = 1; more < 5; more += 1) {
    world.travel(Date.now() + 1000)
    await world.call('POST', '/api/login', { body: wrong })
  }
  const { user } = await open(`&entityType=user&entityId=${person.id}`)
  const shown = rows().map((row) => row?.slice(16))
  expect(shown).toHaveLength(5)
  expect(shown[0]).toMatch(/Niet ingelogdAccount 15 minuten geblokkeerdGebruiker Els Echt$/)
  expect(shown[4]).toMatch(/Niet ingelogdInloggen misluktGebruiker Els Echt$/)
  await user.click(screen.getAllByText('Inloggen mislukt').at(-1) as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(dialog.textContent).toContain('203.0.113.8')
  expect(within(dialog).getByRole('row', { name: /^Reden.*Wachtwoord onjuist$/ })).toBeTruthy()
  expect(within(dialog).getByRole('row', { name: /^Poging.*1$/ })).toBeTruthy()
})

test('a change of a person shows the name, whatever the row contains', async () => {
  const person = await world.person({ firstName: 'Wanda', lastName: 'Wissel' })
  const as = await world.session(admin)
  await world.call('POST', `/api/admin/reset-2fa/${person.id}`, { as })
  const { user } = await open(`&entityType=user&entityId=${person.id}`)
  expect(await screen.findByText('Wanda Wissel')).toBeTruthy()
  expect(rows()).toEqual([expect.stringMatching(/2FA gereset.*Gebruiker Wanda Wissel2FA: Ja → Nee$/)])
  await user.click(screen.getByText('2FA gereset'))
  const dialog = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(dialog.textContent).toContain('Gebruiker · Wanda Wissel')
})

test('a new person is named with the first name first, not as sorted', async () => {
  const as = await world.session(admin)
  const body = { email: 'nieuw@example.nl', password: 'Zon-7a', firstName: 'Nina', lastName: 'Nieuw', role: 'caller' }
  const made = await world.call('POST', '/api/users/create-local', { as, body })
  const { user } = await open(`&entityType=user&entityId=${made.body.id}`)
  await user.click(await screen.findByText('Gebruiker aangemaakt'))
  const dialog = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(dialog.textContent).toContain('Gebruiker · Nina Nieuw')
  expect(dialog.textContent).not.toContain('nieuw nina')
})

test('every kind of record and every action that the code logs has words', async () => {
  const files = (await readdir('functions', { recursive: true })).filter((file) => /(?<!test)\.ts$/.test(file))
  const types = new Set<string>()
  const verbs = new Set<string>()
  for (const file of files) {
    const text = await readFile(`functions/${file}`, 'utf8')
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
    for (const type of found(
      /(?:entity: |const entity = |records<\w+>\(|records\(|runsOf(?:<\w+>)?\(\w+, )\{\s*type: '([a-z_-]+)'/g,
    ))
      types.add(type)
    for (const kind of found(/: Importing(?:<[^>]*>)? = \{\s*type: '([a-z]+)'/g)) types.add(`${kind}_upload`)
    for (const verb of found(/(?:action: '[a-z-]+\.|verb: '|'user\.)([a-z0-9-]+)'/g)) verbs.add(verb)
    for (const one of [/verb(?: =|:) .*\? '([a-z-]+)'/g, /verb(?: =|:) .* : '([a-z-]+)'/g])
      for (const verb of found(one)) verbs.add(verb)
  }
  expect([...types]).toEqual(
    expect.arrayContaining(['appointment', 'invoice', 'lead_upload', 'commission-run', 'user']),
  )
  expect([...types].filter((type) => auditWords[type] === undefined)).toEqual([])
  const labelled = [
    'create',
    'update',
    'delete',
    'erase',
    ...Object.values(auditWords).flatMap((words) => Object.keys(words.verbs ?? {})),
  ]
  expect([...verbs]).toEqual(expect.arrayContaining(['identity-remove', 'take-back', 'restore', 'reveal']))
  expect([...verbs].filter((verb) => !labelled.includes(verb))).toEqual([])
})

test('amounts due, replaced commissions, invoices and runs are logged in Dutch, with names and amounts', () => {
  const due = { userId: 'bo', itemId: 'due#sale-1#3#bo' }
  const names = { person: (id: string) => (id === 'bo' ? 'Bo Bakker' : undefined), team: () => undefined }
  const changesShown = (entityType: string, oldData: object | null, newData: object) =>
    fieldsOf({ entityType, oldData, newData } as never, names).map(({ label, before, after }) => [label, before, after])
  for (const entityType of ['commission', 'sale']) {
    const [before, after] = [{ agentCommission: 8_000 }, { agentCommission: 8_550, dues: [due], paidTo: ['bo'] }]
    expect(changesShown(entityType, before, after)).toEqual([
      ['Agent commissie', '€\u00a080,00', '€\u00a085,50'],
      ['Te betalen', null, 'Aan: Bo Bakker'],
      ['Uitbetaald aan', null, 'Bo Bakker'],
    ])
  }
  expect(changesShown('commission', null, { replacedBy: { saleId: 's', correctionId: 'c' } })).toEqual([
    ['Vervangen door', null, 'Sale: Gekoppeld · Correctie: Gekoppeld'],
  ])
  expect(changesShown('credit_note', null, { lines: [{ description: 'Sale', stillEarned: false }] })).toEqual([
    ['Factuurregels', null, 'Omschrijving: Sale · Nog verdiend: Nee'],
  ])
  expect(changesShown('invoice', null, { commissions: { runId: 'r', userId: 'bo', itemIds: ['a', 'b'] } })).toEqual([
    ['Commissies', null, 'Van: Bo Bakker · Aantal: 2'],
  ])
  expect(changesShown('monthly-run', null, { withEarlier: true })).toEqual([
    ['Ook van vóór de overeenkomst', null, 'Ja'],
  ])
})

test('people and records have their name and a link, changes are in Dutch', async () => {
  const person = await world.person({ firstName: 'Wies', lastName: 'Wijzig', phone: '0475123456', teamId: 1 })
  const as = await world.session(admin)
  await world.team(2, 'Team Duin')
  const body = { role: 'caller', teamId: 2, employmentType: 'zzp' }
  expect((await world.call('PUT', `/api/users/${person.id}`, { as, body })).status).toBe(200)
  world.travel(Date.now() + 1000)
  await change(booked, { city: 'Roermond', monthlyAmount: '125,5', appointmentDate: '2026-11-24', notes: null })
  const { user } = await open()
  const link = (name: string) => screen.findAllByRole('link', { name: new RegExp(`${name}$`) })
  expect((await link('Bakkerij Jansen'))[0]?.getAttribute('href')).toBe(`/appointments?afspraak=${booked}`)
  expect((await link('Wies Wijzig'))[0]?.getAttribute('href')).toBe('/users?q=Wies%20Wijzig')
  expect((await link('Bella Beller'))[0]?.getAttribute('href')).toBe('/users?q=Bella%20Beller')

  const openRow = async (title: string) => {
    await user.click(screen.getAllByText(title)[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Wijziging' })
    const table = within(dialog).getByRole('table', { name: 'Oude en nieuwe waarden' })
    return within(table)
      .getAllByRole('row')
      .filter((row) => row.className.includes('changed'))
      .map((row) =>
        [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent?.replace(' (gewijzigd)', '')),
      )
  }
  const rows = await openRow('Afspraak gewijzigd')
  expect(rows).toContainEqual(['Maandbedrag', '–', '€\u00a0125,50'])
  expect(rows).toContainEqual(['Datum en tijd', '23-11-2026 10:00', '24-11-2026 10:00'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const changed = await openRow('Gebruiker gewijzigd')
  expect(changed).toContainEqual(['Rol', 'Agent', 'Beller'])
  expect(changed).toContainEqual(['Team', 'Team Maas', 'Team Duin'])
  expect(changed).toContainEqual(['Dienstverband', 'Loondienst', 'Zzp'])
})

test('on a phone, a failed import shows its reason and who started it', async () => {
  const { commit } = await import('../../../../functions/platform/data/commit.ts')
  const { asSelf } = await import('../../../../functions/platform/actor.ts')
  const { ApiKeyUses } = await import('../../../../functions/platform/identity/api-key.ts')
  const stats = { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 }
  const after = { filename: 'lijst.csv', state: 'mislukt', stats, error: 'Dit is geen spreadsheet' }
  const entity = { type: 'contract_upload', id: 'u-1' }
  const by = asSelf({ id: admin.id, name: 'Anna Admin' }, { requestId: '-', ip: '192.0.2.9', userAgent: 'test' })
  const write = [ApiKeyUses.put({ id: 'geen', lastUsedAt: new Date().toISOString(), reads: 1 })]
  await commit(by, { action: 'contract.import-failed', entity, after, write }, undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  await logIn(world, admin)
  const { user } = openApp('/security?tab=auditlog&entityType=contract_upload')
  await user.click(
    await screen.findByRole('button', { name: /Contracten importeren mislukt.*Anna Admin.*lijst\.csv/s }),
  )
  const dialog = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(within(dialog).getByRole('row', { name: /^Fout.*spreadsheet/ })).toBeTruthy()
  expect(within(dialog).getByRole('row', { name: /^Resultaat.*0 rijen/ })).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'lijst.csv' }).getAttribute('href')).toBe('/expiring-contracts')
  expect(
    within(dialog)
      .getByRole('link', { name: /Anna Admin/ })
      .getAttribute('href'),
  ).toBe('/users?q=Anna%20Admin')
})

test('a search finds the rows of customers, and the changes of one run are one row that opens', async () => {
  const rowsOf = []
  for (const name of ['Groep Een', 'Groep Twee', 'Groep Drie', 'Groep Vier'])
    rowsOf.push({ id: await book(name), version: 1 })
  const [alone] = rowsOf
  const as = await world.session(admin)
  const started = await world.call('POST', '/api/appointments/changes', {
    as,
    body: { rows: rowsOf, status: 'cancelled' },
  })
  expect(started.status, started.text).toBe(201)
  await deliverOutbox(started.body.id)
  // Changes one appointment by hand, right after the run.
  if (alone) await change(alone.id, { customerName: 'Groep Een', city: 'Weert' })
  const undone = await world.call('POST', `/api/appointments/changes/${started.body.id}/undo`, { as })
  expect(undone.status, undone.text).toBe(201)
  await deliverOutbox(undone.body.id)
  const { user } = await open()
  // The run and its undo are a row each, above the change by hand and the four bookings.
  const before = rows().length
  expect(rows().filter((text) => text?.includes('6 regels'))).toHaveLength(2)
  await user.type(screen.getByRole('searchbox'), 'groep')
  await waitFor(() => expect(location.search).toContain('q=groep'))
  await waitFor(() => expect(rows()).toHaveLength(7))
  // The undo leaves the appointment that was changed by hand.
  expect(rows().filter((text) => text?.includes('3 regels'))).toHaveLength(1)
  await user.click(screen.getAllByText(/^4 regels/)[0] as HTMLElement)
  // The row opens as any other. Every appointment stays audited: from there the changes of all four are a click away.
  const whole = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(within(whole).getByRole('table', { name: 'Oude en nieuwe waarden' })).toBeTruthy()
  await user.click(within(whole).getByRole('button', { name: 'Alle 4 regels van deze actie' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(rows()).toHaveLength(4))
  await user.click(screen.getAllByRole('row').at(-1) as HTMLElement)
  const single = await screen.findByRole('dialog', { name: 'Wijziging' })
  expect(within(single).queryByRole('button', { name: /van deze actie/ })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Zoekterm wissen' }))
  await waitFor(() => expect(rows()).toHaveLength(6))
  await user.click(screen.getByRole('button', { name: 'Alleen deze actie', pressed: true }))
  await waitFor(() => expect(rows()).toHaveLength(before))
})
