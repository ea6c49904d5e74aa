import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import usual from '../vitest.config.ts'

const path = resolve(process.env['MUTATED_FILE'] ?? '')
const code = readFileSync(process.env['MUTATED_SOURCE'] ?? '', 'utf8')
const isMutated = (id: string) => id.split('?')[0] === path

/** Runs tests with other code in place of one file (`mutations/run-tests.ts`); no file changes. */
export default mergeConfig(
  usual,
  defineConfig({
    plugins: [
      {
        name: 'mutation',
        enforce: 'pre',
        // The mutated file is not cached, so that no other run gets it.
        configureVitest: ({ defineCacheKeyGenerator }) =>
          defineCacheKeyGenerator(({ id }) => (isMutated(id) ? false : undefined)),
        transform: (_source, id) => (isMutated(id) ? { code, map: null } : null),
      },
    ],
  }),
)
