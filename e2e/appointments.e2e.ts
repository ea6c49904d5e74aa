import {
  callWorkbench,
  dateInDays,
  expect,
  expectAccessible,
  logInByApi,
  PHONE,
  readProductUrl,
  test,
} from './support/test.ts'

/** Number that distinguishes this run's records from those of an earlier run on the same data. */
const run = process.pid
const day = dateInDays(33)
const customer = `Drukkerij Eind-tot-Eind ${run}`

test('a caller books, changes and deletes an appointment, and another team never sees it', async ({
  page,
  openPage,
}) => {
  await logInByApi(page, 'caller1@partnerview.example', { path: '/' })
  await page.getByRole('link', { name: 'Afspraken' }).first().click()
  await page.getByRole('button', { name: 'Nieuwe afspraak' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(dialog.getByText('Naam van de klant is verplicht')).toBeVisible()
  await expect(dialog.getByText('Telefoonnummer is verplicht')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Klantnaam').fill(customer)
  await dialog.getByLabel('Telefoonnummer').fill('0475 654321')
  await dialog.getByLabel('E-mailadres').fill(`drukkerij-${run}@klant.example`)
  await dialog.getByLabel('Datum').fill(day.split('-').reverse().join('-'))
  await dialog.getByLabel('Tijd').fill('10:30')
  await dialog.getByLabel('Toewijzen aan agent').click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Afspraak aangemaakt', { exact: true })).toBeVisible()

  await page.goto(`${readProductUrl()}/appointments?date=${day}`)
  await page.getByText(customer).first().click()
  await expect(page.getByRole('heading', { name: 'Afspraak Details' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('10:30').first()).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Bewerken', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Tijd').fill('11:45')
  await page.getByRole('button', { name: 'Bijwerken' }).click()
  await expect(page.getByText('Afspraak bijgewerkt', { exact: true })).toBeVisible()
  await expect(page.getByText('11:45').first()).toBeVisible()

  await expect
    .poll(
      async () =>
        (await callWorkbench<{ to: string[] }[]>('/mails')).filter((mail) =>
          mail.to.includes(`drukkerij-${run}@klant.example`),
        ).length,
      { message: 'a confirmation, and a mail with the new time' },
    )
    .toBe(2)

  const elsewhere = await openPage()
  await logInByApi(elsewhere, 'caller13@partnerview.example', { path: `/appointments?date=${day}` })
  await expect(elsewhere.getByText('Geen afspraken gevonden').or(elsewhere.getByRole('table'))).toBeVisible()
  await expect(elsewhere.getByText(customer)).toHaveCount(0)

  await page.goto(`${readProductUrl()}/appointments?date=${day}`)
  await page.getByText(customer).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bewerken', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(customer)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByText('Afspraak verwijderd', { exact: true })).toBeVisible()
  await expect(page.getByText(customer)).toHaveCount(0)
})

test('Back asks before typed input is lost, a reload restores the input, and a long list keeps its place', async ({
  page,
}) => {
  await logInByApi(page, 'admin1@partnerview.example', { path: '/appointments' })
  const list = page.locator('.pv-list-scroller')
  const more = page.getByRole('button', { name: 'Meer laden' })
  await expect(more).toBeVisible()
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(more).toHaveCount(0)
  await list.evaluate((element) => element.scrollTo(0, 3000))
  await page.getByRole('link', { name: 'Teams' }).click()
  await expect(page.getByRole('button', { name: 'Nieuw team' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^\d+ afspraken$/)).toBeVisible()
  await expect(more).toHaveCount(0)
  expect(await list.evaluate((element) => element.scrollTop)).toBe(3000)

  await page.getByRole('button', { name: 'Nieuwe afspraak' }).click()
  await page.getByRole('dialog').getByLabel('Klantnaam').fill('Bakkerij Halverwege')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verder bewerken' }).click()
  await expect(page).toHaveURL(/nieuw=1/)
  await page.reload()
  await expect(page.getByText(/^Niet opgeslagen invoer van .* teruggezet/)).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Klantnaam')).toHaveValue('Bakkerij Halverwege')
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Weggooien' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Nieuwe afspraak' }).click()
  await expect(page.getByRole('dialog').getByLabel('Klantnaam')).toHaveValue('')
})

test('filters are in the address, and a list without a match offers to clear them', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example', {
    path: `/appointments?status=sale&from=${dateInDays(-50)}&to=${dateInDays(-20)}`,
  })
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${readProductUrl()}/appointments?date=2035-01-01&status=sale`)
  await expect(page.getByText('Geen afspraken gevonden')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Filters wissen' }).first().click()
  await expect(page).not.toHaveURL(/2035/)
  await expect(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toBeVisible()
})

test('the palette opens the list and Enter opens an appointment, by keyboard alone', async ({ page }) => {
  await logInByApi(page, 'teamleader1@partnerview.example', { path: '/' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Afspraken')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/appointments/)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  await expect(row).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Afspraak Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Afspraak Details' })).toHaveCount(0)
})

test('a phone shows the navigation and scrolls none of five screens sideways', async ({ openPage }) => {
  const phone = await openPage(PHONE)
  await logInByApi(phone, 'agent1@partnerview.example', { path: '/' })
  await expectAccessible(phone)
  await phone.goto(`${readProductUrl()}/appointments`)
  await expect(phone.getByRole('navigation').last()).toBeVisible()
  await expectAccessible(phone)
  for (const path of ['/', '/appointments', '/calendar', '/more-mobile', '/security']) {
    await phone.setViewportSize({ width: 360, height: 800 })
    await phone.goto(`${readProductUrl()}${path}`)
    await expect(phone.getByRole('main')).toBeVisible()
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
    await expectAccessible(phone)
  }
})

test('a deep link opens an appointment, the list sorts, and the palette finds a customer', async ({ page }) => {
  await logInByApi(page, 'admin1@partnerview.example', { path: '/appointments' })
  const names = page.getByRole('row').locator('.pv-strong')
  await expect(names.first()).toBeVisible()
  await page.getByRole('button', { name: 'Klant', exact: true }).click()
  await expect(page).toHaveURL(/sort=customer/)
  await expect(page.getByRole('columnheader', { name: 'Klant' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(names.first()).toBeVisible()
  const customer = (await names.first().textContent()) ?? ''
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Snel zoeken' }).getByRole('combobox').fill(customer)
  await page
    .getByRole('group', { name: /^Afspraken/ })
    .getByRole('option', { name: customer })
    .first()
    .click()
  const details = page.getByRole('dialog', { name: 'Afspraak Details' })
  await expect(details).toContainText(customer)
  await page.reload()
  await expect(details).toContainText(customer)
  await expectAccessible(page)
})
