import { type Actor, can, type Role } from './access.ts'

/** Tasks with which a new user can begin in Partnerview. */
export const welcomeSteps = ['team', 'people', 'rates', 'appointment', 'lead', 'calendar', 'phone', 'hours'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

/** Maximum number of these tasks that a new user is asked to do. */
const MOST = 3

const byRole: Readonly<Record<Role, readonly WelcomeStep[]>> = {
  admin: ['team', 'people', 'rates'],
  teamleader: ['people', 'calendar', 'appointment', 'hours'],
  agent: ['phone', 'calendar', 'lead', 'appointment', 'hours'],
  caller: ['lead', 'appointment', 'calendar', 'hours'],
}

const needs = {
  team: 'team:manage',
  people: 'user:read',
  rates: 'commission-rate:manage',
  appointment: 'appointment:create',
  lead: 'lead:create',
  calendar: 'appointment:read',
  phone: 'appointment:read',
  hours: 'hours:manage',
} as const

/** Returns the first tasks that a new user is asked to do: at most three that their role and rights allow. */
export const welcomeStepsFor = (actor: Actor): WelcomeStep[] =>
  byRole[actor.role].filter((step) => can(actor, needs[step])).slice(0, MOST)
