// @vitest-environment jsdom
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { userEvent } from '@testing-library/user-event'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { createTable } from '../../../testing/database/table.ts'
import { createClock } from '../clock.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { createAccounts } from './accounts.ts'
import { createWorkbench, type WorkbenchServices } from './workbench.ts'

const person = {
  id: 'p1',
  email: 'agent1@example.nl',
  password: 'geheim',
  firstName: 'An',
  lastName: 'Agent',
  role: 'agent',
  teamId: null,
  teamName: null,
  office: null,
  flags: { hasCalendarAccess: true },
  employmentType: 'zzp',
  isActive: true,
  twoFactorEnabled: true,
  backupCodes: ['ABC123'],
  secret: 'JBSWY3DPEHPK3PXP',
}
const newcomer = {
  ...person,
  id: 'p2',
  email: 'new@example.nl',
  firstName: 'Nina',
  twoFactorEnabled: false,
  backupCodes: null,
  secret: null,
}

/** Script of the tested page. Its path is in a constant, as the compiler cannot read the types of plain JavaScript. */
const ACCOUNTS = './page/accounts.js'
interface Page {
  readonly accounts: { draw(view: HTMLElement, tools: HTMLElement): Promise<() => void> }
}

/**
 * Opens the page of accounts, which calls a real workbench with the people `person` and `newcomer`. Returns functions
 * that read and use the page, and `secrets`: the TOTP secrets by person's id, as the user pool would have them.
 */
async function open() {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'demo.json'), JSON.stringify([person, newcomer]))
  const name = `workbench-${randomUUID()}`
  const endpoint = inject('database')
  onTestFinished(await createTable(endpoint, name))
  const client = new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  onTestFinished(() => client.destroy())
  const secrets = new Map([['p1', person.secret]])
  const clock = createClock()
  const accounts = createAccounts({
    folder,
    table: { client, name },
    totpSecretOf: (id) => secrets.get(id) ?? null,
    now: clock.now,
  })
  const server = createServer(createWorkbench({ accounts, clock } as WorkbenchServices))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const get = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => get(url + path, init))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  document.body.innerHTML = '<div id="tools"></div><div id="view"></div><div id="toast"></div>'
  onTestFinished(() => document.body.replaceChildren())
  const at = (id: string) => document.getElementById(id) as HTMLElement
  const page: Page = await import(ACCOUNTS)
  const user = userEvent.setup()
  onTestFinished(await page.accounts.draw(at('view'), at('tools')))
  const code = async (email: string) => (await accounts.totp(email))?.code ?? ''
  const rows = () => [...at('view').querySelectorAll('tbody tr')].map((row) => row.textContent ?? '')
  const button = (text: string) => [...at('view').querySelectorAll('button')].find((one) => one.textContent === text)
  const press = async (text: string) => user.click(button(text) as HTMLElement)
  return { user, secrets, code, rows, button, press, at }
}

const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

test('people are listed with a password to copy and their present code, and can be filtered', async () => {
  const { user, rows, press, button, code, at } = await open()
  expect(rows()).toHaveLength(2)
  await press('geheim')
  expect(await navigator.clipboard.readText()).toBe('geheim')
  expect(at('toast').textContent).toBe('Copied')
  await expect.poll(async () => button(spaced(await code(person.email)))).toBeTruthy()

  await user.type(at('tools').querySelector('input') as HTMLElement, '2fa off')
  expect(rows()).toHaveLength(1)
  expect(rows()[0]).toContain('Nina Agent')
})

test('somebody setting up 2FA finds the code of the unverified secret', async () => {
  const { secrets, press, button, code, at } = await open()
  await press('Code of the set-up')
  await expect.poll(() => at('toast').textContent).toBe('Nobody with this address has 2FA or is setting it up')
  secrets.set('p2', 'KRSXG5CTMVRXEZLU')
  await press('Code of the set-up')
  await expect.poll(async () => button(spaced(await code(newcomer.email)))).toBeTruthy()
})
