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

/** Modules of schemas, which no step before `home` needs: the contract without schemas is enough to log in. */
const SCHEMAS =
  /\/(?:zod|messages\.ts$|shared\/zod\.ts$|shared\/contract\/(?:schemas|parts\/(?!(?:bulk-)?endpoints?\.ts)))/
/** A module of a feature; all of a feature that no step has is one file. */
const FEATURE = /\/frontend\/features\/([^/]+)\//

/** Returns the Vite plugin that divides the code of the build into files. */
export function divideIntoFiles(): Plugin {
  const ids: string[] = []
  let stepOf: ReadonlyMap<string, string> | undefined
  const group = ({ name }: Step, at: number): Rolldown.CodeSplittingGroup => ({
    name: (id, graph) => {
      stepOf ??= findSteps(ids, graph)
      return stepOf.get(id) === name ? name : null
    },
    priority: steps.length - at,
    // A step has what its modules need already, and must not take what a later one begins with.
    includeDependenciesRecursively: false,
  })
  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                ...steps.map(group),
                { name: (id) => FEATURE.exec(id)?.[1] ?? null, includeDependenciesRecursively: false },
                { name: 'parts', minShareCount: 2 },
              ],
            },
          },
        },
      },
    }),
    buildStart: () => void ids.splice(0),
    moduleParsed: ({ id }) => void ids.push(id),
  }
}

/** Returns the first step that needs each module without loading it later. */
function findSteps(
  ids: readonly string[],
  graph: { getModuleInfo(id: string): Rolldown.ModuleInfo | null },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [at, { name, starts }] of steps.entries()) {
    const later = steps.slice(at + 1).flatMap((step) => step.starts)
    const visit = (id: string): void => {
      if (found.has(id) || later.some((end) => id.endsWith(end)) || (at === 0 && SCHEMAS.test(id))) return
      found.set(id, name)
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
    }
    for (const end of starts) {
      const start = ids.find((id) => id.endsWith(end))
      if (start === undefined) throw new Error(`The build has no module ${end}`)
      visit(start)
    }
  }
  return found
}
