import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./run.ts', import.meta.url))
const settings = {
  ...{ TABLE_NAME: 'none', USER_POOL_ID: 'none', USER_POOL_CLIENT_ID: 'none', DOCUMENTS_BUCKET: 'none' },
  APP_URL: 'https://none.example',
}

const run = (...args: string[]) =>
  new Promise<{ status: unknown; said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...settings }
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, said: stdout + stderr }),
    )
  })

test.each([
  [['--appointments', 'many'], "--appointments takes a number, not 'many'.\n"],
  [['--appointments', '-5'], /^Option '--appointments' argument is ambiguous/],
  [['--people', '5'], /^Unknown option '--people'/],
])('arguments that make no sense (%j) are refused in a sentence, before anything is stored', async (args, said) => {
  const ended = await run(...args)
  expect(ended.status).toBe(1)
  expect(ended.said).toMatch(said)
  expect(ended.said).not.toContain('    at ')
})
