import { createHash } from 'node:crypto'
import { contracts } from '../shared/api/contracts.ts'
import { type Route, routes } from '../shared/api/index.ts'
import { customerIdOf } from '../shared/customer-id.ts'
import { localDateOf, now } from '../shared/time.ts'
import { buildAgreementForm } from '../testing/invoices.ts'
import { buildSaleForm } from '../testing/sales.ts'
import type { Person, World } from '../testing/world.ts'
import { type Cast, callRoute, createFreshSession, hintsFor, makeApiKey, planErasure, sessionFor } from './cast.ts'
import { proveSale, recordConsentFor } from './consent-records.ts'
import { fieldsOf, schemaOf } from './json-schema.ts'
import {
  attachFileToInvoice,
  createAcceptanceSecret,
  createPartnerWithPendingAccount,
  createWaitingPayment,
  prepareDispatch,
  prepareMonthlyRun,
  preparePaymentFile,
  sendInvoice,
  uploadBankStatement,
} from './money-records.ts'
import { requireId } from './replies.ts'
import { startBulkRun, stopRun } from './runs.ts'
import { buildUploadForm } from './sample.ts'
import { renewSettings } from './settings-records.ts'

/** Paths of endpoints about a person. */
const aboutPerson = /^\/api\/(users|admin\/reset-2fa)\/\{id\}/

/**
 * Creates the record that the path of an endpoint names, owned by `owner` if such records have owners. Returns its id
 * or secret token; throws when it cannot make one. For an endpoint about people, the record is a new person with the
 * role and team of the owner. But if the owner makes the call (`asker`) and is no admin, it is the owner.
 */
export async function createRecordFor(
  world: World,
  cast: Cast,
  route: Route,
  owner: Person,
  asker?: Person,
): Promise<string | number> {
  const { path } = route.endpoint
  if (aboutPerson.test(path)) {
    if (asker?.id === owner.id && owner.role !== 'admin') return owner.id
    const { role, teamId } = owner
    const isActive = !path.endsWith('/reactivate')
    const standIn = path.includes('/payment-approver') ? await proposalFor(world, route) : {}
    // Agents and team leaders need a phone number.
    const phone = '0475 123456'
    const { id } = await world.person({
      ...{ role, isActive, phone, ...standIn },
      ...(teamId === undefined ? {} : { teamId }),
    })
    return path.endsWith('/invite') ? markInvited(id) : id
  }
  const settings = await renewSettings(world, cast, path)
  if (settings) return settings
  if (path === '/api/auth/user/sessions/{id}') {
    const { handleOf, sessionIdHash } = await import('../functions/platform/identity/session.ts')
    return handleOf({ hash: sessionIdHash(await createFreshSession(world, owner)) })
  }
  if (path === '/api/auth/user/devices/{id}') return knownBrowserOf(owner)
  if (path === '/api/admin/api-keys/{id}') {
    const { apiKeyId } = await import('../functions/platform/identity/api-key.ts')
    return apiKeyId(await makeApiKey(owner))
  }
  if (path === '/api/erasures/{id}') return planErasure(cast)
  if (path === '/api/calendar-feed/{token}') {
    const made = await world.call('POST', '/api/calendar-feed', { as: await sessionFor(world, owner) })
    return String(made.body.url).split('/').at(-1) ?? ''
  }
  if (path === '/api/notification-settings') return firstNotificationSettings(cast, owner)
  if (path === '/api/notifications/{id}') return makeNotification(owner)
  if (path.startsWith('/api/appointments/changes/')) return startBulkRun(world, path, owner)
  if (/^\/api\/[\w-]+\/changes\//.test(path)) return startBulkRun(world, path, cast.admin)
  if (path.startsWith('/api/invitations/'))
    return invitationOf(await markInvited((await world.person({ teamId: 1, twoFactorEnabled: false })).id))
  if (path.startsWith('/api/invoice-acceptance/')) return createAcceptanceSecret(world, cast)
  if (path.startsWith('/api/self-billing/bank-statements/')) return uploadBankStatement(world, cast)
  if (path.startsWith('/api/self-billing/monthly-runs/')) return prepareMonthlyRun(world, cast, route)
  if (path.startsWith('/api/self-billing/payment-files/')) return (await preparePaymentFile(world, cast, path)).id
  if (path.startsWith('/api/self-billing/waiting-payments/')) return createWaitingPayment(world, cast)
  if (path.endsWith('-bank-account')) return createPartnerWithPendingAccount(world)
  if (path === '/api/contracts/uploads/{id}/undo') return undoableUpload(world, cast)
  if (['confirm', 'discard'].some((verb) => path === `/api/contracts/uploads/{id}/${verb}`))
    return undoableUpload(world, cast, '?check=all')
  if (['confirm', 'discard'].some((verb) => path === `/api/leads/uploads/{id}/${verb}`))
    return uploadWith(world, cast, 'POST /api/leads/upload', 'Klant;E-mail', '?check=all')
  if (path === '/api/contracts/uploads/{id}/errors') {
    return uploadWith(world, cast, 'POST /api/contracts/upload', 'Klant;Geldig tot')
  }
  if (path === '/api/leads/uploads/{id}/errors')
    return uploadWith(world, cast, 'POST /api/leads/upload', 'Klant;Postcode')
  if (path.startsWith('/api/') && path.endsWith('/uploads/{id}/retry')) {
    return givenUp(
      path.startsWith('/api/leads/')
        ? await uploadWith(world, cast, 'POST /api/leads/upload', 'Klant;E-mail')
        : await undoableUpload(world, cast),
    )
  }
  if (path.startsWith('/api/contracts/uploads/')) {
    // The headers are new each time, as columns that were mapped once are recognised from then on.
    return uploadWith(world, cast, 'POST /api/contracts/upload', `Wie ${crypto.randomUUID()};Wanneer`)
  }
  if (path === '/api/leads/uploads/{id}/mapping') {
    return uploadWith(world, cast, 'POST /api/leads/upload', `Wie ${crypto.randomUUID()};Bereikbaar`)
  }
  if (path.startsWith('/api/leads/uploads/')) return uploadWith(world, cast, 'POST /api/leads/upload', 'Klant;E-mail')
  if (path.startsWith('/api/self-billing/dispatches/')) return prepareDispatch(world, cast, path)
  if (path.startsWith('/api/contracts/')) return importContract(world, cast)
  if (path.startsWith('/api/customers/')) return createCustomerFor(world, cast, route, owner)
  if (path.startsWith('/api/consents/')) {
    await createCustomerFor(world, cast, route, owner)
    // A caller records it, whose proof others confirm; the file of a consent is for whoever recorded it too.
    const hasFile = path.endsWith('/proof')
    return recordConsentFor(world, hasFile ? owner : cast.caller[0], numberOfCustomer(), hasFile)
  }
  if (path.startsWith('/api/commissions/')) return commissionFor(world, cast, route, owner, asker)
  if (path === '/api/ledger/periods/{month}') return beginToClose(world, cast)
  if (path === '/api/user-rates/{id}') return rateOf(world, cast, owner)
  // The record is created by the POST on the path before `{id}`, as the owner or, where they may not, as the admin.
  const collection = path.slice(0, path.indexOf('/{'))
  const create = routes.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === collection)
  if (!create) throw new Error(`proofs/records.ts does not know how to make a record for ${route.key}`)
  const hints = {
    ...{ ...hintsFor(cast, owner), customerEmail: 'proef@klant.example' },
    // A withdrawal may be of an earlier day than today.
    ...(path.includes('/withdraw') ? { saleDate: '2026-11-19' } : {}),
    // Only who comes today can be late.
    ...(path.endsWith('/delay') ? { appointmentDate: localDateOf(now()), appointmentTime: '23:59' } : {}),
  }
  const own = await callRoute(world, create, { as: await sessionFor(world, owner), hints })
  const reply =
    own.status === 403 ? await callRoute(world, create, { as: await sessionFor(world, cast.admin), hints }) : own
  if (reply.status !== 201)
    throw new Error(`${create.key} made no record for ${route.key}: ${reply.status} ${reply.text}`)
  const { id } = reply.body
  if (path.startsWith('/api/sales/{id}/withdraw/')) await withdrawSale(world, cast, path, id)
  // Only a deleted record can be restored.
  if (path.endsWith('/restore')) {
    await world.call('DELETE', `${collection}/${id}`, { as: await sessionFor(world, cast.admin) })
  }
  if (path.endsWith('/agreement')) {
    await world.call('PUT', `${collection}/${id}/agreement`, {
      as: await sessionFor(world, cast.admin),
      ...buildAgreementForm(),
    })
  }
  if (/\/(credit-notes|revoke-links|pdf|ubl)$/.test(path) && path.includes('/invoices/'))
    await sendInvoice(world, cast, id)
  if (path.endsWith('/attachments/{path}')) await attachFileToInvoice(id)
  if (path.endsWith('/confirmation-file')) await proveSale(world, cast.admin, id)
  if (path.includes('{mailId}')) await putFailedMail(route, collection, id)
  return id
}

/** Makes sure of a second admin; returns what of a person they proposed as stand-in for a call that needs that. */
async function proposalFor(world: World, { endpoint }: Route) {
  const { id } = await world.person({ role: 'admin' })
  const isFirst = endpoint.method === 'POST' && !endpoint.path.endsWith('/approve')
  return isFirst ? {} : { standIn: { proposedBy: id, proposedAt: '2026-11-01T00:00:00.000Z' } }
}

/**
 * Stores a failed mail about a record, of the first kind that the endpoint accepts. The mail gets the id of the record,
 * as the proofs fill in every parameter of a path with one id.
 */
async function putFailedMail({ key, endpoint: { result } }: Route, collection: string, id: string): Promise<void> {
  const { Outbox } = await import('../functions/platform/data/outbox.ts')
  const [kind] = (result.kind === 'json' ? fieldsOf(schemaOf(result.schema, 'output'))['kind']?.enum : undefined) ?? []
  if (!kind) throw new Error(`${key} does not say which kinds of mail there are`)
  const entity = collection.slice(collection.lastIndexOf('/') + 1).replace(/s$/, '')
  const createdAt = new Date().toISOString()
  await Outbox.put({ id, kind: `${entity}-${kind}`, subject: id, state: 'failed', createdAt }).go()
}

/** Returns a CSV of one contract of a customer (`name`), with a new Sale ID; `text` fills its text columns. */
export const buildContractCsv = (name = 'Proef BV', text = 'Eneco') =>
  [
    'Sale ID;Klant;E-mail;Leverancier;Plaats;Product;IBAN;Tekendatum;Looptijd',
    `${crypto.randomUUID()};${quoteCell(name)};a@b.nl;${quoteCell(text)};${quoteCell(text)};${quoteCell(text)};NL91ABNA0417164300;01-02-2024;36`,
  ].join('\r\n')

const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Imports one contract as the admin; returns its id. */
export async function importContract(world: World, cast: Cast): Promise<string> {
  const as = await sessionFor(world, cast.admin)
  const upload = buildUploadForm(contracts.upload.upload, buildContractCsv())
  return (await world.call('POST', '/api/contracts/upload', { as, ...upload })).body.contracts[0].id
}

/** Number of customers made so far, each with a phone number of its own. */
let customers = 0

/** Returns the phone number of the latest customer. */
const numberOfCustomer = () => `06 3${String(customers).padStart(7, '0')}`

/**
 * Creates a customer by an appointment that `owner` books; returns the customer's id. For a DELETE route, also joins
 * the customer with a second customer.
 */
export async function createCustomerFor(world: World, cast: Cast, route: Route, owner: Person): Promise<string> {
  const as = await sessionFor(world, owner)
  const booked = async () => {
    customers += 1
    const customerPhone = numberOfCustomer()
    const create = routes.find(({ key }) => key === 'POST /api/appointments')
    const hints = { ...hintsFor(cast, owner), customerPhone, doNotCallReason: null }
    const reply = create && (await callRoute(world, create, { as, hints }))
    if (reply?.status !== 201) throw new Error(`No appointment for ${route.key}: ${reply?.status} ${reply?.text}`)
    return String(customerIdOf({ customerPhone }))
  }
  const id = await booked()
  if (route.endpoint.method === 'DELETE') {
    await world.call('POST', `/api/customers/${id}/joins`, { as, body: { customerId: await booked() } })
  }
  return id
}

/** Creates the only hourly rate of a new person, so that no other rate limits its days; returns the id of the rate. */
async function rateOf(world: World, cast: Cast, { role, teamId }: Person): Promise<string> {
  const { id } = await world.person({ role, ...(teamId === undefined ? {} : { teamId }) })
  const body = { userId: id, hourlyRate: 17.5, effectiveFrom: '2026-01-01' }
  return requireId(await world.call('POST', '/api/user-rates', { as: await sessionFor(world, cast.admin), body }))
}

/** Stores a browser from which a person logged in before; returns its id. */
async function knownBrowserOf(owner: Person): Promise<string> {
  const { Devices } = await import('../functions/people/login/login-entities.ts')
  const hash = createHash('sha256').update(crypto.randomUUID()).digest('hex')
  const at = new Date().toISOString()
  const until = Date.now() + 24 * 60 * 60 * 1000
  await Devices.put({
    hash,
    userId: owner.id,
    credentialEpoch: 0,
    createdAt: at,
    lastUsedAt: at,
    ipAddress: '192.0.2.1',
    userAgent: 'Proef/1.0',
    until,
    expires: until / 1000,
  }).go()
  return hash.slice(0, 16)
}

/**
 * Creates a commission of a person, a question about it, or a run of their team leader, as the path needs; returns the
 * id.
 */
async function commissionFor(
  world: World,
  cast: Cast,
  { endpoint: { path } }: Route,
  owner: Person,
  asker: Person = cast.admin,
): Promise<string> {
  const team = owner.teamId === 2 ? 1 : 0
  const as = await sessionFor(world, cast.admin)
  if (path.startsWith('/api/commissions/advance/')) {
    // Only the person who started a run continues it.
    const isOfAdmin = owner.role === 'admin' || (path.endsWith('/continue') && asker.role === 'admin')
    const by = isOfAdmin ? as : await sessionFor(world, cast.lead[team])
    const body = { ids: ['sale-x'], expectedStatus: 'nieuw' }
    const run = requireId(await world.call('POST', '/api/commissions/advance', { as: by, body }))
    if (path.endsWith('/continue')) await stopRun(run)
    return run
  }
  const agent = owner.role === 'agent' || owner.role === 'teamleader' ? owner : cast.agent[team]
  // If the owner is no caller, the caller of the sale is not of the cast: the cast's caller would own the commission
  // too.
  const caller = owner.role === 'caller' ? owner : await world.person({ role: 'caller', teamId: team + 1 })
  const body = buildSaleForm({ agentId: agent.id, callerId: caller.id })
  const commissionId = `sale-${requireId(await world.call('POST', '/api/sales', { as, body }))}`
  if (!path.startsWith('/api/commissions/questions/')) return commissionId
  const by = await sessionFor(world, owner)
  const question = { question: 'Klopt dit?' }
  return requireId(await world.call('POST', `/api/commissions/${commissionId}/questions`, { as: by, body: question }))
}

/** Stores empty notification settings of a person and of the admin, with version 1; returns the person's id. */
async function firstNotificationSettings({ admin }: Cast, owner: Person): Promise<string> {
  const { NotificationChoices } = await import('../functions/platform/data/notifications.ts')
  // Each has a record of their own, and the admin may be the one who calls.
  for (const { id } of [owner, admin]) await NotificationChoices.put({ id, version: 1, choices: {} }).go()
  return owner.id
}

/** Stores a notification for a person; returns its id. */
export async function makeNotification({ id: userId }: Person): Promise<string> {
  const { Notifications } = await import('../functions/platform/data/notifications.ts')
  const at = new Date().toISOString()
  const id = `proef-${crypto.randomUUID()}`
  const row = { userId, id, kind: 'sale-approved' as const, subject: 'proef', count: 1, at, unreadSince: at }
  await Notifications.put({ ...row, facts: {}, expires: Math.ceil(Date.now() / 1000) + 86_400 }).go()
  return id
}

/** Withdraws a sale as the admin; pays it before for the correction, which only a paid or invoiced sale takes. */
async function withdrawSale(world: World, cast: Cast, path: string, id: string): Promise<void> {
  const as = await sessionFor(world, cast.admin)
  if (path.endsWith('/corrections')) {
    await world.call('PATCH', `/api/sales/${id}/status`, { as, body: { status: 'approved' } })
    await world.call('PATCH', `/api/commissions/sale-${id}`, { as, body: { status: 'uitbetaald' } })
  }
  await world.call('POST', `/api/sales/${id}/withdraw`, { as, body: { how: 'phone', reason: 'Coulance' } })
}

/** Marks a person as invited, without a password yet; returns their id. */
async function markInvited(id: string): Promise<string> {
  const { Users } = await import('../functions/platform/identity/user.ts')
  await Users.patch({ id }).set({ invitedAt: new Date().toISOString() }).go()
  return id
}

/** Creates an invitation link for a person; returns its secret token. Throws when there is no such person. */
async function invitationOf(id: string): Promise<string> {
  const { findUser } = await import('../functions/platform/identity/user.ts')
  const { createInvitationLink } = await import('../functions/people/users/invitation-link.ts')
  const user = await findUser(id)
  if (!user) throw new Error('Nobody to invite')
  return (await createInvitationLink(user)).url.split('/').at(-1) ?? ''
}

/** Uploads a file with one contract, or previews it with `?check=all`; returns the upload's id. */
async function undoableUpload(world: World, cast: Cast, query = ''): Promise<string> {
  const upload = routes.find(({ key }) => key === 'POST /api/contracts/upload')?.endpoint.upload
  if (!upload) throw new Error('POST /api/contracts/upload takes no file')
  const name = crypto.randomUUID()
  const as = await sessionFor(world, cast.admin)
  const form = buildUploadForm(upload, `Sale ID;Klantnaam;Geldig tot\r\n${name};${name};01-01-2029`)
  const { body, text } = await world.call('POST', `/api/contracts/upload${query}`, { as, ...form })
  if (typeof body.uploadId !== 'string') throw new Error(`The file made no upload: ${text}`)
  return body.uploadId
}

/** Marks an upload as failed halfway; returns its id. */
async function givenUp(id: string): Promise<string> {
  const { Uploads } = await import('../functions/spreadsheets/imports/entity.ts')
  const { data } = await Uploads.get({ id }).go({ consistent: true })
  if (!data) throw new Error(`${id} is no upload`)
  await Uploads.put({ ...data, state: 'mislukt', givenUp: 'wordt verwerkt' }).go()
  return id
}

/** Uploads a file with these headers through a route, or previews it with `?check=all`; returns the upload's id. */
async function uploadWith(
  world: World,
  cast: Cast,
  route: 'POST /api/contracts/upload' | 'POST /api/leads/upload',
  header: string,
  query = '',
) {
  const upload = routes.find(({ key }) => key === route)?.endpoint.upload
  if (!upload) throw new Error(`${route} takes no file`)
  const form = buildUploadForm(upload, `${header}\r\n${crypto.randomUUID()};${crypto.randomUUID()}@example.nl`)
  const reply = await world.call('POST', `${route.slice('POST '.length)}${query}`, {
    as: await sessionFor(world, cast.admin),
    ...form,
  })
  const id = reply.body.uploadId
  if (typeof id !== 'string') throw new Error(`The file made no upload: ${reply.status} ${reply.text}`)
  return id
}

/** Begins to close a month of long ago; returns the month. */
async function beginToClose(world: World, cast: Cast): Promise<string> {
  const as = await sessionFor(world, cast.admin)
  const { status, text } = await world.call('PUT', '/api/ledger/periods/2022-01', { as, body: { closed: true } })
  if (status !== 200) throw new Error(`No month is being closed: ${status} ${text}`)
  return '2022-01'
}
