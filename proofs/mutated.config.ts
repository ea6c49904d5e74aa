import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import usual from '../vitest.config.ts'
import { getMutation, mutateSource } from './reliability/mutations.ts'

const mutation = getMutation(process.env['MUTATION'] ?? '')
const path = resolve(mutation.file)
const isMutated = (id: string) => id.split('?')[0] === path

/** Runs tests with one guard removed from the loaded code; no file changes. */
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
        transform: (source, id) => (isMutated(id) ? { code: mutateSource(source, mutation), map: null } : null),
      },
    ],
  }),
)
