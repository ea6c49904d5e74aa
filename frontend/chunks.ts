import type { Plugin, Rolldown } from 'vite'

interface Step {
  readonly name: string
  /** Ends of the paths of the modules that the step begins with; no earlier step has them. */
  readonly starts: readonly string[]
}

/**
 * Steps of the way that everybody takes after opening the site. All code that a step needs beyond the earlier ones is
 * one file, with one stylesheet. The bound `loading` fails when a step loads more files or bytes.
 */
const steps: readonly Step[] = [
  { name: 'start', starts: ['/frontend/app/main.tsx'] },
  {
    name: 'home',
    starts: [
      '/frontend/app/shell.tsx',
      '/frontend/ui/messages/toast-view.tsx',
      ...[
        ...['dashboard-screen', 'money/money-cards', 'money/role-panels', 'sales/sales-panel', 'calls-panel'],
        ...['contracts-panel', 'welcome-card'],
      ].map((part) => `/frontend/features/dashboard/${part}.tsx`),
    ],
  },
  { name: 'list', starts: ['/frontend/features/appointments/appointments-screen.tsx'] },
]

/** Modules of schemas, which no step before `home` needs: the API without schemas is enough to log in. */
const SCHEMAS = /\/(?:zod|shared\/zod\.ts$|shared\/api\/(?:schemas|parts\/(?!(?:bulk-|record-)?endpoints?\.ts)))/
/** A module of a feature; all of a feature that no step has is one file. */
const FEATURE = /\/frontend\/features\/([^/]+)\//

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

/**
 * Returns the Vite plugin that divides the code of the build into files. It refuses files that import each other. The
 * page names the files of the step `home` to boot.js, which loads them beside the start for who is logged in.
 */
export function divideIntoFiles(): Plugin {
  const ids: string[] = []
  let fileOf: ReadonlyMap<string, string> | undefined
  const name = (id: string, graph: Graph) => {
    fileOf ??= divide(ids, graph)
    return fileOf.get(id) ?? null
  }
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        // Each file has all that its modules need beyond other files, so a group must not take more.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name, includeDependenciesRecursively: false }] } } },
      },
    }),
    buildStart: () => void ids.splice(0),
    moduleParsed: ({ id }) => void ids.push(id),
    generateBundle(_, files) {
      const importsOf = (file: string) => {
        const found = files[file]
        return found?.type === 'chunk' ? found.imports : []
      }
      const circle = Object.keys(files).find((file) => reach(importsOf(file), importsOf).has(file))
      if (circle) this.error(`${circle} imports a file that imports it: parts of one are missing when the other runs`)
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const home = Object.keys(bundle ?? {}).filter((file) => /^assets\/home-[^.]+\.(?:js|css)$/.test(file))
        const named = home.map((file) => `/${file}`).join(' ')
        return html.replace('src="/boot.js"', `src="/boot.js" data-home="${named}"`)
      },
    },
  }
}

/** Returns the names of the files that modules go to: a step, a feature, or `parts` of several features. */
function divide(ids: readonly string[], graph: Graph): ReadonlyMap<string, string> {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const files = new Map(findSteps(ids, importsOf))
  const owners = new Map<string, string>()
  for (const id of ids) {
    const feature = FEATURE.exec(id)?.[1]
    const isLoadedLater = (graph.getModuleInfo(id)?.dynamicImporters ?? []).length > 0
    if (files.has(id) || !(feature || isLoadedLater)) continue
    const owner = feature ?? id
    for (const needed of reach([id], importsOf)) {
      owners.set(needed, [undefined, owner].includes(owners.get(needed)) ? owner : 'parts')
    }
  }
  for (const [id, owner] of owners) if (!files.has(id) && !ids.includes(owner)) files.set(id, owner)
  return files
}

/** Returns all that is reached from some starts, these included. */
function reach(starts: readonly string[], nextOf: (one: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (one: string): void => {
    if (found.has(one)) return
    found.add(one)
    for (const next of nextOf(one)) visit(next)
  }
  for (const start of starts) visit(start)
  return found
}

/** Returns the first step that needs each module without loading it later. */
function findSteps(ids: readonly string[], importsOf: (id: string) => readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [at, { name, starts }] of steps.entries()) {
    const later = steps.slice(at + 1).flatMap((step) => step.starts)
    const isLater = (id: string) => later.some((end) => id.endsWith(end)) || (at === 0 && SCHEMAS.test(id))
    const beginning = starts.map((end) => {
      const start = ids.find((id) => id.endsWith(end))
      if (start === undefined) throw new Error(`The build has no module ${end}`)
      return start
    })
    const isNew = (id: string) => !found.has(id) && !isLater(id)
    for (const id of reach(beginning.filter(isNew), (one) => importsOf(one).filter(isNew))) found.set(id, name)
  }
  return found
}
