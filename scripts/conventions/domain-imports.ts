import { dirname, join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'
import type { Declaration } from '../../shared/declaration.ts'
import { isTest, placeOf, type SourceFile } from './sources.ts'

interface Import {
  readonly place: string
  /** Path of the imported file from the folder of functions, such as `people/service.ts`. */
  readonly target: string
}

type Source = { readonly type: string; readonly start: number; readonly value?: unknown }

/** Returns the imports of other domains in a file of `functions`, in whatever form; templates too. */
function importsIn(file: SourceFile): Import[] {
  const found: Import[] = []
  const add = (source: Source | null) => {
    if (!source) return
    const path = typeof source.value === 'string' ? source.value : file.text.slice(source.start + 1)
    const [top, ...target] = join(dirname(file.path), path).split('/')
    if (path.startsWith('.') && top === 'functions')
      found.push({ place: placeOf(file, source.start), target: target.join('/') })
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(parseSync(file.path, file.text).program)
  return found
}

const isBelow = (target: string, place: string) => target === place || target.startsWith(`${place}/`)

/**
 * Returns a message for each import of another domain that the `domain.ts` of the importing folder does not name, and
 * for each name that nothing imports. Every domain may import `platform`, and none the `domain.ts` of any.
 */
export function findUndeclaredImports(
  files: readonly SourceFile[],
  domains: Readonly<Record<string, Declaration>>,
): string[] {
  const idle = new Set(
    Object.entries(domains).flatMap(([name, { imports = [] }]) => imports.map((place) => `${name} ${place}`)),
  )
  const refused = files
    .filter((file) => file.path.startsWith('functions/') && !isTest(file))
    .flatMap((file) => {
      const name = file.path.split('/')[1] ?? ''
      const { imports = [] } = domains[name] ?? {}
      return importsIn(file).flatMap(({ place, target }) => {
        const by = imports.filter((one) => isBelow(target, one))
        for (const one of by) idle.delete(`${name} ${one}`)
        const isAllowed = by.length > 0 || isBelow(target, name) || (isBelow(target, 'platform') && name in domains)
        if (isAllowed && !target.endsWith('/domain.ts')) return []
        return [`${place}: may not import ${target}; functions/${name}/domain.ts says what may`]
      })
    })
  return [...refused, ...[...idle].map((one) => `functions/*/domain.ts: nothing imports ${one}; remove it`)]
}
