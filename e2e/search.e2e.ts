import { expect, expectAccessible, login, test } from './support/test.ts'

for (const role of ['admin', 'teamleader', 'agent', 'caller']) {
  test(`the ${role} finds a customer by phone number, and their page, in two keys`, async ({ page }) => {
    await login(page, `${role}1@partnerview.example`)
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
