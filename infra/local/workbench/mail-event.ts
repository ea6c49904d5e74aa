import * as z from 'zod'
import type { Mail } from '../ses/ses.ts'

/** Body of `POST /__local/mails/{id}/events`: which event SES is to report about a mail. */
export const MailEventOrder = z.strictObject({ eventType: z.enum(['Bounce', 'Complaint', 'Delivery']) })

/**
 * Returns the event with which SES reports about a mail, as EventBridge passes it on. The tags are those of the header
 * `x-ses-message-tags`. A `Bounce` is permanent, and names the recipients in `to` and `bcc`.
 */
export function buildMailEvent({ id, to, bcc, headers }: Mail, { eventType }: z.output<typeof MailEventOrder>) {
  const tags = (headers['x-ses-message-tags'] ?? '').split(',').flatMap((tag) => {
    const [name = '', value = ''] = tag.trim().split('=')
    return name ? [[name, [value]] as const] : []
  })
  const recipients = [...to, ...bcc].map((emailAddress) => ({ emailAddress }))
  return {
    source: 'aws.ses',
    detail: {
      eventType,
      mail: { messageId: id, tags: Object.fromEntries(tags) },
      ...(eventType === 'Bounce'
        ? { bounce: { bounceType: 'Permanent', bounceSubType: 'NoEmail', bouncedRecipients: recipients } }
        : {}),
    },
  }
}
