import { endMonth } from './support/month-end.ts'
import { test } from './support/test.ts'

test('an admin ends the month of the demo at a desk in at most twenty clicks', async ({ page, openPage }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await endMonth(page, openPage)
})
