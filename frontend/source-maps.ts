import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Folder of the source maps of the last build. */
const KEPT = join(import.meta.dirname, '../dist/site-maps')

/**
 * Returns the Vite plugin that keeps the source maps of a build in a folder beside the site, where they are never served;
 * `npm run symbolise` reads them. A build that asks for no source maps leaves the folder as it is.
 */
export function keepSourceMaps(): Plugin {
  return {
    name: 'source-maps',
    apply: 'build',
    config: ({ build }) => ({ build: { sourcemap: build?.sourcemap ?? 'hidden' } }),
    async writeBundle({ dir = '', sourcemap }) {
      if (!sourcemap) return
      await rm(KEPT, { recursive: true, force: true })
      for (const file of await readdir(dir, { recursive: true })) {
        if (!file.endsWith('.map')) continue
        await mkdir(dirname(join(KEPT, file)), { recursive: true })
        await copyFile(join(dir, file), join(KEPT, file))
        await rm(join(dir, file))
      }
    },
  }
}
