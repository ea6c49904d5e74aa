import { invitations } from '../../shared/api/invitations.ts'
import { serve } from '../platform/http/serve.ts'
import { acceptInvitation, showInvitation } from './users/invitations.ts'

/** Lambda function that answers the API requests about invitations. */
export const handler = serve(invitations, {
  presented: ({ params, origin }) => showInvitation(params.token, origin),
  accept: ({ params, origin, cookies, body }) => acceptInvitation(params.token, body.password, origin, cookies),
})
