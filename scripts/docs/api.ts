import { type Route, routes } from '../../shared/api/index.ts'
import { API_KEY_CALLS_PER_MINUTE, BODY_BYTES, paging } from '../../shared/api/parts/endpoint.ts'
import { statusOf } from '../../shared/errors.ts'
import { withoutCitations } from './descriptions.ts'

/** Returns docs/api.md: the API as a page for people. */
export function buildApiDocument(): string {
  const domains = [...new Set(routes.map((route) => route.domain))]
  return [
    '# The API',
    '',
    'Made from `shared/api` by `npm run docs`. The product describes it in OpenAPI 3.1 at `/api/openapi.json`, to everybody:',
    'each call, field, header and error.',
    '',
    'A call carries its session in the `sessionId` header, as `Authorization: Bearer`, or, for GET only, in the cookie.',
    'Errors are `{message, errors?: {field: [text]}}` in Dutch; a 500 carries a `requestId` and nothing else, a 503 one too:',
    '',
    ...Object.entries(statusOf).map(([kind, status]) => `- ${status} ${kind}`),
    '',
    `Lists are JSON arrays of at most \`limit\` (default 100, at most 500) items; the next page is named by`,
    `\`Link: <…>; rel="next"\` (parameters ${Object.keys(paging).join(', ')}).`,
    `A body has at most ${BODY_BYTES / 1024} kB unless its call says otherwise; a larger one is a 413.`,
    'Creating calls marked *idempotent* honour `Idempotency-Key`; changing calls marked *If-Match* honour the `ETag`.',
    'Calls marked *Action-Id* of one session with the same `Action-Id` are one action in the audit log.',
    '',
    ...apiKeySection(),
    '',
    ...exampleSection(),
    ...domains.flatMap((domain) => [
      '',
      `## ${domain}`,
      '',
      '| Call | What it does | Who | |',
      '|---|---|---|---|',
      ...routes.filter((route) => route.domain === domain).map(rowOf),
    ]),
    '',
  ].join('\n')
}

/** Returns the section about reading with an API key (rulings 61, 62). */
const apiKeySection = () => [
  '## With an API key',
  '',
  'An admin makes keys on the security page; each is shown once. A key goes in the `x-api-key` header and reads:',
  '',
  ...routes.filter(({ endpoint }) => endpoint.apiKey).map(({ key }) => `- \`${key}\``),
  '',
  '```sh',
  'curl -H "x-api-key: $KEY" "https://partnerview.example/api/appointments?from=2026-11-01&to=2026-11-30&limit=100"',
  '```',
  '',
  'It reads all records, without the personal data that need a right of their own. An unknown, expired or switched off',
  `key is a 401, any other call a 403, more than ${API_KEY_CALLS_PER_MINUTE} calls within a minute a 429 with \`Retry-After\`.`,
]

/** Example of a client, which `api-example.test.ts` runs. */
const example = `
import createClient from 'openapi-fetch'
import type { paths } from './partnerview.d.ts'

const { PARTNERVIEW_URL: baseUrl, PARTNERVIEW_KEY: key } = process.env
const partnerview = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } })
const query = { from: '2026-11-01', to: '2026-11-30', limit: '100' }
const { data, error, response } = await partnerview.GET('/api/appointments', { params: { query } })
if (error) throw new Error(error.message)
for (const { appointmentDate, customerName, status } of data) console.log(appointmentDate, customerName, status)
console.log('Next page:', response.headers.get('Link') ?? 'none')
`.trim()

/** Returns the section about a client whose types come from the OpenAPI document. */
const exampleSection = () => [
  '## A typed client',
  '',
  'A program elsewhere makes its types from the document, so that a wrong call or field does not compile:',
  '',
  '```sh',
  'npx openapi-typescript https://partnerview.example/api/openapi.json -o partnerview.d.ts',
  '```',
  '',
  '```ts',
  ...example.split('\n'),
  '```',
]

function rowOf({ key, endpoint }: Route): string {
  const marks = [
    endpoint.apiKey && 'API key',
    endpoint.idempotent && (endpoint.idempotent === true ? 'idempotent' : 'idempotent, shown once'),
    endpoint.ifMatch && 'If-Match',
    endpoint.joinsAction && 'Action-Id',
    endpoint.bodyBytes && `≤ ${endpoint.bodyBytes / 1024} kB`,
  ]
  return `| \`${key}\` | ${withoutCitations(endpoint.summary)} | ${endpoint.allow} | ${marks.filter(Boolean).join(', ')} |`
}
