import { ownPassword } from '../users/choices.ts'
import * as z from '../zod.ts'
import { LoggedIn } from './auth.ts'
import { domain, get, ok, post } from './parts/endpoint.ts'
import { instant, secret } from './parts/fields.ts'

/** Hours that the link of an invitation works (decision 93). */
export const INVITATION_HOURS = 48

/** An invitation as the person with its link sees it. */
export const PresentedInvitation = z.object({
  firstName: z.string(),
  email: z.string(),
  /** Moment from which the link does not work any more. */
  until: instant,
})
export type PresentedInvitation = z.output<typeof PresentedInvitation>

const params = z.object({ token: z.string().min(1).max(128) })

export const invitations = domain({
  presented: get('/api/invitations/{token}', {
    summary:
      'An invitation behind the link of its mail, for a person who has no password yet; its address is the secret',
    allow: 'public',
    shows: ['user'],
    params,
    result: ok(PresentedInvitation),
  }),
  accept: post('/api/invitations/{token}', {
    summary: 'Choose a password and log in, once; the session goes on to set up 2FA (rulings 9)',
    allow: 'public',
    changes: ['login', 'user'],
    params,
    body: z.object({
      password: ownPassword.meta({ ...secret, examples: ['Zonnepaneel-7', 'Nieuw-paneel-8'], 'x-not-stored': true }),
    }),
    bodyBytes: 8 * 1024,
    result: ok(LoggedIn),
  }),
})
