import { Agent, Colleague, NewUser, PasswordChange, UserChange, UserDetails } from '../users/schemas.ts'
import * as z from '../zod.ts'
import { creation, domain, get, none, ok, page, paging, patch, post, put, remove } from './parts/endpoint.ts'

export const users = domain({
  list: get('/api/users', {
    summary:
      'People to choose from: an admin sees all active ones, a team leader their own team, others its agents and team leaders',
    allow: 'colleague:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(Colleague),
  }),
  agents: get('/api/users/agents', {
    summary: 'Active agents and team leaders within reach; with their e-mail address for an admin or team leader',
    allow: 'colleague:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(Agent),
  }),
  active: get('/api/users/active', {
    summary: 'Active people to manage: an admin all, a team leader the agents and callers of their own team',
    allow: 'user:read',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(UserDetails),
  }),
  deactivated: get('/api/users/deactivated', {
    summary: 'Deactivated people',
    allow: 'user:admin',
    shows: ['team', 'user'],
    query: z.object(paging),
    result: page(UserDetails),
  }),
  create: post('/api/users/create-local', {
    summary: 'Create a person with a password, or with an invitation by mail; the e-mail address must be free',
    allow: 'user:manage',
    changes: ['user'],
    later: ['fixedCost', 'user'],
    idempotent: true,
    body: NewUser,
    result: creation(UserDetails),
  }),
  invite: post('/api/users/{id}/invite', {
    summary: 'Mail another invitation to a person who has no password yet; earlier links end',
    allow: 'user:manage',
    changes: ['user'],
    later: ['user'],
    result: ok(UserDetails),
  }),
  update: put('/api/users/{id}', {
    summary: 'Change a person; a lost update is a 409. A change of role or flags ends their sessions',
    allow: 'user:manage',
    changes: ['user'],
    later: ['appointment', 'commission', 'fixedCost', 'hourlyRate', 'hours', 'lead', 'question', 'sale'],
    ifMatch: true,
    body: UserChange,
    result: ok(UserDetails),
  }),
  deactivate: remove('/api/users/{id}', {
    summary: 'Deactivate a person and end their sessions; not oneself, not the last admin (rulings 63)',
    allow: 'user:manage',
    changes: ['user'],
    later: ['feed', 'fixedCost', 'user'],
    result: none,
  }),
  reactivate: post('/api/users/{id}/reactivate', {
    summary: 'Let a deactivated person in again',
    allow: 'user:admin',
    changes: ['user'],
    later: ['feed', 'fixedCost', 'user'],
    result: ok(UserDetails),
  }),
  changePassword: patch('/api/users/{id}/password', {
    summary:
      'Set a password, one’s own with the current one; ends that person’s sessions. A password set by somebody else must be changed first (rulings 9)',
    allow: 'user:password',
    changes: ['user'],
    body: PasswordChange,
    result: ok(z.object({ message: z.string() })),
  }),
  proposeStandIn: post('/api/users/{id}/payment-approver', {
    summary:
      'Propose a person who approves payments in place of an admin, for a second admin to approve; at most three, 409 for admins (rulings 51b)',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    result: ok(UserDetails),
  }),
  approveStandIn: post('/api/users/{id}/payment-approver/approve', {
    summary:
      'Make a proposed person a stand-in as the second admin, from 24 hours later on; 403 for who proposed them, 409 where nobody did',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    result: ok(UserDetails),
  }),
  endStandIn: remove('/api/users/{id}/payment-approver', {
    summary: 'End a stand-in, or take the proposal of one back; ends their sessions. 409 for anybody else',
    allow: 'user:admin',
    changes: ['user'],
    ifMatch: true,
    result: ok(UserDetails),
  }),
  resetTwoFactor: post('/api/admin/reset-2fa/{id}', {
    summary: 'Turn a person’s 2FA off and end their sessions; the next login sets it up again',
    allow: 'user:admin',
    changes: ['user'],
    later: ['feed', 'user'],
    result: ok(UserDetails),
  }),
})
