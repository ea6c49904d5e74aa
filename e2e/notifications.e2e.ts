import { expect, expectAccessible, findDemoAccount, logInByApi, test, visit } from './support/test.ts'

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
  await expect(first).toContainText('Melding Mulder · Door')
  await expectAccessible(own)
  await first.press('Enter')
  await expect(own).toHaveURL(/\/leads\?lead=/)
  await expect(own.getByRole('dialog').getByText('Melding Mulder').first()).toBeVisible()

  await visit(own, '/security?tab=meldingen')
  await own.getByLabel('Leads aan mij toegewezen').selectOption('In de dagelijkse mail')
  await own.getByRole('button', { name: 'Opslaan' }).click()
  await expect(own.getByText('Meldingen ingesteld', { exact: true })).toBeVisible()
  await expectAccessible(own)
})
