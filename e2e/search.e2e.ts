import { callWorkbench, expect, expectAccessible, logInByApi, test } from './support/test.ts'

for (const role of ['admin', 'teamleader', 'agent', 'caller']) {
  test(`the ${role} finds a customer by phone number and opens their page, with two keys`, async ({ page }) => {
    await logInByApi(page, `${role}1@partnerview.example`, { path: '/' })
    const { customerName, customerPhone } = (await page.evaluate(async () => {
      const headers = { sessionId: localStorage.getItem('sessionId') ?? '' }
      const reply = await fetch('/api/appointments?limit=1', { headers })
      return ((await reply.json()) as { customerName: string; customerPhone: string }[])[0] ?? null
    })) as { customerName: string; customerPhone: string }
    await page.keyboard.press('/')
    const palette = page.getByRole('dialog', { name: 'Snel zoeken' })
    await palette.getByRole('combobox').fill(customerPhone.replaceAll(' ', ''))
    const customers = palette.getByRole('group', { name: /^Klanten/ })
    await expect(customers.getByRole('option', { name: customerName })).toBeVisible()
    await expect(customers.locator('mark').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/klant\/tel-\d+$/)
    await expect(page.getByRole('heading', { name: customerName })).toBeVisible()
    await expectAccessible(page)
  })
}

test('a lead is found although the function that indexes it is killed at its work', async ({ page }) => {
  const faults = (order: object) =>
    callWorkbench<{ killed: number }>('/faults', { method: 'POST', body: JSON.stringify(order) })
  await logInByApi(page, 'admin1@partnerview.example')
  const slow = { dynamodb: { delayMs: 100 } }
  await faults(slow)
  const made = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', sessionId: localStorage.getItem('sessionId') ?? '' }
    const body = JSON.stringify({ customerName: 'Doodgewoon Vindbaar' })
    return (await fetch('/api/leads', { method: 'POST', headers, body })).status
  })
  expect(made).toBe(201)
  await expect.poll(async () => (await faults({ ...slow, kill: 'later' })).killed).toBeGreaterThan(0)
  await faults({})
  const found = () =>
    page.evaluate(async () => {
      const headers = { sessionId: localStorage.getItem('sessionId') ?? '' }
      const reply = await fetch('/api/search?q=doodgewoon', { headers })
      return ((await reply.json()) as { groups: { kind: string }[] }).groups.map(({ kind }) => kind)
    })
  await expect.poll(found, { timeout: 120_000 }).toEqual(['lead'])
})
