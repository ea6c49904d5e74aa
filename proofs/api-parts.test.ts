import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { routes } from '../shared/api/index.ts'
import { creation, domain, type Endpoint, file, idParam, none, ok, page, paging } from '../shared/api/parts/endpoint.ts'
import { email, instant, localDate, localTime, orNull, requireText, teamId, text } from '../shared/api/parts/fields.ts'
import { SEED } from '../testing/seed.ts'
import { drawBody, drawQuery } from './hostile-values.ts'
import { fieldsOf, schemaOf } from './json-schema.ts'
import { bodyOf, buildBodyWithText, buildUploadForm, fullBodyOf, otherBodyOf, pathOf, queryOf } from './sample.ts'

/** Parts of `madeUp`, a domain that exists only here and has fields and results of many kinds. */
const amount = z.number().multipleOf(0.01).min(0).max(1_000_000)
const line = z.object({ label: requireText('Omschrijving is verplicht'), amount, kind: z.enum(['uren', 'reis']) })
const Form = z
  .object({
    title: requireText('Titel is verplicht'),
    kind: z.enum(['voorschot', 'eindafrekening']),
    state: z.enum(['concept', 'verstuurd']).default('concept'),
    contact: email,
    iban: z
      .string()
      .refine((value) => value.startsWith('NL91'), 'Ongeldig rekeningnummer')
      .meta({ examples: ['NL91ABNA0417164300'] }),
    kvk: z.string().regex(/^\d{8}$/),
    teamId: teamId.nullish(),
    total: amount,
    count: z.int().min(2).max(3).optional(),
    day: localDate().nullish(),
    time: localTime().optional(),
    lines: z.array(line).min(2),
    remark: text(20),
    tags: z.record(z.string(), z.string()).optional(),
    paidBy: z.discriminatedUnion('by', [
      z.object({ by: z.literal('bank'), reference: z.string() }),
      z.object({ by: z.literal('kas') }),
    ]),
  })
  .refine((form) => form.kind !== 'voorschot' || form.remark, { path: ['remark'], error: 'Leg uit waarom' })
const Made = z.object({
  id: z.string(),
  version: z.int(),
  total: amount,
  day: orNull(z.iso.date()),
  createdAt: instant,
})

const madeUp = domain({
  list: {
    summary: '',
    method: 'GET',
    path: '/api/made-up',
    allow: 'restricted',
    shows: [],
    query: z.object({ kind: z.enum(['voorschot', 'eindafrekening']), from: localDate().optional(), ...paging }),
    result: page(Made),
  },
  get: {
    summary: '',
    method: 'GET',
    path: '/api/made-up/{id}',
    allow: 'restricted',
    shows: [],
    params: idParam,
    result: ok(Made),
  },
  create: {
    summary: '',
    method: 'POST',
    path: '/api/made-up',
    allow: 'restricted',
    changes: [],
    idempotent: true,
    body: Form,
    result: creation(Made),
  },
  send: {
    summary: '',
    method: 'POST',
    path: '/api/made-up/{id}/send',
    allow: 'restricted',
    changes: [],
    idempotent: true,
    params: idParam,
    result: ok(Made),
  },
  choose: {
    summary: '',
    method: 'PATCH',
    path: '/api/made-up/{id}',
    allow: 'restricted',
    changes: [],
    idempotent: true,
    params: idParam,
    body: z.object({ kind: z.enum(['voorschot', 'eindafrekening']) }),
    result: ok(Made),
  },
  attach: {
    summary: '',
    method: 'POST',
    path: '/api/made-up/{id}/attachment',
    allow: 'restricted',
    changes: [],
    params: idParam,
    upload: { field: 'bijlage', maxBytes: 1024, extensions: ['.pdf'] },
    result: none,
  },
  pdf: {
    summary: '',
    method: 'GET',
    path: '/api/made-up/{id}/pdf',
    allow: 'restricted',
    shows: [],
    params: idParam,
    result: file('application/pdf'),
  },
})

const endpoints: readonly Endpoint[] = [...Object.values(madeUp), ...routes.map(({ endpoint }) => endpoint)]
const withBody = endpoints.filter(({ body }) => body)

describe('an endpoint of the API', () => {
  const answerOf = ({ result }: Endpoint) => (result.kind === 'json' ? schemaOf(result.schema, 'output') : {})

  it('takes If-Match if it is a PUT or PATCH that could overwrite somebody’s work', () => {
    const overwritesNothing = [
      // Needs the former password, or resets the password of another person.
      'PATCH /api/users/{id}/password',
      // Imports the upload again, one call at a time; the last mapping counts.
      'PUT /api/leads/uploads/{id}/mapping',
      'PUT /api/numbers/{number}/legal-form',
      'PUT /api/contracts/uploads/{id}/mapping',
      // Sets one choice; the former stays in the audit log.
      // Loses nothing: the file of the former agreement stays in the bucket.
      'PUT /api/self-billing/partners/{id}/agreement',
      // Replaces only the typed cells, so it needs no version. The server keeps the whole day within 24 hours.
      'PUT /api/time-entries',
      // The tab that sends last decides whether the notification is read or unread.
      'PUT /api/notifications/{id}',
    ]
    const forgetting = (all: readonly Endpoint[]) =>
      all
        .filter(({ method, ifMatch }) => /^(PUT|PATCH)$/.test(method) && !ifMatch)
        .map(({ method, path }) => `${method} ${path}`)
    expect(forgetting(routes.map(({ endpoint }) => endpoint))).toEqual(overwritesNothing)
    expect(forgetting(Object.values(madeUp))).toContain('PATCH /api/made-up/{id}')
  })

  it('returns a list of records with `createdAt` as a page', () => {
    const listing = (all: readonly Endpoint[]) =>
      all
        .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
        .filter((endpoint) =>
          Object.values(fieldsOf(answerOf(endpoint))).some(({ items }) => items && 'createdAt' in fieldsOf(items)),
        )
        .map(({ method, path }) => `${method} ${path}`)
    const hidden = { ...madeUp.list, result: ok(z.object({ items: z.array(Made) })) }
    expect(listing(routes.map(({ endpoint }) => endpoint))).toEqual([])
    expect(listing([hidden])).toEqual(['GET /api/made-up'])
  })
})

describe('the proofs build their requests from the API', () => {
  it('makes a valid body for every endpoint: with few fields, and with all fields in two variants', () => {
    for (const endpoint of withBody) {
      for (const body of [bodyOf(endpoint), fullBodyOf(endpoint), fullBodyOf(endpoint, {}, 1)]) {
        const refused = endpoint.body?.safeParse(body).error?.issues ?? []
        const named = `${endpoint.method} ${endpoint.path}: give the field an example in its schema, .meta({ examples })`
        expect(refused, `${named}\n${JSON.stringify(body)}`).toEqual([])
      }
    }
  })

  it('makes a valid body for a made-up domain, its refinements, lines, amounts and dates included', () => {
    const body = fullBodyOf(madeUp.create) as z.input<typeof Form>
    expect(body).toMatchObject({ kind: 'voorschot', iban: 'NL91ABNA0417164300', remark: 'Proef', day: '2026-12-01' })
    expect(body.lines).toHaveLength(2)
    expect(body.kvk).toMatch(/^\d{8}$/)
    expect(bodyOf(madeUp.create), 'the refinement’s field is asked for').toHaveProperty('remark')
    expect(bodyOf(madeUp.create)).not.toHaveProperty('count')
    expect(bodyOf(madeUp.create, { '/api/teams': 7 })).toMatchObject({ teamId: 7 })
    expect([queryOf(madeUp.list), queryOf(madeUp.get)]).toEqual(['?kind=voorschot', ''])
    expect(pathOf(madeUp.pdf, 'a/b')).toBe('/api/made-up/a%2Fb/pdf')
  })

  it('gives other values in another variant, so that a dropped field is noticed', () => {
    const [one, other] = [0, 1].map((variant) => Object(fullBodyOf(madeUp.create, {}, variant)))
    const alike = Object.keys(one).filter((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
    expect(alike, 'one example only').toEqual(['iban'])
  })

  it('makes a second valid body, to send with the same idempotency key, where the schema allows one', () => {
    const body = bodyOf(madeUp.create)
    const other = otherBodyOf(madeUp.create, body)
    expect(other).not.toEqual(body)
    expect(Form.safeParse(other).success).toBe(true)
    expect(otherBodyOf(madeUp.choose, bodyOf(madeUp.choose))).toEqual({ kind: 'eindafrekening' })
    expect(otherBodyOf(madeUp.send, bodyOf(madeUp.send)), 'nothing is sent').toBeUndefined()
  })

  it('puts a payload into every text and into nothing else', () => {
    const body = buildBodyWithText(madeUp.create, '=1+1')
    expect(Form.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ title: '=1+1', remark: '=1+1', tags: { proef: '=1+1' } })
    expect(body['lines']).toMatchObject([{ label: '=1+1', kind: 'uren' }, { label: '=1+1' }])
    expect(body['kind']).toBe('voorschot')
  })

  it('makes a form with a file for an upload', async () => {
    const { body, headers } = buildUploadForm(madeUp.attach.upload, '%PDF-1.7')
    const form = await new Response(body, { headers }).formData()
    const sent = form.get('bijlage') as File
    expect([sent.name, await sent.text()]).toEqual(['proef.pdf', '%PDF-1.7'])
  })

  it('draws odd queries for every endpoint, and odd bodies of which some have its fields', () => {
    for (const endpoint of endpoints) {
      const known = endpoint.body ? Object.keys(fieldsOf(schemaOf(endpoint.body))) : []
      const bodies = fc.sample(drawBody(endpoint, {}), { seed: SEED, numRuns: 20 })
      const named = bodies.filter((body) => known.some((name) => Object.hasOwn(Object(body), name)))
      if (known.length > 0) expect(named.length, endpoint.path).toBeGreaterThan(4)
      for (const query of fc.sample(drawQuery(endpoint), { seed: SEED, numRuns: 10 })) new URLSearchParams(query)
    }
  })
})
