import { calendarFeed } from '../../shared/api/calendar-feed.ts'
import { serve } from '../platform/http/serve.ts'
import { readFeed } from './read.ts'
import { createFeed, readFeedStatus, revokeFeed } from './service.ts'

/** Lambda function that answers the API requests about calendar feeds. */
export const handler = serve(calendarFeed, {
  status: ({ actor }) => readFeedStatus(actor),
  create: ({ actor }) => createFeed(actor),
  revoke: ({ actor }) => revokeFeed(actor),
  read: ({ params }) => readFeed(params.token),
})
