import { flags } from '../../shared/access.ts'
import type { Route } from '../../shared/api/index.ts'
import type { Answer } from '../../testing/world.ts'
import { fieldsOf, schemaOf } from '../json-schema.ts'
import { type Differences, type Item, itemsOfEntity } from '../raw-table.ts'
import { formField } from '../sample.ts'

const MARK = 'ingesmokkeld'
const NUMBER = 987_654_321

/** Fields that grant power, or that only the server may set (rulings 13), with values that can be recognised. */
export const forbidden: Readonly<Record<string, unknown>> = {
  id: MARK,
  pk: MARK,
  sk: MARK,
  gsi1pk: MARK,
  __edb_e__: MARK,
  role: 'admin',
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
  createdBy: MARK,
  ownerId: MARK,
  userId: MARK,
  version: NUMBER,
  sessionEpoch: NUMBER,
  isActive: true,
  twoFactorEnabled: false,
  confirmationSent: true,
  createdAt: MARK,
  approvedBy: MARK,
  sessionId: MARK,
  isLocalAccount: false,
  attempts: NUMBER,
  month: MARK,
  start: MARK,
}
const pollution = { polluted: MARK, role: 'admin', isAdmin: true }

/**
 * Returns a body as text, with all forbidden fields added that the endpoint does not have itself. JSON is built as
 * text, since an object literal cannot hold a `__proto__` of its own; a form gets form fields.
 */
export function smuggle({ endpoint }: Route, body: unknown): string {
  const known = endpoint.body ? fieldsOf(schemaOf(endpoint.body)) : {}
  const extra = Object.fromEntries(Object.entries(forbidden).filter(([name]) => !(name in known)))
  if (typeof body === 'string') {
    const fields = Object.entries({ ...extra, '__proto__[polluted]': MARK, 'constructor[prototype][polluted]': MARK })
    return fields.map(([name, value]) => formField(name, value)).join('') + body
  }
  const base = typeof body === 'object' && body !== null ? body : {}
  const text = JSON.stringify({ ...base, ...extra, constructor: { prototype: pollution }, prototype: pollution })
  return `${text.slice(0, -1)},"__proto__":${JSON.stringify(pollution)}}`
}

/** Returns the stored items and the reply in which smuggled fields are found, each as a text. */
export function findSmuggled({ added, changed }: Differences, { text }: Answer): string[] {
  const written = [...added, ...changed.map(({ after }) => after)]
  return [
    ...written.filter(holdsMark).map((item) => `${item.pk} ${JSON.stringify(item).slice(0, 400)}`),
    ...(text.includes(MARK) || /polluted|isAdmin/.test(text) ? [`echoed ${text}`] : []),
  ]
}

const holdsMark = (item: Item) => {
  const text = JSON.stringify(item)
  return text.includes(MARK) || text.includes(String(NUMBER)) || /"(polluted|isAdmin)"/.test(text)
}

const powers = ['role', 'teamId', 'isActive', 'isLocalAccount', 'sessionEpoch', 'twoFactorEnabled', ...flags]

/**
 * Returns everybody's rights as text, by user id. Leaves out the session epoch of people in `ending`: the call may end
 * their sessions, which raises the epoch.
 */
export const powerOf = (items: readonly Item[], ending: ReadonlySet<unknown> = new Set()) =>
  new Map(
    itemsOfEntity(items, 'user').map((item) => {
      const held = powers.filter((name) => name !== 'sessionEpoch' || !ending.has(item['id']))
      return [item['id'], JSON.stringify(held.map((name) => item[name]))]
    }),
  )

/** Returns the changes of rights by a call of a person, but for the record that the call is about. */
export function findChangedPowers({ changed }: Differences, caller: string, record: unknown): string[] {
  const [before, after] = [changed.map((one) => one.before), changed.map((one) => one.after)]
  // Invited people may raise their epoch: using their link ends all their sessions.
  const invited = before.filter((item) => item['invitedAt'] !== undefined)
  const ending = new Set([caller, ...invited.map((item) => item['id'])])
  const are = powerOf(after, ending)
  return [...powerOf(before, ending)]
    .filter(([user, power]) => user !== record && are.get(user) !== power)
    .map(([user, power]) => `${user} went from ${power} to ${are.get(user)}`)
}
