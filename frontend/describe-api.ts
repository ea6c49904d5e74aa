import type { Plugin } from 'vite'

/** Path of the OpenAPI document on the site. */
const PATH = 'api/openapi.json'

/** Adds the OpenAPI document to the site; in development, makes it anew for each request. */
export function describeApi(): Plugin {
  return {
    name: 'describe-api',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PATH, source: await writeDescription() })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${PATH}`, (_, response, next) => {
        writeDescription().then((text) => response.setHeader('content-type', 'application/json').end(text), next)
      })
    },
  }
}

/**
 * Returns the document's text. Node itself loads the code that makes it: that code imports the API by its path,
 * which differs in a bundled configuration.
 */
async function writeDescription(): Promise<string> {
  const { writeOpenApi }: { writeOpenApi: () => Promise<string> } = await import(
    new URL('../scripts/docs/openapi.ts', import.meta.url).href
  )
  return writeOpenApi()
}
