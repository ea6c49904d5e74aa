import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from './fixtures/temporary.ts'

test('a recount of a folder without data fails, and leaves the folder to be filled by the first start', () => {
  const folder = join(createTemporaryFolder(), 'new')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/recount/recount.ts'], {
    encoding: 'utf8',
    env: { ...process.env, PARTNERVIEW_DATA: folder, TABLE_NAME: '' },
  })
  expect([status, stderr]).toEqual([1, `There is no data in ${folder} yet; start Partnerview once.\n`])
  expect(existsSync(folder)).toBe(false)
})
