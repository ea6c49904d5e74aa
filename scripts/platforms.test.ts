import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly optional?: true
}

const { packages }: { packages: Readonly<Record<string, Package>> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const bound = Object.entries(packages).filter(([, { os, cpu }]) => os ?? cpu)

const systems = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
] as const

/** Packages without a version for each system, with what takes their place. */
const replaced: Readonly<Record<string, string>> = {
  '@dynoxide': 'AWS_ENDPOINT_URL_DYNAMODB names a DynamoDB Local',
  node: 'macOS has the Node of the machine, in the version of .node-version',
  fsevents: 'only macOS watches files by it',
}

/** Returns the name of a package without its system, such as `@esbuild` of `@esbuild/linux-x64`. */
const familyOf = (path: string) =>
  path
    .replace(/^.*node_modules\//, '')
    .replace(
      /[-/](android|aix|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|openharmony|sunos|wasm32|win|win32)-.*$/,
      '',
    )

test('`npm ci` works on every system: a package for some systems is optional', () => {
  expect(bound.filter(([, { optional }]) => !optional).map(([path]) => path)).toEqual([])
})

test('each package with a version for a system has one for Linux and macOS, on x64 and arm64', () => {
  const families = Map.groupBy(bound, ([path]) => familyOf(path))
  const missing = [...families].flatMap(([family, versions]) =>
    family in replaced
      ? []
      : systems
          .filter(({ os, cpu }) => !versions.some(([, one]) => fits(one.os, os) && fits(one.cpu, cpu)))
          .map(({ os, cpu }) => `${family} for ${os} ${cpu}`),
  )
  expect(families.size).toBeGreaterThan(8)
  expect(missing).toEqual([])
})

const fits = (allowed: readonly string[] | undefined, wanted: string) =>
  allowed === undefined || allowed.includes(wanted)
