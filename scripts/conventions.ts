import { domains } from '../infra/domains.ts'
import { findUndeclaredImports } from './conventions/domain-imports.ts'
import { findLongTitles, findParticipleNames, findVagueDocstrings, readCommitTitles } from './conventions/language.ts'
import { findForbiddenImports, findRefreshesByHand, findUnlistedWrites } from './conventions/listed.ts'
import { findLargeFolders, findRoomCircles } from './conventions/rooms.ts'
import { countLongFunctions, findLongFiles, findLongFunctions } from './conventions/sizes.ts'
import { listCodePaths, readSourceFiles, readStyleFiles } from './conventions/sources.ts'
import { findGlobalStyles, findLooseClasses, findUnscaledStyles } from './conventions/styles.ts'
import { findUnused } from './conventions/unused.ts'

/*
 * Checks the conventions that the linter cannot see: docstrings, names, commit titles (docs/style.md), writes outside
 * `commit`, refused imports, imports of other domains, refreshes by hand, files and functions of too many lines, folders
 * of too many files, rooms that import each other, styles with values of their own, and code or classes that nobody
 * uses. Prints each problem with its place, and fails when there is one.
 */

const files = readSourceFiles()
const styles = readStyleFiles()
const screens = styles.filter(({ path }) => path.startsWith('frontend/'))
const problems = [
  ...findVagueDocstrings(files),
  ...findParticipleNames(files),
  ...findLongTitles(readCommitTitles()),
  ...findUnlistedWrites(files),
  ...findForbiddenImports(files),
  ...findUndeclaredImports(files, domains),
  ...findRefreshesByHand(files),
  ...findLongFiles([...files, ...styles]),
  ...findLongFunctions(files),
  ...countLongFunctions(files),
  ...findLargeFolders(listCodePaths()),
  ...findRoomCircles(files),
  ...findGlobalStyles(screens),
  ...findLooseClasses(files, screens),
  ...findUnscaledStyles(screens),
  ...findUnused(),
]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
