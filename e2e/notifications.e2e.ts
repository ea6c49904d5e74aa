import { findCutFocusRings } from './support/focus-rings.ts'
import { expect, expectAccessible, findDemoAccount, logInByApi, readProductUrl, test } from './support/test.ts'

test('an agent is notified of an assigned lead, opens the lead by keyboard, and chooses how to be notified', async ({
  page,
  openPage,
}) => {
  const agent = await findDemoAccount('agent1@partnerview.example')
  await logInByApi(page, 'admin1@partnerview.example')
  const given = await page.evaluate(async (ownerId) => {
    const headers = { 'content-type': 'application/json', sessionId: localStorage.getItem('sessionId') ?? '' }
    const body = JSON.stringify({ customerName: 'Melding Mulder', customerPhone: '06 12345678', ownerId })
    return (await fetch('/api/leads', { method: 'POST', headers, body })).status
  }, agent.id)
  expect(given).toBe(201)

  const own = await openPage()
  await logInByApi(own, agent.email, { path: '/' })
  const bell = own.getByRole('button', { name: /^Meldingen, \d+ ongelezen$/ })
  await bell.focus()
  await own.keyboard.press('Enter')
  const panel = own.getByRole('dialog', { name: 'Meldingen' })
  const first = panel.getByRole('link', { name: /^Lead toegewezen/ }).first()
  await expect(first).toBeFocused()
  await expect(first).toContainText('Door')
  await expect(panel).not.toContainText('Mulder')
  await expectAccessible(own)
  await first.press('Enter')
  await expect(own).toHaveURL(/\/leads\?lead=/)
  await expect(own.getByRole('dialog').getByText('Melding Mulder').first()).toBeVisible()

  await own.goto(`${readProductUrl()}/security?tab=meldingen`)
  await own.getByLabel('Leads aan mij toegewezen').selectOption('In de dagelijkse mail')
  await own.getByRole('button', { name: 'Opslaan' }).click()
  await expect(own.getByText('Meldingen ingesteld', { exact: true })).toBeVisible()
  await expectAccessible(own)
})

for (const role of ['admin', 'teamleader', 'agent', 'caller']) {
  test(`on a phone the bell of the ${role} opens the notifications, which can be marked as read`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await logInByApi(page, `${role}1@partnerview.example`, { path: '/' })
    await page.getByRole('button', { name: /^Meldingen/ }).click()
    const panel = page.getByRole('dialog', { name: 'Meldingen' })
    await expect(panel.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    expect(await page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true)
    await expectAccessible(page)
    await panel.getByRole('link', { name: 'Alle meldingen' }).click()
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    expect(await findCutFocusRings(page)).toEqual([])
    await page.getByRole('button', { name: 'Alles als gelezen markeren' }).click()
    await expect(page.getByRole('button', { name: 'Meldingen', exact: true })).toBeVisible()
  })
}
