import { expect, it } from 'vitest'
import { apiSecurityHeaders, makeSecurityHeaders } from './headers.ts'

/** Splits a policy by directive. */
const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))

it('a page may run, show and frame nothing but the site’s own', () => {
  const { 'content-security-policy': policy, ...rest } = makeSecurityHeaders({ uploadOrigin: 'https://bucket.example' })
  expect(directivesOf(policy)).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", 'https://bucket.example'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
  })
  expect(rest).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' })
  expect(rest['strict-transport-security']).toMatch(/^max-age=\d{8,}; includeSubDomains$/)
})

it('an answer of the API may not be framed', () => {
  expect(directivesOf(apiSecurityHeaders['content-security-policy'])['frame-ancestors']).toEqual(["'none'"])
  expect(apiSecurityHeaders['x-content-type-options']).toBe('nosniff')
})
