import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stages } from './stages.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const workflows = globSync('.github/workflows/*.yml')
const names = (text: string) => [...text.matchAll(/"([^"]+)"|[^\s"']+/g)].map(([word, quoted]) => quoted ?? word)

test('continuous integration runs every stage once', () => {
  const text = read('.github/workflows/test.yml')
  const list = /^ +stages:\n((?: +- .+\n)+)/m.exec(text)?.[1] ?? ''
  const inMatrix = list.split('\n').flatMap((line) => names(line.replace(/^ +- /, '')))
  const last = /run: npm test -- (\w+)$/m.exec(text)?.[1]
  expect([...inMatrix, last]).toEqual(stages.map(({ name }) => name))
})

test('every action is pinned to a commit, beside which its version stands', () => {
  const uses = workflows.flatMap((path) => [...read(path).matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action))
  expect(uses.length).toBeGreaterThan(0)
  for (const action of uses) expect(action).toMatch(/^(?:aws-)?actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('the version of Node is that of the locked packages, in every workflow', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  const locked = Object.entries(optionalDependencies).flatMap(([name, version]) =>
    name.startsWith('node-') ? [version] : [],
  )
  expect(new Set([...locked, read('.node-version').trim()]).size).toBe(1)
  for (const path of workflows) {
    const text = read(path)
    expect(text.match(/node-version-file: \.node-version/g)?.length, path).toBe(text.match(/setup-node@/g)?.length)
  }
})

test('what the tests of main passed is deployed to dev, and to prod once its reviewers approve', () => {
  const text = read('.github/workflows/deploy.yml')
  const jobOf = (name: string) => new RegExp(`^  ${name}:\\n((?:    .*\\n?)+)`, 'm').exec(text)?.[1] ?? ''
  const [dev, prod] = [jobOf('dev'), jobOf('prod')]
  for (const condition of [
    "workflow_run.event == 'push'",
    "workflow_run.conclusion == 'success'",
    'environment: dev',
  ]) {
    expect(dev).toContain(condition)
  }
  expect(prod).toMatch(/needs: dev\n[\s\S]*environment: prod\n/)
  expect(text).toContain('ref: ${{ github.event.workflow_run.head_sha }}')
  expect(text).not.toMatch(/secrets\./)
})

test('each test that docs/security.md names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w./-]+\.(?:test|e2e)\.ts)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  for (const path of named) expect(existsSync(path), path).toBe(true)
})
