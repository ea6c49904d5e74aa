import { dirname, join } from 'node:path'
import { isTest, type SourceFile } from './sources.ts'

const MOST_FILES = 30

/** Folders of the product. A folder below them may be divided into rooms: subfolders that each hold one subject. */
const HOUSES = /^(functions|frontend|infra)\//

/** Returns a message for each folder with more than 30 files of its own. */
export const findLargeFolders = (paths: readonly string[], most = MOST_FILES): string[] =>
  [...Map.groupBy(paths, (path) => dirname(path))]
    .filter(([, files]) => files.length > most)
    .map(
      ([folder, files]) =>
        `${folder}: has ${files.length} files, at most ${most}. Move those of one subject into a folder in it (decision 32)`,
    )

/**
 * Returns a message for each circle of rooms that import each other. Rooms are the subfolders of one folder; a file
 * beside them counts as a room of its own. Biome (`noImportCycles`) finds only circles of files.
 */
export function findRoomCircles(files: readonly SourceFile[]): string[] {
  const imports = new Map<string, Set<string>>()
  for (const { path, text } of files.filter((file) => HOUSES.test(file.path) && !isTest(file))) {
    for (const [, target = ''] of text.matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm)) {
      const [room, imported] = part(path, join(dirname(path), target))
      if (room !== imported) imports.set(room, (imports.get(room) ?? new Set()).add(imported))
    }
  }
  const circles = [...imports.keys()].filter(isFolder).map((room) => {
    const others = [...reachable(imports, room)].filter((other) => reachable(imports, other).has(room))
    return others.sort().join(', ')
  })
  return [...new Set(circles)].filter(Boolean).map((rooms) => `${rooms}: import each other in a circle (decision 32)`)
}

/** Returns both paths, each cut off after the first name in which they differ. */
function part(one: string, other: string): [string, string] {
  const [names, others] = [one.split('/'), other.split('/')]
  const depth = names.findIndex((name, index) => name !== others[index]) + 1
  return [names.slice(0, depth).join('/'), others.slice(0, depth).join('/')]
}

const isFolder = (path: string) => path.includes('/') && !/\.\w+$/.test(path)

/**
 * Returns the rooms that a room imports, directly or through others; also the room itself when a circle leads back to
 * it.
 */
function reachable(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string): Set<string> {
  const seen = new Set<string>()
  const open = [from]
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    const fresh = [...(imports.get(room) ?? [])].filter((next) => !seen.has(next))
    for (const next of fresh) seen.add(next)
    open.push(...fresh)
  }
  return seen
}
