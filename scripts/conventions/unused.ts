import { spawnSync } from 'node:child_process'

/**
 * Finds files, exports and packages that nobody uses, and packages that package.json does not name. Knip looks for
 * them, from the places at which code starts (`knip.json`).
 */
export function findUnused(): string[] {
  const { stdout, stderr, status } = spawnSync('node_modules/.bin/knip', ['--no-progress', '--reporter', 'compact'], {
    encoding: 'utf8',
  })
  if (status === 0) return []
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean)
  return lines.length > 0 ? lines : ['knip does not run']
}
