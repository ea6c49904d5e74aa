/**
 * Roles of people, in the order of the columns of `access`. That table decides what a role may do, on the server and on
 * screens (rulings 18).
 */
export const roles = ['admin', 'teamleader', 'agent', 'caller'] as const
export type Role = (typeof roles)[number]

/** Tells whether a role oversees the work of others: an admin everybody's, a team leader their team's. */
export const oversees = (role: Role): boolean => role === 'admin' || role === 'teamleader'

/**
 * Tells whether people of a role can be assigned appointments, leads, sales and contracts (access.md). An admin may
 * assign these to anybody.
 */
export const mayBeGivenWork = (role: Role): boolean => role === 'agent' || role === 'teamleader'

export const flags = [
  'hasSalesAccess',
  'hasCalendarAccess',
  'hasLeadsAccess',
  'hasPersonalDataAccess',
  'hasCommissionsAccess',
  'hasSalesReportsAccess',
  'hasInvoiceAccess',
  'hasTransactionsAccess',
] as const
export type Flag = (typeof flags)[number]
export type Flags = Record<Flag, boolean>

/** Records that an action covers: `all`, those of the person's `team`, their `own`, or none (`-`). */
type Scope = 'all' | 'team' | 'own' | '-'
type ScopeOfEach<R extends readonly Role[]> = { readonly [At in keyof R]: Scope }
/** A scope for each role, in the order of `roles`, and the flag that the action also requires; null for none. */
type Rule = readonly [...ScopeOfEach<typeof roles>, flag: Flag | null]

// biome-ignore format: a table is read by its columns
export const access = {
  //                       admin  teamleader  agent   caller    flag (admin exempt)
  'account:manage':       ['own',  'own',     'own',  'own',    null],
  'appointment:read':     ['all',  'team',    'team', 'team',   'hasCalendarAccess'],
  'appointment:create':   ['all',  'team',    'own',  'team',   'hasCalendarAccess'],
  'appointment:edit':     ['all',  'team',    'own',  'own',    'hasCalendarAccess'],
  'appointment:handover': ['all',  'team',    '-',    '-',      'hasCalendarAccess'],
  'appointment:settings': ['all',  '-',       '-',    '-',      null],
  'calendar-feed:manage': ['own',  'own',     'own',  'own',    'hasCalendarAccess'],
  'stats:read':           ['all',  'team',    'own',  'own',    null],
  'performance:read':     ['all',  'team',    'own',  'own',    'hasSalesAccess'],
  'scoreboard:read':      ['all',  'all',     'all',  'all',    null],
  'team:read':            ['all',  'team',    'team', 'team',   null],
  'team:manage':          ['all',  '-',       '-',    '-',      null],
  'colleague:read':       ['all',  'team',    'team', 'team',   null],
  'user:read':            ['all',  'team',    '-',    '-',      null],
  'user:manage':          ['all',  'team',    '-',    '-',      null],
  'user:admin':           ['all',  '-',       '-',    '-',      null],
  'user:password':        ['all',  'team',    'own',  'own',    null],
  'api-key:manage':       ['all',  '-',       '-',    '-',      null],
  'lead:read':            ['all',  'team',    'own',  'own',    'hasLeadsAccess'],
  'lead:create':          ['all',  'team',    'own',  'own',    'hasLeadsAccess'],
  'lead:edit':            ['all',  'team',    'own',  'own',    'hasLeadsAccess'],
  'lead:assign':          ['all',  '-',       '-',    '-',      'hasLeadsAccess'],
  'lead:handover':        ['all',  'team',    '-',    '-',      'hasLeadsAccess'],
  'lead:import':          ['all',  '-',       '-',    '-',      'hasLeadsAccess'],
  'search:use':           ['all',  'team',    'team', 'team',   null],
  'customer:recognise':   ['all',  'team',    'own',  'own',    null],
  'customer:read':        ['all',  'team',    'team', 'team',   null],
  'customer:join':        ['all',  'team',    'team', 'team',   null],
  'day:read':             ['all',  'team',    'own',  'own',    null],
  'customer:lift':        ['all',  '-',       '-',    '-',      null],
  'customer:close':       ['all',  'own',     'own',  'own',    null],
  'customer:consent':     ['all',  'team',    'own',  'own',    null],
  'calling:manage':       ['all',  '-',       '-',    '-',      null],
  'customer:judge':       ['all',  'team',    '-',    '-',      null],
  'sale:list':            ['all',  'team',    'own',  'own',    'hasTransactionsAccess'],
  'sale:create':          ['all',  'team',    'own',  '-',      null],
  'sale:read':            ['all',  'team',    'own',  'own',    null],
  'sale:edit':            ['all',  'team',    'own',  '-',      null],
  'sale:status':          ['all',  'team',    '-',    '-',      'hasCommissionsAccess'],
  'sale:withdraw':        ['all',  'team',    'own',  'own',    null],
  'sale:reveal':          ['all',  'team',    'own',  '-',      'hasPersonalDataAccess'],
  'commission:read':      ['all',  'team',    'own',  'own',    'hasCommissionsAccess'],
  'commission:ask':       ['all',  'team',    'own',  'own',    'hasCommissionsAccess'],
  'commission:edit':      ['all',  'team',    '-',    '-',      'hasCommissionsAccess'],
  'commission:oversee':   ['all',  'team',    '-',    '-',      'hasCommissionsAccess'],
  'commission:manage':    ['all',  '-',       '-',    '-',      null],
  'commission-rate:manage': ['all', '-',      '-',    '-',      null],
  'self-billing:manage':  ['all',  '-',       '-',    '-',      null],
  'payment:approve':      ['all',  '-',       '-',    '-',      null],
  'invoice:assigned':     ['own',  'own',     'own',  '-',      'hasInvoiceAccess'],
  'invoice:read':         ['all',  'own',     'own',  '-',      'hasInvoiceAccess'],
  'audit:read':           ['all',  '-',       '-',    '-',      null],
  'erasure:manage':       ['all',  '-',       '-',    '-',      null],
  'contract:manage':      ['all',  '-',       '-',    '-',      null],
  'hours:manage':         ['all',  'own',     'own',  'own',    null],
  'cost:manage':          ['all',  '-',       '-',    '-',      null],
  'report:read':          ['all',  'team',    '-',    '-',      'hasSalesReportsAccess'],
  'revenue:manage':       ['all',  '-',       '-',    '-',      null],
} as const satisfies Record<string, Rule>

export type Action = keyof typeof access

/** Actions of a stand-in of the admins on all records, besides those of their role (rulings 51b). */
export const standInActions: readonly Action[] = ['payment:approve', 'invoice:read']

/**
 * The person (or API key) who asks. `flags` are effective: all true for an admin; an API key lacks
 * hasPersonalDataAccess (rulings 4, 62).
 */
export interface Actor {
  readonly id: string
  readonly role: Role
  readonly teamId: number | null
  readonly flags: Flags
  /** True for a stand-in, who approves payments in place of an admin (rulings 51b). */
  readonly paymentApprover?: boolean
}

/** Ownership that decides reach: the team of a record and the people it belongs to. */
export interface Owned {
  readonly teamId?: number | null | undefined
  readonly owners?: readonly string[]
}

export type Reach = { scope: 'all' } | { scope: 'team'; teamId: number } | { scope: 'own'; userId: string }

/**
 * Returns which records an actor may do an action to: all, those of the actor's team, or the actor's own. Null when the
 * action is refused; an actor without a team gets their own instead of the team's (access.md).
 */
export function reachOf(actor: Actor, action: Action): Reach | null {
  if (actor.paymentApprover && standInActions.includes(action)) return { scope: 'all' }
  const rule: Rule = access[action]
  const scope = rule[roles.indexOf(actor.role)] as Scope | undefined
  const flag = rule[roles.length] as Flag | null
  if (!scope || scope === '-' || (flag && actor.role !== 'admin' && actor.flags[flag] !== true)) return null
  if (scope === 'all') return { scope }
  if (scope === 'team' && actor.teamId !== null) return { scope, teamId: actor.teamId }
  return { scope: 'own', userId: actor.id }
}

/** Tells whether an actor may do an action at all or, with a record, to that record. */
export function can(actor: Actor, action: Action, record?: Owned): boolean {
  const covered = reachOf(actor, action)
  if (!covered) return false
  if (!record || covered.scope === 'all') return true
  if (covered.scope === 'team') return record.teamId === covered.teamId
  return record.owners?.includes(covered.userId) ?? false
}

/**
 * Returns the access flags in force, such as `hasSalesAccess`: an admin has all (rulings 4), others the `stored` ones.
 */
export const effectiveFlagsOf = (role: Role, stored: Flags): Flags =>
  role === 'admin' ? (Object.fromEntries(flags.map((flag) => [flag, true])) as Flags) : stored

/**
 * Tells whether an actor sees EANs (numbers of energy connections), account holders and original spreadsheet columns.
 * API keys never see these, although they otherwise read as an admin (rulings 62).
 */
export const seesPersonalData = ({ flags }: Pick<Actor, 'flags'>): boolean => flags.hasPersonalDataAccess === true
