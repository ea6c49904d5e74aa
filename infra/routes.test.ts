import { expect, it } from 'vitest'
import { domain, type Endpoint, none } from '../shared/api/parts/endpoint.ts'
import { createMatcher } from '../shared/routing.ts'
import { routesTo } from './routes.ts'

const at = (...paths: string[]) =>
  domain(
    Object.fromEntries(
      paths.map((path): [string, Endpoint & { changes: [] }] => [
        path,
        { summary: '', method: 'POST', path: `/api/${path}`, allow: 'public', changes: [], result: none },
      ]),
    ),
  )
const keysOf = (domains: Parameters<typeof routesTo>[0]) =>
  routesTo(domains).map((route) => `${route.key} → ${route.function}`)

it('leads all paths below a path to its domain when it has only one', () => {
  expect(keysOf({ teams: at('teams', 'teams/{id}', 'teams/{id}/members'), login: at('login') })).toEqual([
    'ANY /api/teams → api-teams',
    'ANY /api/teams/{proxy+} → api-teams',
    'ANY /api/login → api-login',
  ])
})

it('tells domains apart that share the beginning of their paths', () => {
  const routes = routesTo({
    bills: at('money/bills', 'money/bills/{id}', 'money/bills/{id}/pdf'),
    bank: at('money/bank', 'money/bills/{id}/paid'),
  })
  const match = createMatcher(routes)
  const answeredBy = (path: string) => match('POST', `/api/money/${path}`)?.route.function
  expect(answeredBy('bills')).toBe('api-bills')
  expect(answeredBy('bills/1')).toBe('api-bills')
  expect(answeredBy('bills/1/pdf')).toBe('api-bills')
  expect(answeredBy('bills/1/paid')).toBe('api-bank')
  expect(answeredBy('bank')).toBe('api-bank')
  expect(answeredBy('other')).toBeUndefined()
})

it('refuses two domains at one path', () => {
  expect(() => routesTo({ one: at('teams'), other: at('teams') })).toThrow('/api/teams is of several domains')
})
