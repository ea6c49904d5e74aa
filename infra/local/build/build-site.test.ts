import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createChildren } from '../children.ts'
import { fixture } from '../fixtures/project.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { buildSite } from './build-site.ts'

const children = createChildren({ guard: () => undefined, release: () => undefined })

function project() {
  const root = createTemporaryFolder()
  mkdirSync(join(root, 'web'))
  writeFileSync(join(root, 'web/index.html'), '<title>First</title>')
  writeFileSync(join(root, 'web/vite.config.js'), 'export default { root: import.meta.dirname }')
  const site = { folder: 'dist/site', build: { config: 'web/vite.config.js', sources: ['web'] } }
  return { ...fixture, root, site }
}

test('the site is built when its sources have changed or it is gone, and otherwise not', async () => {
  const made = project()
  const page = join(made.root, 'dist/site/index.html')
  expect(await buildSite(made, children)).toBe(true)
  expect(await buildSite(made, children)).toBe(false)

  writeFileSync(join(made.root, 'web/index.html'), '<title>Second</title>')
  expect(await buildSite(made, children)).toBe(true)
  expect(readFileSync(page, 'utf8')).toContain('Second')

  rmSync(join(made.root, 'dist/site'), { recursive: true })
  expect(await buildSite(made, children)).toBe(true)
  expect(readFileSync(page, 'utf8')).toContain('Second')
})

test('the site is built for production, also by a test', async () => {
  const made = project()
  const script = '<script type="module">document.title = import.meta.env.PROD ? "production" : "development"</script>'
  writeFileSync(join(made.root, 'web/index.html'), script)
  await buildSite(made, children)
  const assets = join(made.root, 'dist/site/assets')
  const code = readdirSync(assets).map((name) => readFileSync(join(assets, name), 'utf8'))
  expect(code.join()).toContain('production')
  expect(code.join()).not.toContain('development')
})

test('a build that fails tells why and leaves the last one', async () => {
  const made = project()
  await buildSite(made, children)
  writeFileSync(join(made.root, 'web/index.html'), '<script type="module" src="./missing.js"></script>')
  await expect(buildSite(made, children)).rejects.toThrow('missing.js')
  expect(readFileSync(join(made.root, 'dist/site/index.html'), 'utf8')).toContain('First')
  expect(readdirSync(join(made.root, 'dist')).sort()).toEqual(['site', 'site.sha256'])
})
