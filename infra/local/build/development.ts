import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'vite'
import type { Handler } from '../http/http.ts'
import type { Project } from '../project.ts'

export interface Development {
  readonly site: Handler
  /** Stops Vite and ends the connections of live reload, for which a closing server would wait. */
  close(): Promise<void>
}

/**
 * Starts Vite, which serves the front end's sources with live reload over the server's port. Returns a handler for the
 * site, which sends no strict CSP, as Vite writes inline scripts and styles. Throws when the project has no sources of
 * a site.
 */
export async function startDevelopment(project: Project, server: Server): Promise<Development> {
  if (!project.site.build) throw new Error('This project has no sources to serve')
  const vite = await createServer({
    configFile: join(project.root, project.site.build.config),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server } },
    logLevel: 'warn',
  })
  return {
    site: (request, response) =>
      new Promise((resolve) => {
        response.once('close', resolve)
        vite.middlewares(request, response, () => response.writeHead(404).end())
      }),
    close: () => vite.close(),
  }
}
