import type { Workers } from '../platform/data/outbox.ts'
import { priceHours } from './rate-filling.ts'

export const work = {
  'user-costs': async ({ subject }) => {
    const { syncFixedCosts } = await import('./following-people.ts')
    await syncFixedCosts(subject)
  },
  'hours-priced': ({ subject, facts }) => priceHours(subject, facts),
} satisfies Workers
