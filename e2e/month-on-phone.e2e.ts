import { endMonth } from './support/month-end.ts'
import { PHONE, test } from './support/test.ts'

test('an admin ends the month of the demo on a phone in as many clicks', async ({ openPage }) => {
  await endMonth(await openPage(PHONE), openPage)
})
