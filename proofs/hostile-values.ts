import * as fc from 'fast-check'
import type { Endpoint } from '../shared/api/parts/endpoint.ts'
import { alternativesOf, fieldsOf, type Schema, schemaOf } from './json-schema.ts'
import { fullBodyOf, type Hints } from './sample.ts'

/** Odd values of every type, of the kinds that have broken servers. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  -0,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  'NaN',
  'null',
  'undefined',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e‮omgekeerd',
  'İıſK',
  '👩‍👩‍👧‍👦'.repeat(40),
  'ﷺ'.repeat(200),
  'a'.repeat(201),
  'a'.repeat(5000),
  'x'.repeat(70_000),
  '\r\nBcc: iedereen@example.nl',
  "'; DROP TABLE--",
  '{{7*7}}<%= 7*7 %>',
  '../../etc/passwd',
  '#',
  'a#b',
  '__proto__',
  'constructor',
  'toString',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '1937-07-01',
  '2026-02-30',
  '2027-03-28',
  '2199-12-31',
  '9999-12-31',
  '+275760-09-13',
  '-000001-01-01',
  '24:00',
  '02:30',
  '00:00',
  '23:59:60',
  'proef@example.nl\u212a',
  '"a b"@example.nl',
  'user@xn--bcher-kva.example',
  [],
  [null],
  [[]],
  ['a', 'b'],
  {},
  { toString: 'x' },
  { length: 1 },
  { $ne: null },
  { S: 'x' },
]
const hostile = fc.constantFrom(...values)

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

/** Raw bodies: invalid JSON, JSON that is no object, and odd, deep or large JSON. */
const texts: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[{}]',
  '{"a":}',
  "{'a':1}",
  '\ufeff{}',
  '{"__proto__":{"role":"admin"}}',
  '{"__proto__":null,"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '\u0000',
  '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--x--',
  deep(1000),
  deep(50_000),
  deepObject(20_000),
  JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]))),
]

/** Draws a value of roughly the right type, within or beyond the limits of the schema. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const forms = alternativesOf(schema)
  if (forms.length > 0) return fc.oneof(fc.constant(null), ...forms.map(near))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.emailAddress())
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger())
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fc.oneof(near(schema.items ?? {}), hostile), { maxLength: 5 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(fieldsOf(schema)).map(([name, field]) => [name, fc.oneof(hostile, near(field))]),
        ),
        { requiredKeys: [] },
      )
    default:
      return fc.anything({ withNullPrototype: false, maxDepth: 2 })
  }
}

/** Draws a hostile body for the endpoint: a valid body with odd values in some fields, only odd fields, or raw text. */
export function drawBody(endpoint: Endpoint, hints: Hints): fc.Arbitrary<unknown> {
  const schema = endpoint.body ? schemaOf(endpoint.body) : {}
  const fields = Object.entries(fieldsOf(schema))
  const base = fullBodyOf(endpoint, hints)
  const change = fc.record(
    Object.fromEntries(fields.map(([name, field]) => [name, fc.oneof({ weight: 2, arbitrary: hostile }, near(field))])),
    { requiredKeys: [] },
  )
  const few = fc.tuple(change, fc.subarray(fields.map(([name]) => name))).map(([changes, kept]) => {
    const own = Object.entries(changes).filter(([name]) => !kept.includes(name))
    return { ...(base as object), ...Object.fromEntries(own) }
  })
  // Bodies that are valid but for one field, so that the request reaches the code that uses that field.
  const one = fields.map(([name, field]) =>
    fc.oneof(hostile, near(field)).map((value) => ({ ...(base as object), [name]: value })),
  )
  return fc.oneof(
    ...(one.length > 0 ? [{ weight: 6, arbitrary: fc.oneof(...one) }] : []),
    { weight: 3, arbitrary: few },
    { weight: 1, arbitrary: change },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...texts, JSON.stringify({ [fields[0]?.[0] ?? 'x']: 'x'.repeat(500_000) })),
    },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.anything({ withNullPrototype: false }).map((value) => JSON.stringify(value) ?? 'null') },
  )
}

const pieces = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1',
    '999999999999',
    '1.5',
    'true',
    'null',
    '[]',
    '0000-01-01',
    '1899-12-31',
    '9999-12-31',
    '2026-02-30',
    '2027-03-28',
    '__proto__',
    'a'.repeat(129),
    'a'.repeat(600),
    '\u0000',
    '#',
    '\u202e',
    '💥',
    'scheduled,sale',
  ),
  fc.string({ maxLength: 40 }).map((text) => text.toWellFormed()),
)

/** Draws a cursor that is not ours: any text, or odd content in the encoding of our cursors. */
const cursor = fc.oneof(
  pieces,
  fc
    .array(fc.oneof(pieces, fc.integer(), fc.double(), fc.constant(null), fc.constant({})), { maxLength: 4 })
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
)

/** Draws a query string: the endpoint's parameters with odd values, some of them twice, and unknown ones. */
export function drawQuery(endpoint: Endpoint): fc.Arbitrary<string> {
  const fields = endpoint.query ? Object.entries(fieldsOf(schemaOf(endpoint.query))) : []
  const known = fields.map(([name, field]) => {
    const value =
      name === 'cursor'
        ? cursor
        : fc.oneof(
            pieces,
            near(field).map((one) => String(one).toWellFormed()),
          )
    return value.map((text) => [name, text] as const)
  })
  const unknown = fc.tuple(fc.constantFrom('__proto__', 'x', 'sort', 'limit[]', 'toString'), pieces)
  return fc
    .array(fc.oneof(...known, unknown), { maxLength: 4 })
    .map((pairs) => new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString())
}

/** Draws an odd id, in shapes that keys, paths or logs might trip over. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  pieces.filter((text) => text !== ''),
  fc.constantFrom(
    '.',
    '..',
    '%',
    '%00',
    'x'.repeat(128),
    'é'.repeat(128),
    '𝒳'.repeat(64),
    'appointment',
    'user#1',
    ' ',
  ),
)

/** Draws headers that a client may set, valid or not. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'application/JSON;x',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      '',
    ),
    'if-match': fc.constantFrom(
      '*',
      '""',
      '"1"',
      'W/"1"',
      '1',
      '"-1"',
      '"1","2"',
      '"99999999999999"',
      'x'.repeat(5000),
      '\u00e9',
    ),
    'idempotency-key': fc.constantFrom('', 'a', 'é', ' ', 'x'.repeat(129), 'x'.repeat(9000), '__proto__', '#'),
    'action-id': fc.constantFrom('', 'a', 'é', ' ', 'x'.repeat(65), '__proto__', '#'),
    'user-agent': fc.constantFrom('', 'x'.repeat(9000), '\u00ff\u0000', '<script>'),
    authorization: fc.constantFrom('', 'Bearer', 'Bearer ', 'Basic x', 'Bearer a b'),
    accept: fc.constantFrom('', 'text/html', '*/*;q=0'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', 'x'.repeat(5000)),
    host: fc.constantFrom('localhost:3000', 'example.nl', 'localhost.evil.example', ''),
  },
  { requiredKeys: [] },
)
