import { dirname, join } from 'node:path/posix'
import { isTest, placeOf, type SourceFile } from './sources.ts'

/** Lines of all stylesheets together, and classes outside modules: as many as there are, and never more. */
const MOST_LINES = 7751
const MOST_GLOBAL_CLASSES = 340
/** Folders whose classes are global: the parts of a screen, and what every page has. */
const GLOBAL = /^frontend\/(?:public|styles|ui)\//
/** Widths at which screens change: a small phone, a phone, a tablet upright and lying, and a narrow window. */
const WIDTHS = [480, 768, 960, 1100, 1200]
const SPACES = [0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 24]
const MODULE_IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)'/gm

/** Returns a message for each stylesheet of a screen that is no CSS module, and for too many classes outside modules. */
export function findGlobalStyles(styles: readonly SourceFile[], most = MOST_GLOBAL_CLASSES): string[] {
  const others = styles.filter((style) => !isModule(style))
  const classes = new Set(others.flatMap((style) => [...classesOf(style)]))
  return [
    ...others
      .filter(({ path }) => !GLOBAL.test(path))
      .map(({ path }) => `${path}: has global classes; name it .module.css (decision 101)`),
    ...(classes.size > most
      ? [`Stylesheets have ${classes.size} global classes, at most ${most}; use CSS modules`]
      : []),
  ]
}

const isModule = ({ path }: SourceFile) => path.endsWith('.module.css')

/** Returns a message for each class that a module has and no file uses, and each that a file uses and no module has. */
export function findLooseClasses(files: readonly SourceFile[], styles: readonly SourceFile[]): string[] {
  const used = new Map<string, Map<string, string>>()
  for (const file of files.filter((one) => !isTest(one))) {
    for (const [, name, from = ''] of file.text.matchAll(MODULE_IMPORT)) {
      const path = join(dirname(file.path), from)
      const uses = used.get(path) ?? new Map<string, string>()
      for (const use of file.text.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))) {
        uses.set(use[1] ?? '', placeOf(file, use.index))
      }
      used.set(path, uses)
    }
  }
  return styles.filter(isModule).flatMap((style) => {
    const own = classesOf(style)
    const uses = used.get(style.path) ?? new Map<string, string>()
    return [
      ...[...own].filter((name) => !uses.has(name)).map((name) => `${style.path}: nobody uses .${name}; remove it`),
      ...[...uses].filter(([name]) => !own.has(name)).map(([name, at]) => `${at}: ${style.path} has no .${name}`),
    ]
  })
}

/** Returns a message for each distance, weight and width that is not one of the design, and for too many lines. */
export function findUnscaledStyles(styles: readonly SourceFile[], most = MOST_LINES): string[] {
  const lines = styles.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0)
  return [
    ...styles.flatMap((style) => [
      ...findValues(
        style,
        /^\s*(?:[\w-]+-)?(?:gap|margin|padding)(?:-[a-z-]+)?: ([^;]*);/gm,
        /\d+(?=px)/g,
        isSpace,
      ).map((at) => `${at}: has a distance off the scale ${SPACES.join(', ')} px and multiples of 4`),
      ...findValues(style, /^\s*font-weight: ([^;]*);/gm, /^\d+$/g, () => false).map(
        (at) => `${at}: has a weight of its own; use var(--weight-…) of tokens.css`,
      ),
      ...findValues(style, /@media ([^{]*)\{/g, /\d+(?=px)/g, (width) => WIDTHS.includes(width)).map(
        (at) => `${at}: changes at a width of its own; use ${WIDTHS.join(', ')} px`,
      ),
    ]),
    ...(lines > most ? [`Stylesheets have ${lines} lines, at most ${most}; use the parts of frontend/ui`] : []),
  ]
}

const isSpace = (space: number) => SPACES.includes(space) || (space > 24 && space % 4 === 0)

/** Returns the places whose value, found by `value` in what `whole` captures, is not allowed. */
const findValues = (style: SourceFile, whole: RegExp, value: RegExp, isAllowed: (value: number) => boolean) =>
  [...style.text.matchAll(whole)]
    .filter(({ 1: text = '' }) => [...text.matchAll(value)].some(([number]) => !isAllowed(Number(number))))
    .map((found) => placeOf(style, found.index + found[0].search(/\S/)))

/** Returns the classes that a module has itself, without global ones. */
function classesOf({ text }: SourceFile): ReadonlySet<string> {
  const selectors = text.replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, '').replace(/\{[^{}]*\}/g, '{}')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
}
