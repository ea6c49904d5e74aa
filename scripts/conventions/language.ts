import { execFileSync } from 'node:child_process'
import { isTest, placeOf, type SourceFile } from './sources.ts'

const MOST_CHARACTERS = 72

/** Returns a message for each docstring that begins with a clause instead of a verb or a noun phrase. */
export const findVagueDocstrings = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) =>
    [...file.text.matchAll(/\/\*\*\s*(?:\*\s*)?(What|Whose|Who|Whether|That|Those|How|Which|Why)\b/g)].map(
      ({ index, 1: word }) => `${placeOf(file, index)}: the docstring begins with '${word}' (docs/style.md)`,
    ),
  )

/** Irregular participles, without those that are also the base form of a verb, such as `read` and `put`. */
const irregular = new Set(
  (
    'begun borne bought bound broken brought built caught chosen come dealt done drawn driven fallen forgotten found ' +
    'frozen given gone got grown held hidden kept known laid led left lost made meant met overtaken paid redone said ' +
    'seen sent shown sold spent spoken stood stuck taken taught thought thrown told torn undone understood withdrawn won ' +
    'worn written'
  ).split(' '),
)
/** Words that end like a participle but are none, or are also a verb or noun. */
const exceptions = new Set(
  'bed bring embed everything exceed feed heading king meeting need pricing proceed ring seed setting shed sing speed string succeed thing'.split(
    ' ',
  ),
)

/** Tells whether a name begins with a participle, such as `takenBack` or `settling`. */
export function beginsWithParticiple(name: string): boolean {
  const word = /^[a-z]+/.exec(name)?.[0] ?? ''
  return irregular.has(word) || (/(ed|ing)$/.test(word) && !exceptions.has(word))
}

const exported =
  /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: [^\n=]+?)? =\s*(?:async\s*)?(?:<|\(|\w+ =>))/gm
/** Functions of one file that are named by one word. */
const local =
  /^(?:(?:async )?function\*? ([a-z]+)\b|const ([a-z]+)\b(?:: [^\n=]+?)? =\s*(?:async\s*)?(?:<[^\n]*>)?(?:\((?=[^\n]*=>|\n)|\w+ =>))/gm

/**
 * Returns a message for each function whose name begins with a participle, as an exported one, or is a participle, as
 * one of a file. Leaves out kinds of value, which are called so, and errors: `throw refused()`.
 */
export const findParticipleNames = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => !isTest(file) && !file.path.startsWith('shared/values/'))
    .flatMap((file) =>
      [...file.text.matchAll(exported), ...file.text.matchAll(local)].flatMap(({ index, 1: named, 2: assigned }) => {
        const name = named ?? assigned ?? ''
        return beginsWithParticiple(name) && !new RegExp(`(?:throw|onFailure:) ${name}\\b`).test(file.text)
          ? [`${placeOf(file, index)}: '${name}' begins with a participle; begin with a verb (docs/style.md)`]
          : []
      }),
    )

/** Returns a message for each commit title of more than 72 characters. */
export const findLongTitles = (titles: readonly string[]): string[] =>
  titles
    .filter((title) => [...title].length > MOST_CHARACTERS)
    .map((title) => `commit '${title}': the title has more than ${MOST_CHARACTERS} characters (docs/style.md)`)

/**
 * Returns the titles of the commits since origin/main, else since the last tag, else since the commit that added this
 * check. Leaves out merges; returns none without git history.
 */
export function readCommitTitles(): string[] {
  const base = git('merge-base', 'origin/main', 'HEAD') ?? git('describe', '--tags', '--abbrev=0') ?? ownCommit()
  return base ? (git('log', '--no-merges', '--format=%s', `${base}..HEAD`) ?? '').split('\n').filter(Boolean) : []
}

const ownCommit = () => git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/conventions.ts')?.split('\n').at(-1)

/** Returns the output of git, or null when it fails. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
