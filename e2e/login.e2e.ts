import { expect, expectAccessible, findDemoAccount, freshCode, readProductUrl, test } from './support/test.ts'

test('a caller whose network fails keeps the typed text, logs in with a code, and logs out', async ({
  page,
  context,
}) => {
  const person = await findDemoAccount('caller2@partnerview.example')
  await page.goto(`${readProductUrl()}/login`)
  // The code of toasts is in the file of the step after the login (frontend/chunks.ts).
  const toast = page.waitForResponse(/home-.*\.js/)
  await page.getByLabel('E-mail').pressSequentially(person.email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(person.password)
  await (await toast).finished()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByText('Geen verbinding met de server', { exact: false }).first()).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect(page.getByLabel('E-mail')).toBeDisabled()
  await expectAccessible(page)
  await page.getByLabel('2FA code').fill(await freshCode(person))
  await expect(page.getByRole('heading', { name: `Goedemorgen, ${person.firstName}` })).toBeVisible()
  await expect(page.getByText('Team Scorebord')).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /uitloggen/i })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Inloggen' })).toBeVisible()
  await page.goto(`${readProductUrl()}/appointments`)
  await expect(page.getByRole('button', { name: 'Inloggen' })).toBeVisible()
})
