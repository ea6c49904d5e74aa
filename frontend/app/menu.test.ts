// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { type Flag, flags, type Role } from '../../shared/access.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { isCurrent, moreOptionsOf, sidebarOf, tabsOf, titlesOf } from './menu.ts'
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
      'Aflopende Contracten',
      'Sales',
      'Commissies Beheer',
      'Self-billing',
      'Maandrun',
      'Betalingen',
      'Boekhouding',
      'Uren & kosten',
      'Rapport',
      'Teams',
      'Gebruikers',
      'Wie mag gebeld worden',
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
      'Sales',
      HOURS,
      'Beveiliging',
    ])
  })

  test.each([undefined, null, 'true', 1, {}])('hides an item whose flag is %j instead of true', (value) => {
    expect(titles(person('agent', { hasCalendarAccess: value }))).not.toContain('Afspraken')
  })

  test('names its sections by the part of the work, and leaves out empty ones', () => {
    const named = (user: CurrentUser) =>
      sidebarOf(user).map(({ section, items }) => [section, ...items.map((route) => titlesOf(user, route).label)])
    expect(named(person('agent', calendar))).toEqual([
      ['Vandaag', 'Dashboard', 'Mijn dag'],
      ['Klanten', 'Afspraken', 'Kalender'],
      ['Organisatie', 'Uren', 'Beveiliging'],
    ])
    expect(named(person('admin'))).toEqual([
      ['Vandaag', 'Dashboard', 'Mijn dag'],
      ['Klanten', 'Afspraken', 'Kalender', 'Leads', 'Contracten'],
      ['Verkoop', 'Sales', 'Commissies'],
      ['Geld', 'Facturen', 'Maandrun', 'Betalingen', 'Boekhouding'],
      ['Organisatie', 'Uren & kosten', 'Rapport', 'Teams', 'Gebruikers', 'Toestemming', 'Beveiliging'],
    ])
  })
})

test('the current screen is marked once, also for its tabs and second addresses', () => {
  const marked = (pathname: string) =>
    sidebarOf(person('admin'))
      .flatMap(({ items }) => items)
      .filter((route) => isCurrent(route, pathname))
      .map(({ path }) => path)
  expect(marked('/self-billing/workflow-betaald')).toEqual(['/self-billing'])
  expect(marked('/self-billing/invoice/i1')).toEqual(['/self-billing'])
  expect(marked('/self-billing/maandrun')).toEqual(['/self-billing/maandrun'])
  expect(marked('/self-billing/aansluiting')).toEqual(['/self-billing/boekhouding'])
  expect(marked('/commissies-admin')).toEqual(['/commissions'])
})

test('agents and team leaders who are zzp’ers have an item for their invoices', () => {
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
  expect(list.map(({ title }) => title)).toEqual(['Sales'])
})

test('the bar of a phone has the daily screens that the user may see', () => {
  expect(tabsOf(person('caller', calendar)).map(({ title }) => title)).toEqual(['Mijn dag', 'Afspraken', 'Kalender'])
  const all = { ...calendar, hasLeadsAccess: true }
  const own = ['Mijn dag', 'Afspraken', 'Kalender', 'Leads']
  expect(tabsOf(person('agent', all)).map(({ title }) => title)).toEqual(own)
  expect(tabsOf(person('caller')).map(({ title }) => title)).toEqual(['Mijn dag'])
})

test("'Meer opties' lists the screens of each role, without security", () => {
  expect(moreOptionsOf(person('admin')).map(({ path }) => path)).toEqual([
    '/dashboard',
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
    '/bellen',
    '/teams',
  ])
  for (const role of ['teamleader', 'agent', 'caller'] as const) {
    expect(moreOptionsOf(person(role, calendar)).map(({ path }) => path)).toEqual(['/dashboard', '/costs'])
  }
  const ofRole = { teamleader: '/team-vergoedingen', agent: '/commissies-agent', caller: '/commissies-agent' }
  for (const [role, path] of Object.entries(ofRole)) {
    const more = moreOptionsOf(person(role as Role, { hasCommissionsAccess: true }))
    expect(more.map((route) => route.path)).toEqual(['/dashboard', path, '/costs'])
  }
})

test('the screen of hours has the name of what the user sees there', () => {
  const costs = routes.find(({ path }) => path === '/costs')
  expect(costs && titlesOf(person('admin'), costs)).toEqual({ title: 'Uren & kosten', label: 'Uren & kosten' })
  for (const role of ['teamleader', 'agent', 'caller'] as const) {
    expect(costs && titlesOf(person(role), costs)).toEqual({ title: 'Uren', label: 'Uren' })
  }
})
