import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { startDatabase } from '../testing/database/database.ts'
import { createTable } from '../testing/database/table.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROUNDS = 25
const REQUESTS = 60
const GOAL = 0.9

/**
 * Measures the requests per second of the list of appointments, against a bare handler with the same Query. Returns one
 * row with the ratio.
 */
export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'overhead-'))
  const environment = { ...process.env }
  const database = await startDatabase()
  await createTable(database.url, 'bench')
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    TABLE_NAME: 'bench',
    USER_POOL_ID: 'bench',
    USER_POOL_CLIENT_ID: 'bench',
    ORIGIN_SECRET_ID: '',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  })
  try {
    const { buildDemoPeople } = await import('../seed/people.ts')
    const { storeAppointments } = await import('../seed/appointments.ts')
    const { Users } = await import('../functions/platform/identity/user.ts')
    const { newSession, sessionStartWrites } = await import('../functions/platform/identity/session.ts')
    const { handler } = await import('../functions/appointments/handler.ts')
    const { localDateOf, now, monthOf, startOfDay } = await import('../shared/time.ts')
    const people = buildDemoPeople(now()).map(({ user }) => user)
    const [admin] = people
    if (!admin) throw new Error('No admin')
    await Users.put(admin).go()
    const today = localDateOf(now())
    await storeAppointments(people, today, 0, 3_000, () => undefined)
    const session = newSession(admin, { ip: '127.0.0.1', userAgent: 'bench' })
    await Promise.all(sessionStartWrites(session.row, admin).map((write) => write.go()))
    const event = eventOf(session.id, `${monthOf(today)}-01`)

    const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}))
    const query = new QueryCommand({
      TableName: 'bench',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk > :from',
      ExpressionAttributeValues: {
        ':pk': `appointments#${monthOf(today)}`,
        ':from': startOfDay(`${monthOf(today)}-01` as typeof today),
      },
      Limit: 100,
    })
    const bare = async () => ({ statusCode: 200, body: JSON.stringify((await documents.send(query)).Items) })
    const ours = () => handler(event, context() as Parameters<typeof handler>[1])
    const check = await ours()
    const rows = check.statusCode === 200 && JSON.parse(gunzipSync(Buffer.from(check.body ?? '', 'base64')).toString())
    if (rows.length !== 100) throw new Error('The list is not full')
    await bare()

    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const one = await perSecond(bare)
      const other = await perSecond(ours)
      ratios.push(other / one)
    }
    const ratio = median(ratios)
    return [
      {
        name: 'GET /api/appointments, a page of 100, compressed, against a bare handler with the same Query',
        value: `${ratio.toFixed(2)} of its requests per second`,
        goal: `≥ ${GOAL}`,
        ok: ratio >= GOAL,
      },
    ]
  } finally {
    process.env = environment
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function perSecond(request: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let count = 0; count < REQUESTS; count++) await request()
  return (REQUESTS * 1000) / (performance.now() - startedAt)
}

const context = () =>
  ({ functionName: 'bench', awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 15_000 }) as Context

const eventOf = (sessionId: string, from: string): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: 'GET /api/appointments',
  rawPath: '/api/appointments',
  rawQueryString: `from=${from}&limit=100`,
  headers: { host: 'localhost', sessionid: sessionId, 'accept-encoding': 'gzip' },
  queryStringParameters: { from, limit: '100' },
  requestContext: {
    accountId: '000000000000',
    apiId: 'bench',
    domainName: 'localhost',
    domainPrefix: 'localhost',
    http: { method: 'GET', path: '/api/appointments', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
    requestId: 'bench',
    routeKey: 'GET /api/appointments',
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
  isBase64Encoded: false,
})
