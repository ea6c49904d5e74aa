// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { type Flag, flags, type Role } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { isCurrent, moreOptionsOf, sidebarOf, submenuOf, tabsOf, titlesOf } from './menu.ts'
import { routes } from './routes.ts'

const none = Object.fromEntries(flags.map((flag) => [flag, false])) as Record<Flag, boolean>

const person = (role: Role, given: Partial<Record<Flag, unknown>> = {}) =>
  ({ id: 'u1', role, teamId: 1, employmentType: 'loondienst', ...none, ...given }) as CurrentUser

const titles = (user: CurrentUser) => sidebarOf(user).flatMap(({ items }) => items.map(({ title }) => title))
/** Title of the screen of hours and costs. */
const HOURS = 'Uren & kosten'
const calendar = { hasCalendarAccess: true }

describe('the sidebar', () => {
  test('has the screens of an admin, whatever the flags', () => {
    // The server sends the flags of an admin as true (rulings 4). The menu does not need them: the access table
    // requires no flag of an admin.
    expect(titles(person('admin'))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Afspraken',
      'Kalender',
      'Leads',
      'Transacties',
      'Commissies Beheer',
      'Commissie Beheer',
      'Aflopende Contracten',
      'Self-billing',
      'Uren & kosten',
      'Rapport',
      'Teams',
      'Gebruikers',
      'Beveiliging',
    ])
  })

  test.each(['teamleader', 'agent', 'caller'] as const)('has appointments for a %s with calendar access', (role) => {
    const management = role === 'teamleader' ? ['Gebruikers', 'Beveiliging'] : ['Beveiliging']
    expect(titles(person(role, calendar))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Afspraken',
      'Kalender',
      HOURS,
      ...management,
    ])
    expect(titles(person(role))).toEqual(['Dashboard', 'Mijn dag', HOURS, ...management])
  })

  test('has leads with leads access', () => {
    expect(titles(person('caller', { hasLeadsAccess: true }))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Leads',
      HOURS,
      'Beveiliging',
    ])
  })

  test('has commissions by role, with commissions access', () => {
    const commissions = { hasCommissionsAccess: true }
    expect(titles(person('agent', commissions))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Mijn Commissies',
      HOURS,
      'Beveiliging',
    ])
    expect(titles(person('caller', commissions))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Mijn Commissies',
      HOURS,
      'Beveiliging',
    ])
    expect(titles(person('teamleader', commissions))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Team Vergoedingen Overzicht',
      HOURS,
      'Gebruikers',
      'Beveiliging',
    ])
  })

  test('has the report for a team leader with report access, not for an agent', () => {
    const reports = { hasSalesReportsAccess: true }
    expect(titles(person('teamleader', reports))).toContain('Rapport')
    expect(moreOptionsOf(person('teamleader', reports)).map(({ path }) => path)).toContain('/reports')
    expect(titles(person('agent', reports))).not.toContain('Rapport')
  })

  test('has transactions with transactions access', () => {
    expect(titles(person('agent', { hasTransactionsAccess: true }))).toEqual([
      'Dashboard',
      'Mijn dag',
      'Transacties',
      HOURS,
      'Beveiliging',
    ])
  })

  test.each([undefined, null, 'true', 1, {}])('hides an item whose flag is %j instead of true', (value) => {
    expect(titles(person('agent', { hasCalendarAccess: value }))).not.toContain('Afspraken')
  })

  test('has three sections, the first without a title', () => {
    expect(sidebarOf(person('agent', calendar)).map(({ section }) => section)).toEqual(['', 'Financieel', 'Beheer'])
    expect(sidebarOf(person('admin')).map(({ section }) => section)).toEqual(['', 'Financieel', 'Beheer'])
  })
})

test('invoices have a submenu for admins, and an item of their own for agents and team leaders who are zzp’ers', () => {
  const [billing] = sidebarOf(person('admin'))
    .flatMap(({ items }) => items)
    .filter(({ path }) => path === '/self-billing')
  const under = billing ? submenuOf(person('admin'), billing) : []
  expect(under.map(({ path, label, title }) => [path, label ?? title])).toEqual([
    ['/self-billing/workflow-concept', 'Concept'],
    ['/self-billing/workflow-in-behandeling', 'In Behandeling'],
    ['/self-billing/workflow-betaald', 'Betaald'],
    ['/self-billing/maandrun', 'Maandrun'],
    ['/self-billing/betalingen', 'Betalingen'],
    ['/self-billing/boekhouding', 'Boekhouding'],
  ])
  expect(
    billing && [isCurrent(billing, '/self-billing/workflow-betaald'), isCurrent(billing, '/self-billing/invoice/i1')],
  ).toEqual([false, true])
  expect([billing, under.at(-1)].map((route) => route && isCurrent(route, '/self-billing/aansluiting'))).toEqual([
    ...[false, true],
  ])
  const zzp = { hasInvoiceAccess: true, employmentType: 'zzp' } as object
  for (const role of ['agent', 'teamleader'] as const) {
    expect(titles(person(role, zzp))).toContain('Mijn Facturen')
    expect(moreOptionsOf(person(role, zzp)).map(({ path }) => path)).toContain('/invoices')
    expect(titles(person(role, { hasInvoiceAccess: true }))).not.toContain('Mijn Facturen')
  }
  expect(titles(person('caller', zzp))).not.toContain('Mijn Facturen')
})

test('the page of a sale is marked under the list of sales', () => {
  const list = sidebarOf(person('admin'))
    .flatMap(({ items }) => items)
    .filter((route) => isCurrent(route, '/sale-detail/s1'))
  expect(list.map(({ title }) => title)).toEqual(['Transacties'])
})

test('the bar of a phone has the daily screens that the user may see', () => {
  expect(tabsOf(person('caller', calendar)).map(({ title }) => title)).toEqual(['Dashboard', 'Afspraken', 'Kalender'])
  const all = { ...calendar, hasLeadsAccess: true }
  const own = ['Dashboard', 'Afspraken', 'Kalender', 'Leads']
  expect(tabsOf(person('agent', all)).map(({ title }) => title)).toEqual(own)
  expect(tabsOf(person('caller')).map(({ title }) => title)).toEqual(['Dashboard'])
})

test("'Meer opties' lists the screens of each role, without security", () => {
  expect(moreOptionsOf(person('admin')).map(({ path }) => path)).toEqual([
    '/mijn-dag',
    '/leads',
    '/expiring-contracts',
    '/self-billing',
    '/self-billing/workflow-concept',
    '/self-billing/workflow-in-behandeling',
    '/self-billing/workflow-betaald',
    '/self-billing/maandrun',
    '/self-billing/betalingen',
    '/self-billing/boekhouding',
    '/costs',
    '/reports',
    '/users',
    '/teams',
  ])
  for (const role of ['teamleader', 'agent', 'caller'] as const) {
    expect(moreOptionsOf(person(role, calendar)).map(({ path }) => path)).toEqual(['/mijn-dag', '/costs'])
  }
  const ofRole = { teamleader: '/team-vergoedingen', agent: '/commissies-agent', caller: '/commissies-agent' }
  for (const [role, path] of Object.entries(ofRole)) {
    const more = moreOptionsOf(person(role as Role, { hasCommissionsAccess: true }))
    expect(more.map((route) => route.path)).toEqual(['/mijn-dag', path, '/costs'])
  }
})

test('the screen of hours has the name of what the user sees there', () => {
  const costs = routes.find(({ path }) => path === '/costs')
  expect(costs && titlesOf(person('admin'), costs)).toEqual({ title: 'Uren & kosten', label: 'Uren & kosten' })
  for (const role of ['teamleader', 'agent', 'caller'] as const) {
    expect(costs && titlesOf(person(role), costs)).toEqual({ title: 'Uren', label: 'Uren' })
  }
})
