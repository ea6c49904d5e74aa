import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { FaultOrder, type Faults } from '../faults/faults.ts'
import { mediaTypeOf } from '../http/site.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Functions } from '../lambda/functions.ts'
import type { FunctionLog } from '../lambda/log.ts'
import type { UsageMeter } from '../lambda/usage.ts'
import type { Rights } from '../rights/rights.ts'
import type { LocalS3 } from '../s3/s3.ts'
import type { LocalSes } from '../ses/ses.ts'
import type { Accounts } from './accounts.ts'
import { buildMailEvent, MailEventOrder } from './mail-event.ts'
import { createRouter, jsonReply, type Routes, type WorkbenchReply, workbenchError } from './router.ts'
import { answerAsVies, ViesRequest } from './vies.ts'

export interface WorkbenchServices {
  readonly accounts: Accounts
  readonly clock: Clock
  readonly faults: Faults
  readonly functions: Functions
  readonly jobs: Jobs
  readonly log: FunctionLog
  readonly mail: LocalSes
  readonly rights: Rights
  readonly storage: LocalS3
  readonly usage: UsageMeter
}

const ClockOrder = z.strictObject({ now: z.iso.datetime({ offset: true }).nullable() })
const BucketOrder = z.strictObject({
  bucket: z.string(),
  key: z.string(),
  times: z.int().min(1).max(1000).default(1),
})

/** Content security policy of the workbench's page. */
const PAGE_POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'"
/**
 * Content security policy of a mail that the page shows. The mail may have styles of its own, but no script and nothing
 * from elsewhere.
 */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** Creates the handler of the workbench at `/__local`: a page for people and calls for tests (workbench.md). */
export const createWorkbench = (services: WorkbenchServices) =>
  createRouter({
    ...pages,
    ...people(services),
    ...mails(services),
    ...buckets(services),
    ...runs(services),
    ...state(services),
  })

const product = '../../../frontend'

/** Files of the product that the page uses, by the names under which the page loads them. */
const borrowed: Readonly<Record<string, string>> = {
  'inter.woff2': import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'tokens.css': `${product}/styles/tokens.css`,
  'schemes.css': `${product}/styles/schemes.css`,
  'reset.css': `${product}/styles/reset.css`,
  'text.css': `${product}/ui/layout/text.css`,
  'layout.css': `${product}/ui/layout/layout.css`,
  'button.css': `${product}/ui/buttons/button.css`,
  'badge.css': `${product}/ui/display/badge.css`,
}

const asset = async (name: string): Promise<WorkbenchReply> => ({
  bytes: await readFile(new URL(borrowed[name] ?? `./page/${name}`, import.meta.url)),
  headers: { 'content-type': mediaTypeOf(name), 'content-security-policy': PAGE_POLICY },
})

const pages: Routes = {
  'GET /__local': () => asset('index.html'),
  'GET /__local/': () => asset('index.html'),
  'GET /__local/page/{name}': ({ params: { name = '' } }) => {
    if (!/^[a-z-]+\.(css|js|woff2)$/.test(name)) throw workbenchError(404, 'There is no such file')
    return asset(name).catch(() => {
      throw workbenchError(404, 'There is no such file')
    })
  },
}

const people = ({ accounts, clock }: WorkbenchServices): Routes => ({
  'GET /__local/accounts': async () => jsonReply(await accounts.list()),
  'GET /__local/totp': async ({ query }) => {
    const found = await accounts.totp(query.get('email') ?? '')
    if (!found) throw workbenchError(404, 'Nobody with this address has 2FA or is setting it up')
    return jsonReply(found)
  },
  'GET /__local/clock': () => jsonReply({ now: new Date(clock.now()).toISOString() }),
  'POST /__local/clock': async (request) => {
    const { now } = await request.json(ClockOrder)
    clock.set(now === null ? null : Date.parse(now))
    return jsonReply({ now: new Date(clock.now()).toISOString() })
  },
})

const mails = ({ mail, jobs }: WorkbenchServices): Routes => ({
  'GET /__local/mails': async () => jsonReply(await mail.mails()),
  'GET /__local/mails/{id}/raw': async ({ params: { id = '' } }) => {
    const bytes = await mail.raw(id)
    if (!bytes) throw workbenchError(404, 'There is no such mail')
    return { bytes, headers: { 'content-type': 'message/rfc822' } }
  },
  'GET /__local/mails/{id}/preview': async ({ params: { id = '' } }) => {
    const found = (await mail.mails()).find((one) => one.id === id)
    if (!found) throw workbenchError(404, 'There is no such mail')
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_POLICY }
    return { bytes: Buffer.from(found.html), headers }
  },
  'POST /__local/mails/{id}/events': async (request) => {
    const order = await request.json(MailEventOrder)
    const found = (await mail.mails()).find((one) => one.id === request.params['id'])
    if (!found) throw workbenchError(404, 'There is no such mail')
    const event = buildMailEvent(found, order)
    if (!jobs.deliverMailEvent(event)) throw workbenchError(404, 'No job handles mail events')
    return jsonReply(event)
  },
  'GET /__local/mails/{id}/attachments/{n}': async ({ params: { id = '', n = '' } }) => {
    const found = await mail.attachment(id, Number(n))
    if (!found) throw workbenchError(404, 'There is no such attachment')
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(found.filename)}`
    return { bytes: found.bytes, headers: { 'content-type': found.contentType, 'content-disposition': disposition } }
  },
})

const buckets = ({ storage }: WorkbenchServices): Routes => ({
  'POST /__local/vies/check-vat-number': async (request) => jsonReply(answerAsVies(await request.json(ViesRequest))),
  'GET /__local/buckets/{name}': async ({ params: { name = '' } }) => jsonReply(await storage.list(name)),
  'PUT /__local/buckets/{name}/{key+}': async (request) => {
    const { name = '', key = '' } = request.params
    const bytes = await request.bytes()
    await storage.put(name, key, bytes, request.contentType)
    return jsonReply({ bucket: name, key, size: bytes.length })
  },
  'POST /__local/events/bucket': async (request) => {
    const { bucket, key, times } = await request.json(BucketOrder)
    await Promise.all(Array.from({ length: times }, () => storage.announce(bucket, key)))
    return jsonReply({ bucket, key, times })
  },
})

const runs = ({ jobs, faults }: WorkbenchServices): Routes => ({
  'GET /__local/schedules': () => jsonReply(jobs.schedules()),
  'POST /__local/schedules/{name}': async ({ params: { name = '' } }) => {
    const run = await jobs.runNow(name)
    if (!run) throw workbenchError(404, `There is no schedule ${name}`)
    return jsonReply(run)
  },
  'GET /__local/queues': () => jsonReply(jobs.queues()),
  'POST /__local/queues/{name}/redrive': ({ params: { name = '' } }) => {
    const redriven = jobs.redrive(name)
    if (redriven === null) throw workbenchError(404, `There is no queue ${name}`)
    return jsonReply({ redriven })
  },
  'GET /__local/faults': () => jsonReply(faults.state()),
  'POST /__local/faults': async (request) => {
    const order = await request.json(FaultOrder)
    const applied = await faults.apply(order)
    if (applied.killed === null) throw workbenchError(404, `There is no function ${order.kill}`)
    return jsonReply(applied)
  },
})

const state = ({ log, usage, functions, rights }: WorkbenchServices): Routes => ({
  'GET /__local/log': ({ query }) =>
    jsonReply(log.since(momentOf(query.get('since'))).slice(-Number(query.get('last') ?? 0))),
  'GET /__local/usage': ({ query }) => {
    const rows = usage.rows()
    if (query.has('reset')) usage.reset()
    return jsonReply(rows)
  },
  'GET /__local/functions': () => jsonReply(functions.states()),
  'GET /__local/rights': () =>
    jsonReply({ refused: rights.guard.refused(), unused: rights.unused(), statements: rights.guard.statements }),
})

/**
 * Returns the moment of `since` (ISO 8601 or milliseconds since 1970) in milliseconds; without it, minus infinity.
 * Throws a 400 for any other text.
 */
function momentOf(since: string | null): number {
  if (since === null || since === '') return Number.NEGATIVE_INFINITY
  const moment = /^\d+$/.test(since) ? Number(since) : Date.parse(since)
  if (Number.isNaN(moment)) throw workbenchError(400, 'since takes ISO 8601 or milliseconds since 1970')
  return moment
}
