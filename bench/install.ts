import { readFile } from 'node:fs/promises'
import type { Row } from './row.ts'

const MAX_PACKAGES = 767

interface Lock {
  readonly packages: Readonly<Record<string, { readonly optional?: true; readonly hasInstallScript?: true }>>
}

/** Counts the packages that `npm ci` installs on every machine. */
export async function run(): Promise<Row[]> {
  const { packages }: Lock = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const installed = Object.entries(packages).filter(([path, { optional }]) => path !== '' && !optional)
  return [
    {
      name: 'npm ci: packages installed on every machine',
      value: String(installed.length),
      goal: `≤ ${MAX_PACKAGES}`,
      ok: installed.length <= MAX_PACKAGES,
    },
  ]
}
