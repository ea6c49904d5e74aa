import { type Route, routes } from '../shared/api/index.ts'
import { customerIdOf } from '../shared/customer-id.ts'
import { localDateOf, now } from '../shared/time.ts'
import {
  buildAgreementForm,
  buildAttachmentForm,
  buildInvoiceForm,
  buildPartnerForm,
  buildProofForm,
  buildSettingsForm,
  buildStatementForm,
} from '../testing/invoices.ts'
import { buildSaleForm } from '../testing/sales.ts'
import type { Answer, CallOptions, Person, World } from '../testing/world.ts'
import { requireAccessRow } from './access-table.ts'
import { type Cast, callRoute, createFreshSession, hintsFor, PARTNER, sessionFor } from './cast.ts'
import { fieldsOf, schemaOf, unwrapNullable } from './json-schema.ts'
import { createPersonWithTwoFactor, login, PASSWORD, twoFactorCodeOf } from './logins.ts'
import { buildBankExport, createSentInvoice, preparePaymentFile } from './money-records.ts'
import { isAboutRecord } from './proven-routes.ts'
import { buildContractCsv, createCustomerFor, createRecordFor, importContract, makeNotification } from './records.ts'
import { bodyOf, buildUploadForm, type Hints, type Sampling } from './sample.ts'

/** A prepared call that will succeed. */
export interface Ready {
  readonly person: Person
  /** Id of the record that the call is about. */
  readonly id?: string | number | undefined
  /** Secrets of the call and of its preparation, which no log and no audit row may contain. */
  readonly secrets: readonly string[]
  /** Body of the request: fields, the text of a form, or none. */
  readonly body?: unknown
  /** Fields that `send` adds to a body of fields, but not to a body that is a text. */
  readonly once?: object | undefined
  /** Makes the call. Options replace what would be sent; headers are added. */
  readonly send: (options?: CallOptions) => Promise<Answer>
}

/** Preparation that a call needs beyond a person, a session and a body made from the schema. */
interface Ceremony {
  readonly person?: Person
  readonly as?: string
  readonly id?: string
  readonly secrets?: readonly string[]
  readonly body?: unknown
  /** Fields that are valid for one call only; `send` puts them into each body of fields. */
  readonly once?: object
  readonly headers?: Record<string, string>
}

/** Moves the clock so far that every used 2FA code has expired. */
const later = (world: World) => world.travel(Date.now() + 5 * 60_000)

/** Creates a person without 2FA; returns them with a session of a real login. */
async function restrictedSession(world: World): Promise<{ person: Person; as: string }> {
  const person = await world.person({ teamId: 1, twoFactorEnabled: false, password: PASSWORD })
  return { person, as: String((await login(world, person)).body.sessionId) }
}

const hoursSheet = async (_world: World, cast: Cast, { endpoint }: Route): Promise<Ceremony> => {
  const rows = ['E-mail;Datum;Soort werk;Uren', `${cast.agent[0].email};05-10-2026;Sales;2`]
  return endpoint.upload ? buildUploadForm(endpoint.upload, rows.join('\r\n')) : {}
}

const costsSheet = async (_world: World, _cast: Cast, { endpoint }: Route): Promise<Ceremony> => {
  const rows = ['Categorie;Omschrijving;Bedrag per maand;Vanaf', `proof-category;${crypto.randomUUID()};25;01-10-2026`]
  return endpoint.upload ? buildUploadForm(endpoint.upload, rows.join('\r\n')) : {}
}

const agreementSheet = async (world: World, cast: Cast, { endpoint }: Route): Promise<Ceremony> => {
  const form = buildSaleForm({ agentId: cast.agent[0].id })
  await world.call('POST', '/api/sales', { as: await sessionFor(world, cast.admin), body: form })
  const rows = ['SalesDock ID;Akkoord op', `${form.salesDockId};05-10-2026`]
  return endpoint.upload ? buildUploadForm(endpoint.upload, rows.join('\r\n')) : {}
}

let numbers = 0

/** Returns a phone number that no record has. */
const newNumber = () => {
  numbers += 1
  return `06 ${71_000_000 + numbers}`
}

/** Preparation of calls that need a login, a code, a file or existing records, by route. */
const ceremonies: Readonly<Record<string, (world: World, cast: Cast, route: Route) => Promise<Ceremony>>> = {
  'POST /api/login': async (world) => {
    const { person } = await createPersonWithTwoFactor(world)
    later(world)
    return { person, as: '', body: { email: person.email, password: PASSWORD, twoFactorCode: world.code(person.id) } }
  },
  // Marks all notifications until now as read, for a person who has read none yet.
  'POST /api/notifications': async (world) => ({
    person: await world.person({ teamId: 1 }),
    body: { until: new Date().toISOString() },
  }),
  // The notification is made for the admin, who also reads the result.
  'PUT /api/notifications/{id}': async (_world, { admin }) => ({ person: admin, id: await makeNotification(admin) }),
  // Only its author takes the last call back.
  'POST /api/leads/{id}/calls/undo': async (world, { admin }) => {
    const as = await sessionFor(world, admin)
    const { body } = await world.call('POST', '/api/leads', { as, body: { customerName: 'Proef' } })
    await world.call('POST', `/api/leads/${body.id}/calls`, { as, body: { note: 'Belt morgen terug' } })
    return { person: admin, id: body.id }
  },
  'POST /api/sales/changes': async () => ({ body: { rows: [{ id: 'record-x', version: 1 }], status: 'approved' } }),
  'POST /api/self-billing/changes': async () => ({
    body: { rows: [{ id: 'record-x', version: 1 }], work: 'send' },
  }),
  'POST /api/contracts/changes': async () => ({
    body: { rows: [{ id: 'record-x', version: 1 }], salesStatus: 'getekend' },
  }),
  'POST /api/auth/user/2fa-setup': restrictedSession,
  'POST /api/auth/user/2fa-verify': async (world) => {
    const { person, as } = await restrictedSession(world)
    const { body } = await world.call('POST', '/api/auth/user/2fa-setup', { as })
    const secrets = [body.manualSecret, ...body.backupCodes]
    return { person, as, secrets, body: { token: twoFactorCodeOf(body.manualSecret) } }
  },
  'POST /api/auth/user/2fa-disable': async (world) => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    return { person, as, secrets: codes, body: { password: PASSWORD, token: codes[0] } }
  },
  'POST /api/admin/api-keys': async (world) => {
    const { person, as, codes } = await createPersonWithTwoFactor(world, { role: 'admin' })
    const once = { password: PASSWORD, token: codes[0] }
    return { person, as, secrets: codes, body: { name: 'Proef', ...once }, once }
  },
  // The lead of a new customer is erased.
  'POST /api/erasures': async (world) => {
    const { person, as, codes } = await createPersonWithTwoFactor(world, { role: 'admin' })
    const customerPhone = newNumber()
    const lead = await world.call('POST', '/api/leads', { as, body: { customerName: 'Proef', customerPhone } })
    const once = { about: customerIdOf({ customerPhone }), ids: [lead.body.id], password: PASSWORD, token: codes[0] }
    return { person, as, secrets: codes, body: once, once }
  },
  'POST /api/auth/user/2fa-backup-codes': async (world) => {
    const { person, as, codes } = await createPersonWithTwoFactor(world)
    later(world)
    return { person, as, secrets: codes, body: { token: world.code(person.id) } }
  },
  'POST /api/auth/user/welcome': async (world) => {
    const { Users } = await import('../functions/platform/identity/user.ts')
    const person = await world.person({ teamId: 1 })
    await Users.patch({ id: person.id })
      .set({ welcome: ['lead', 'hours'] })
      .go()
    return { person, as: await world.session(person), body: { done: ['lead'] } }
  },
  // The password is of another person than the caller, as the call ends all sessions of that person.
  'POST /api/users/{id}/payment-approver': async (world) => {
    await makeSecondAdmin(world)
    return {}
  },
  'POST /api/users/{id}/payment-approver/approve': async (world) => ({
    id: await proposeStandIn(world),
    headers: { 'if-match': '"2"' },
  }),
  'DELETE /api/users/{id}/payment-approver': async (world) => ({ id: await proposeStandIn(world) }),
  'PATCH /api/users/{id}/password': async (world) => ({
    id: (await world.person({ teamId: 1, password: PASSWORD })).id,
    body: { newPassword: 'Nieuw-paneel-8' },
  }),
  'POST /api/appointments/handover': async (world, cast) => {
    const leaver = await world.person({ teamId: 1 })
    const book = routes.find(({ key }) => key === 'POST /api/appointments')
    const hints = { ...hintsFor(cast, cast.admin), '/api/users/agents': leaver.id }
    if (book) await callRoute(world, book, { as: await sessionFor(world, cast.admin), hints })
    return { body: { fromUserId: leaver.id, toUserId: cast.agent[0].id } }
  },
  'POST /api/leads/handover': async (world, cast) => {
    const leaver = await world.person({ teamId: 1 })
    await leadOf(world, leaver)
    return { body: { fromUserId: leaver.id, toUserId: cast.agent[0].id } }
  },
  'POST /api/leads/assign': async (world, cast) => ({
    body: { ids: [await leadOf(world, cast.agent[0])], ownerId: cast.colleague.id },
  }),
  'POST /api/contracts/bulk-update-sales-status': async (world, cast) => ({
    body: { ids: [await importContract(world, cast)], salesStatus: 'geen_interesse', notes: 'Belt zelf terug' },
  }),
  'POST /api/contracts/assign': async (world, cast) => ({
    body: { ids: [await importContract(world, cast)], agentId: cast.colleague.id },
  }),
  'POST /api/customers/{id}/joins': async (world, cast, route) => ({
    once: { customerId: await createCustomerFor(world, cast, route, cast.agent[0]) },
  }),
  'POST /api/numbers/lift': async (world, { admin }) => {
    const number = newNumber()
    await world.call('POST', '/api/numbers/close', { as: await sessionFor(world, admin), body: { number } })
    return { once: { number } }
  },
  'POST /api/numbers/legal-forms': async (world, { admin }) => {
    const number = newNumber()
    const body = { customerName: 'Proef BV', companyName: 'Proef BV', customerPhone: number }
    await world.call('POST', '/api/leads', { as: await sessionFor(world, admin), body })
    return { once: { forms: [{ number, legalForm: 'bv', company: 'Proef BV' }] } }
  },
  'POST /api/numbers/close-many': async () => ({ once: { numbers: [newNumber()], source: 'Brief' } }),
  'POST /api/consents/many': async () => ({
    once: { numbers: [newNumber()], consent: { givenBy: 'event', givenAt: '2026-11-02', text: 'Ja', proof: 'b.pdf' } },
  }),
  'POST /api/numbers/close': async () => ({ once: { number: newNumber() } }),
  // The number of the path must be of a customer within reach.
  'PUT /api/numbers/{number}/legal-form': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    const body = { customerName: 'Proef B.V.', companyName: 'Proef B.V.', customerPhone: '06 98765432' }
    await world.call('POST', '/api/leads', { as, body })
    return { person: cast.admin }
  },
  'POST /api/numbers/judge': async (_world, cast) => {
    const { provisionalWrite } = await import('../functions/known-customers/provisional-closings.ts')
    const number = newNumber()
    const entry = { date: '2026-11-23', source: null }
    await provisionalWrite({ id: cast.agent[0].id, teamId: 1 }, number, entry).go()
    return { person: cast.admin, once: { numbers: [number] }, body: { decision: 'confirm' } }
  },
  'POST /api/contracts/upload': async (_world, _cast, { endpoint }) => {
    return endpoint.upload ? buildUploadForm(endpoint.upload, buildContractCsv()) : {}
  },
  'PUT /api/self-billing/partners/{id}/agreement': async () => buildAgreementForm(),
  'POST /api/leads/upload': async (_world, _cast, { endpoint }) => {
    const rows = ['Klant;E-mail;Leverancier', `Proef BV;${crypto.randomUUID()}@example.nl;Eneco`]
    return endpoint.upload ? buildUploadForm(endpoint.upload, rows.join('\r\n')) : {}
  },
  // The hint for this field names columns of contracts.
  'PUT /api/leads/uploads/{id}/mapping': async () => ({ once: { fields: ['customerName', 'phone'] } }),
  'POST /api/sales/agreements/import': agreementSheet,
  'POST /api/sales/agreements/import/check': agreementSheet,
  'POST /api/time-entries/import': hoursSheet,
  'POST /api/time-entries/import/check': hoursSheet,
  'POST /api/fixed-costs/import': costsSheet,
  'POST /api/fixed-costs/import/check': costsSheet,
  'POST /api/proofs': async () => buildProofForm(),
  'POST /api/self-billing/upload-attachment': async () => buildAttachmentForm(),
  'POST /api/self-billing/bank-statements': async () =>
    buildStatementForm(buildBankExport(crypto.randomUUID()), 'afschrift.csv'),
  // Another mail to the same partner has to wait for this one.
  'POST /api/ledger/yearly/mail': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    const made = await world.call('POST', '/api/self-billing/partners', { as, body: buildPartnerForm() })
    return { body: { year: '2025', partnerId: made.body.id } }
  },
  'POST /api/self-billing/send-invoice-email': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
    const made = await world.call('POST', '/api/self-billing/invoices', {
      as,
      body: buildInvoiceForm(PARTNER, { dateReason: 'Proef' }),
    })
    return { body: { invoiceId: made.body.id } }
  },
  'POST /api/self-billing/payment-files': async (world, cast) => ({
    once: { invoiceIds: [await createSentInvoice(world, cast)] },
  }),
  'POST /api/self-billing/payment-files/preview': async (world, cast) => ({
    once: { invoiceIds: [await createSentInvoice(world, cast)] },
  }),
  'POST /api/self-billing/payment-files/{id}/release': async (world, cast) => {
    const { id, invoiceId } = await preparePaymentFile(world, cast)
    return { id, once: { invoiceId } }
  },
  // An approval names the version that was seen (rulings 51b).
  'POST /api/self-billing/payment-files/{id}/approve': async () => ({ headers: { 'if-match': '"1"' } }),
  'POST /api/self-billing/partners/{id}/approve-bank-account': async () => ({ headers: { 'if-match': '"1"' } }),
  'POST /api/self-billing/waiting-payments/{id}/approve': async () => ({ headers: { 'if-match': '"1"' } }),
  'POST /api/self-billing/waiting-payments/{id}/reject': async () => ({ body: { reason: 'Al betaald' } }),
  'POST /api/self-billing/partners/{id}/reject-bank-account': async () => ({ body: { reason: 'Onbekend nummer' } }),
  'POST /api/commissions/repayments': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    const { id: userId } = await world.person({ teamId: 1 })
    const body = { userId, amount: -5_000, reason: 'Opgezegd' }
    await world.call('POST', '/api/commissions/adjustments', { as, body })
    return { once: { userId } }
  },
  'POST /api/self-billing/bank-statements/{id}/choose': async (world, cast) => ({
    once: { booking: 'out0', invoiceId: await createSentInvoice(world, cast) },
  }),
  'POST /api/self-billing/bank-statements/{id}/mark': async () => ({ body: { booking: 'out0', isLeft: true } }),
  'GET /api/ledger/journal/audit-file': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
    return {}
  },
  // Begins to close a month of long ago, or ends that.
  'PUT /api/ledger/periods/{month}': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    const { body } = await world.call('GET', '/api/ledger/periods/2022-01', { as })
    return { body: { closed: body.state === 'open' } }
  },
  'POST /api/self-billing/dispatches': async (world, cast) => {
    const as = await sessionFor(world, cast.admin)
    await world.call('PUT', '/api/self-billing/settings', { as, body: buildSettingsForm() })
    return {}
  },
  // An amount other than the rate needs a reason.
  'POST /api/sales/{id}/withdraw': async () => ({
    body: { at: localDateOf(now()), how: 'mail', note: 'Per mail', reason: 'Coulance' },
  }),
  'PUT /api/sales/{id}/commission': async () => ({ body: { agentCommission: 85, reason: 'Afspraak' } }),
  // The next invoice number only rises, so a call that is repeated leaves it out.
  'PUT /api/self-billing/settings': async () => ({ body: buildSettingsForm() }),
}

const isFields = (body: unknown): body is object => body !== null && typeof body === 'object' && !Array.isArray(body)

/** Creates another admin, as the only one proposes no stand-in, and forgets the stand-ins of earlier calls. */
async function makeSecondAdmin(world: World): Promise<Person> {
  const { Rosters } = await import('../functions/people/roster.ts')
  await Rosters.put({ name: 'stand-ins', members: 0 }).go()
  return world.person({ role: 'admin' })
}

/** Creates a person whom another admin proposed as stand-in; returns their id. */
async function proposeStandIn(world: World): Promise<string> {
  const admin = await makeSecondAdmin(world)
  const { id } = await world.person({ teamId: 1 })
  await world.call('POST', `/api/users/${id}/payment-approver`, { as: await world.session(admin) })
  return id
}

/** Creates a lead of a person, without a phone number; returns its id. */
async function leadOf(world: World, person: Person): Promise<string> {
  const as = await sessionFor(world, person)
  return (await world.call('POST', '/api/leads', { as, body: { customerName: 'Proef' } })).body.id
}

/** Creates a record without an id by the POST on the same path, so that a DELETE there finds it. */
async function makeAlone(world: World, { endpoint }: Route, as: string): Promise<void> {
  const create = routes.find((one) => one.endpoint.method === 'POST' && one.endpoint.path === endpoint.path)
  if (endpoint.method === 'DELETE' && create) await callRoute(world, create, { as })
}

/** Returns the passwords and codes in a body, by its schema. */
function secretsIn({ endpoint }: Route, body: unknown): string[] {
  const fields = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  return Object.entries(Object(body))
    .filter(([name]) => unwrapNullable(fields[name] ?? {}).format === 'password')
    .map(([, value]) => String(value))
}

/**
 * Returns who calls an endpoint about a record of the agent: the admin, or the agent where even an admin reaches only
 * their own records.
 */
export function callerFor(cast: Cast, { endpoint }: Route): Person {
  const { scope } = requireAccessRow(endpoint).cells.admin
  return scope === 'own' || scope === 'self' ? cast.agent[0] : cast.admin
}

/**
 * Prepares a call of a route that will succeed, by a person whom the access matrix allows. The record is new, and the
 * body comes from the schema or the route's preparation.
 */
export async function prepareCall(
  world: World,
  cast: Cast,
  route: Route,
  { hints: more = {}, ...sampling }: Sampling & { hints?: Hints } = {},
): Promise<Ready> {
  const ceremony = (await ceremonies[route.key]?.(world, cast, route)) ?? {}
  const { person = callerFor(cast, route) } = ceremony
  const as = ceremony.as ?? (await createFreshSession(world, person))
  const hints = { ...hintsFor(cast, person), ...more }
  const id =
    ceremony.id ?? (isAboutRecord(route) ? await createRecordFor(world, cast, route, cast.agent[0]) : undefined)
  if (id === undefined) await makeAlone(world, route, as)
  const body = ceremony.body ?? bodyOf(route.endpoint, hints, sampling)
  return {
    person,
    id,
    secrets: [as, ...(ceremony.secrets ?? []), ...secretsIn(route, body)].filter((secret) => secret !== ''),
    body,
    once: ceremony.once,
    send: ({ headers, body: sent = body, ...options } = {}) =>
      callRoute(world, route, {
        as,
        id,
        hints,
        ...(sent === undefined ? {} : { body: ceremony.once && isFields(sent) ? { ...sent, ...ceremony.once } : sent }),
        ...options,
        headers: { ...ceremony.headers, ...headers },
      }),
  }
}
