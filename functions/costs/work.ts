import type { Workers } from '../platform/data/outbox.ts'
import { syncFixedCosts } from './following-people.ts'
import { priceHours } from './rate-filling.ts'

export const work = {
  'user-costs': async ({ subject }) => {
    await syncFixedCosts(subject)
  },
  'hours-priced': ({ subject, facts }) => priceHours(subject, facts),
} satisfies Workers
