import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { roles } from '../../shared/access.ts'
import { routes } from '../../shared/api/index.ts'
import { now } from '../../shared/time.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { findAccessRow } from '../access-table.ts'
import { type Cast, callRoute, hintsFor, makeApiKey, makeCast, newIpAddress, personOf, sessionFor } from '../cast.ts'
import { reportFigure, sampleWays } from '../figures.ts'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from '../logins.ts'
import { isAboutRecord, isWrite, readRoutes } from '../proven-routes.ts'
import { differencesOf, isUntouched, readRawTable, removeRaw, toComparable } from '../raw-table.ts'
import { prepareCall } from '../ready-calls.ts'
import { createRecordFor } from '../records.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const folder = mkdtempSync(join(tmpdir(), 'partnerview-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The documents in the bucket, with their bytes as text, by name. */
async function documents(): Promise<ReadonlyMap<string, string>> {
  const [client, Bucket] = [new S3Client({}), process.env['DOCUMENTS_BUCKET']]
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
  const bodyOf = async (Key = '') => {
    const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }))
    return [Key, `${ContentType} ${await Body?.transformToString('latin1')}`] as const
  }
  return new Map(await Promise.all(Contents.map(({ Key }) => bodyOf(Key))))
}

async function removeDocuments(): Promise<void> {
  const [client, Bucket] = [new S3Client({}), process.env['DOCUMENTS_BUCKET']]
  for (const Key of (await documents()).keys()) await client.send(new DeleteObjectCommand({ Bucket, Key }))
}

const auditRows = async () => (await readRawTable()).filter(({ __edb_e__ }) => __edb_e__ === 'audit').length

it('after an export, a wipe and an import, every item, document and reply is as before', async () => {
  const { exportRows, importRows } = await import('../../scripts/restore/rows.ts')
  const { exportDocuments, importDocuments } = await import('../../scripts/restore/documents.ts')
  // Of all domains, as a table without documents proves little.
  for (const route of routes.filter(isWrite)) {
    // Left out: preparing the call for new backup codes also sets up and verifies 2FA, and disabling it adds no other
    // kind of row.
    if (!/2fa-(setup|verify|disable)/.test(route.key))
      await (await prepareCall(world, cast, route, { full: true })).send()
  }
  const questions: (() => Promise<string>)[] = []
  for (const [turn, route] of readRoutes.entries()) {
    // Left out, as they change something: an audited read writes a row each time, a logout ends the session.
    if (route.endpoint.summary.includes('audited') || route.key === 'GET /api/logout') continue
    const admitted = roles.filter((role) => findAccessRow(route.endpoint)?.cells[role].scope !== 'refused')
    for (const role of sampleWays(admitted, turn)) {
      const person = personOf(cast, role)
      const id = isAboutRecord(route) ? await createRecordFor(world, cast, route, person, person) : undefined
      const as = await sessionFor(world, person)
      questions.push(async () => {
        const { status, text, body, headers } = await callRoute(world, route, { as, id, hints: hintsFor(cast, person) })
        return `${route.key} as ${role}: ${JSON.stringify(toComparable({ status, body: body ?? text, headers }))}`
      })
    }
  }
  const ask = async () => {
    const answers: string[] = []
    for (const question of questions) answers.push(await question())
    return answers
  }
  // The first read of a calendar feed stores the moment of that read, so the second read is compared.
  await ask()
  const auditRowsBefore = await auditRows()
  const before = await ask()
  expect(await auditRows(), 'a reading that is audited says so in its summary').toBe(auditRowsBefore)
  expect(before.filter((answer) => answer.includes('["status",200]')).length).toBeGreaterThan(before.length / 2)
  const [items, files] = [await readRawTable(), await documents()]
  expect(items.length).toBeGreaterThan(100)
  expect(files.size).toBeGreaterThan(3)
  expect(await exportRows(folder)).toBe(items.length)
  expect(await exportDocuments(folder)).toBe(files.size)

  await removeRaw(items)
  await removeDocuments()
  expect(await readRawTable()).toEqual([])
  const nothing = (await ask()).filter((answer) => answer.includes('["status",200]'))
  expect(
    nothing.filter((answer) => !answer.includes('calendar-feed/{token}')),
    'nobody is anybody',
  ).toEqual([])
  await removeRaw(await readRawTable())

  expect(await importDocuments(folder)).toBe(files.size)
  expect(await importRows(folder, (row) => row)).toBe(items.length)
  expect(await documents()).toEqual(files)
  const differences = differencesOf(items, await readRawTable())
  const after = await ask()
  const wrong = after.filter((answer, index) => answer !== before[index])
  if (!isUntouched(differences)) wrong.push(JSON.stringify(differences).slice(0, 1000))
  reportFigure('restore', 'export, wipe, import, compare: 0 differences', wrong.length, 0, wrong)
})

it('a document that was changed in the export is refused', async () => {
  const { exportDocuments, importDocuments } = await import('../../scripts/restore/documents.ts')
  const { putDocument } = await import('../../functions/platform/aws/document-store.ts')
  const hash = await putDocument('invoices', Buffer.from('to us'), 'application/pdf')
  const own = join(folder, 'changed')
  await exportDocuments(own)
  await writeFile(join(own, 'documents/invoices', hash), 'to somebody else')
  await expect(importDocuments(own)).rejects.toThrow(`invoices/${hash} was changed`)
})

it('a table of the past lets people in by their password or a first link, and nobody by what opened it then', async () => {
  const { exportRows, importRows } = await import('../../scripts/restore/rows.ts')
  const { reviveRow, reviveTable } = await import('../../scripts/restore/past.ts')
  const { restoreAccounts } = await import('../../scripts/restore/accounts.ts')
  const { countedDomains } = await import('../../scripts/recount/counted-domains.ts')
  const { recount } = await import('../../functions/records/recount.ts')
  const { person, as, secret } = await createPersonWithTwoFactor(world, { role: 'agent' })
  const apiKey = await makeApiKey(cast.admin)
  const feed = await world.call('POST', '/api/calendar-feed', { as })
  const opened = async () => {
    const ip = newIpAddress()
    const path = new URL(feed.body.url).pathname
    return [
      (await world.call('GET', '/api/appointments', { as })).status,
      (await world.call('GET', '/api/appointments', { headers: { 'x-api-key': apiKey } })).status,
      (await world.call('GET', path, { ip })).status,
    ]
  }
  expect(await opened()).toEqual([200, 200, 200])
  const { Outbox } = await import('../../functions/platform/data/outbox.ts')
  const at = now()
  const asked = { id: 'mail-of-the-past', kind: 'user-invitation-mail', subject: person.id, createdAt: at } as const
  await Outbox.put({ ...asked, state: 'sending', lane: 'now' }).go()

  // The calls of the proof above stored records past their counters.
  const countWrong = async () =>
    (await recount(countedDomains, { from: 2026, to: 2026, repair: false }, () => undefined)).wrong
  const wrong = await countWrong()

  expect(await reviveTable(at)).toBeGreaterThan(3)
  expect(await opened()).toEqual([401, 401, 404])
  expect((await Outbox.get({ id: asked.id }).go()).data?.state).toBe('unknown')
  // The people of the cast have no account in the user pool, as after the loss of that pool.
  expect(await restoreAccounts()).toBeGreaterThanOrEqual(8)
  expect(world.cognito.users().map(({ username }) => username)).toContain(person.id)
  const code = twoFactorCodeOf(secret, 1)
  expect((await login(world, person, { code })).status).toBe(200)
  const { Users } = await import('../../functions/platform/identity/user.ts')
  expect((await Users.get({ id: cast.admin.id }).go()).data).toMatchObject({ twoFactorEnabled: false })
  await deliverOutbox(cast.admin.id)
  const mails = (await world.ses.mails()).filter(({ to }) => to.includes(cast.admin.email))
  const token = mails.flatMap(({ text }) => /\/uitnodiging\/([\w-]{43})/.exec(text)?.[1] ?? [])[0]
  const body = { password: PASSWORD }
  const entered = await world.call('POST', `/api/invitations/${token}`, { ip: newIpAddress(), body })
  expect([entered.status, entered.body.email]).toEqual([200, cast.admin.email])
  expect(await countWrong()).toBe(wrong)

  // The same holds for the rows of an export, which knows nothing of what was ended since.
  const own = join(folder, 'past')
  await exportRows(own)
  await removeRaw(await readRawTable())
  await importRows(own, reviveRow)
  const kinds = (await readRawTable()).map(({ __edb_e__ }) => __edb_e__)
  expect(kinds.filter((kind) => String(kind).startsWith('session'))).toEqual([])
  expect(kinds.filter((kind) => kind === 'user').length).toBeGreaterThan(7)
})
