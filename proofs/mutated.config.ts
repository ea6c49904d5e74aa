import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import usual from '../vitest.config.ts'

const path = resolve(process.env['MUTATED_FILE'] ?? '')
const code = readFileSync(process.env['MUTATED_SOURCE'] ?? '', 'utf8')
const isMutated = (id: string) => id.split('?')[0] === path

/** Runs the test files in the order of the command line, so that the likeliest to fail come first. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => process.argv.indexOf(relative(process.cwd(), moduleId))
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

/** Runs tests with other code in place of one file (`mutations/run-tests.ts`); no file changes. */
export default mergeConfig(
  usual,
  defineConfig({
    test: { sequence: { sequencer: AsGiven } },
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
