import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../shared/access.ts'
import type { AuditLog } from '../../shared/api/audit.ts'
import { type Answer, startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { findRawParts } from '../audit-words.ts'
import { callRoute, personOf, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { isAboutRecord, isProven, provenRoutes, readRoutes, routeAt, writeRoutes } from '../proven-routes.ts'
import { fullIbansIn } from '../walk/ibans.ts'
import { askByReference } from '../walk/references.ts'
import { forbidden } from '../walk/smuggling.ts'
import { askers } from '../walk/verdicts.ts'
import { startWalk, type Walk, walkRoute, writeInFull } from '../walk/walk.ts'

/*
 * One walk over all endpoints, whose replies the proofs below judge: each call is a cell of the access matrix, and its
 * reply may neither betray nor leak anything. Each write that is done must be in the audit log.
 */

let world: World
let walk: Walk
beforeAll(async () => {
  world = await startWorld()
  walk = await startWalk(world)
})
afterAll(() => world.stop())

describe('every endpoint is called by everybody', () => {
  const domains = [...new Set(provenRoutes.map(({ domain }) => domain))]

  // One test for each domain, so that none takes long.
  it.each(domains)('in %s', async (domain) => {
    // The full writes come first, as other calls may do what such a write would do.
    for (const route of writeRoutes) if (route.domain === domain) await writeInFull(walk, route)
    for (const [turn, route] of provenRoutes.entries()) {
      if (route.domain === domain) await walkRoute(walk, route, turn)
    }
  })

  it('and each answered somebody', () => {
    expect(provenRoutes.map(({ key }) => key).filter((key) => !walk.answered.has(key))).toEqual([])
  })
})

it('the matrix of access.md matches the server, cell by cell', () => {
  expect(walk.cells).toBeGreaterThanOrEqual(provenRoutes.length * askers.length)
  const differing = walk.findings.matrix
  reportFigure('matrix', '0 cells differ', differing.length, 0, differing)
})

describe('reach', () => {
  it('an endpoint about one record reaches the records of its cell and answers 404 for the rest', () => {
    const { refused, reach } = walk.findings
    expect(refused, 'a record within reach is refused').toEqual([])
    reportFigure('reach', '0 leaks; foreign answers byte-equal to nonexistent', reach.length, 0, reach)
  })

  it('an id in a body or a query is answered as an unknown one', async () => {
    const faults: string[] = []
    for (const [turn, route] of provenRoutes.entries()) faults.push(...(await askByReference(walk, route, turn)))
    reportFigure('reach: ids in bodies and queries', '0 differ from unknown ids', faults.length, 0, faults)
  })

  it('a list never names a record out of reach', async () => {
    const { cast } = walk
    const people = [cast.lead[1], cast.agent[1], cast.caller[1]].map(({ id }) => id)
    const foreign = [...new Set([...people, ...walk.foreign])].filter((id) => id.length > 8)
    const leaks: string[] = []
    const shown = new Set<string>()
    for (const route of readRoutes.filter((one) => !isAboutRecord(one))) {
      for (const role of roles) {
        const scope = findAccessRow(route.endpoint)?.cells[role].scope
        if (scope === 'public' || (scope === 'all' && role !== 'admin')) continue
        const reply = await callRoute(world, route, { as: await sessionFor(world, personOf(cast, role)) })
        const named = foreign.filter((id) => reply.text.includes(id))
        if (role === 'admin') for (const id of named) shown.add(id)
        else if (named.length > 0) leaks.push(`${route.key} as ${role}: ${named}`)
      }
    }
    // An admin's lists do show these people, so that their absence from other lists proves something.
    for (const id of people) expect([...shown], id).toContain(id)
    expect(shown.size).toBeGreaterThan(people.length + 2)
    reportFigure('reach: lists', '0 records out of reach', leaks.length, 0, leaks)
  })
})

it('masking: no reply of a reading endpoint holds a full IBAN, for any role, with the flag or without it', async () => {
  const shown = [...walk.findings.masking]
  const as = await sessionFor(world, walk.cast.admin)
  const board = await world.call('GET', '/api/contracts/sales-status/nieuw', { as })
  expect(board.text).toContain('Proef Masker')
  const audit = await world.call('GET', `/api/audit-logs?entityType=appointment&entityId=${walk.noted}`, { as })
  expect(audit.text, 'the note was audited, its number masked').toMatch(/Rekening NL••/)
  shown.push(...fullIbansIn(audit.text))
  reportFigure('masking', '0 full IBANs', shown.length, 0, shown)
})

it('leaks: no reply holds a field that its schema does not name', () => {
  const { leaks } = walk.findings
  reportFigure('leaks', '0 replies with fields outside their schema', leaks.length, 0, leaks)
})

describe('escalation: a write with fields that grant power', () => {
  it('stores none of them, for any writer', () => {
    expect(Object.keys(forbidden).length).toBeGreaterThanOrEqual(25)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    const { escalation } = walk.findings
    reportFigure('escalation', '0 stored', escalation.length, 0, escalation)
  })

  it('stores none of them when the rest is valid and the write succeeds', () => {
    const { validEscalation } = walk.findings
    reportFigure('escalation: writes that are done', '0 stored', validEscalation.length, 0, validEscalation)
  })
})

it('CSRF: a changing call that carries the cookie alone is refused and writes nothing, on every route', () => {
  const { csrf } = walk.findings
  expect(walk.guarded).toBe(writeRoutes.filter(({ endpoint }) => endpoint.allow !== 'public').length)
  reportFigure('CSRF', 'all 403, 0 writes', csrf.length, 0, csrf)
})

describe('audit: every successful write', () => {
  it('leaves one row for each record: who, what, address and browser, without secrets', () => {
    const { audit } = walk.findings
    reportFigure('audit', 'one row per write, complete and without secrets', audit.length, 0, audit)
  })

  it('is shown in Dutch words: record, action, fields and values', async () => {
    const as = await sessionFor(world, walk.cast.admin)
    const wrong = new Set<string>()
    const kinds = new Set<string>()
    let url: string | undefined = '/api/audit-logs?limit=500'
    while (url) {
      const { body, headers }: Answer = await world.call('GET', url, { as })
      for (const log of body as AuditLog[]) {
        kinds.add(log.entityType)
        for (const one of findRawParts(log)) wrong.add(one)
      }
      url = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1]
    }
    expect(kinds).toContain('appointment')
    if (isProven(routeAt('POST /api/self-billing/invoices'))) expect(kinds).toContain('invoice')
    reportFigure('audit words', 'nothing is shown as it is stored', wrong.size, 0, [...wrong])
  })
})
