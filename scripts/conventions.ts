import { commitTitles, longTitles, participleNames, vagueDocstrings } from './conventions/language.ts'
import { findUnlistedWrites, forbiddenImports } from './conventions/listed.ts'
import { codePaths, largeFolders, roomCircles } from './conventions/rooms.ts'
import { longFiles } from './conventions/sizes.ts'
import { sourceFiles, styleFiles } from './conventions/sources.ts'

/*
 * Checks the conventions that the linter cannot see: docstrings, names, commit titles (docs/style.md), writes outside
 * `commit`, refused imports, files of too many lines, folders of too many files, and rooms that import each other. Prints
 * each problem with its place, and fails when there is one.
 */

const files = sourceFiles()
const problems = [
  ...vagueDocstrings(files),
  ...participleNames(files),
  ...longTitles(commitTitles()),
  ...findUnlistedWrites(files),
  ...forbiddenImports(files),
  ...longFiles([...files, ...styleFiles()]),
  ...largeFolders(codePaths()),
  ...roomCircles(files),
]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
