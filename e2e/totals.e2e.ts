import type { Page } from '@playwright/test'
import { expect, logInByApi, readProductUrl, test } from './support/test.ts'

/** Returns the number of all rows of a list, page by page. */
async function rowsOf(page: Page, path: string): Promise<number> {
  const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
  let rows = 0
  for (let next: string | undefined = path; next !== undefined; ) {
    const reply: Response = await fetch(new URL(next, readProductUrl()), { headers: { sessionid } })
    expect(reply.status, next).toBe(200)
    rows += (await reply.json()).length
    next = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return rows
}

test('the counts of questions and of team members are the numbers of their rows', async ({ page }) => {
  await logInByApi(page, 'admin2@partnerview.example', { path: '/commissions' })
  const button = page.getByRole('button', { name: /^Vragen \(\d+\)$/ })
  const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0])
  expect(await rowsOf(page, '/api/commissions/questions?open=true&limit=500')).toBe(count)

  await page.goto(`${readProductUrl()}/teams`)
  const members = page.getByRole('main').getByRole('link', { name: /^Leden van .*: \d+$/ })
  await expect(members.first()).toBeVisible()
  const names = await members.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  for (const name of names) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByText(new RegExp(`^${/\d+$/.exec(name)?.[0]} gebruikers?$`))).toBeVisible()
    await page.goBack()
  }
})
