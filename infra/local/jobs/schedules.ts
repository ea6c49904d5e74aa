import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Cron } from 'croner'
import type { Clock } from '../clock.ts'
import { readTextSync, replaceFileSync } from '../stand-in/files.ts'

export interface ScheduleState {
  readonly name: string
  readonly expression: string
  readonly timeZone: string
  /** Moment at which the last run started, in ISO 8601; null before the first. */
  readonly lastRun: string | null
  readonly nextRun: string | null
}

export interface Schedules {
  states(): ScheduleState[]
  has(name: string): boolean
  /** Records that a job was started now, by the clock or by hand. */
  ran(name: string): void
  close(): void
}

export interface SchedulesOptions {
  /** AWS cron expressions of six fields (minute hour day month weekday year), by name. */
  readonly crons: Readonly<Record<string, string>>
  readonly timeZone: string
  readonly clock: Clock
  /** File with the time of each job's last run. */
  readonly file: string
  readonly fire: (name: string) => void
}

/**
 * Maximum delay of a timer, after which the clock is read again. A longer timer fires late when the machine has slept,
 * and overflows above 24 days.
 */
const LOOK_AHEAD_MS = 60_000

/**
 * Returns the next moment of an AWS cron expression after `from`, both in milliseconds since 1970; null when there is
 * none. Skips times that do not exist in the night when the clock goes forward. A fixed time that occurs twice when the
 * clock goes back counts once.
 */
export function findNextRun(expression: string, timeZone: string, from: number): number | null {
  // The library also needs seconds, and writes the month's last Friday as `6#L` where AWS writes `6L`. For both, 1–7
  // are Sunday to Saturday.
  const [minute, hour, day, month, weekday = '', year] = expression.split(' ')
  const pattern = ['0', minute, hour, day, month, weekday.replace(/^(\w+)L$/, '$1#L'), year].join(' ')
  const options = { timezone: timeZone, mode: '7-part', alternativeWeekdays: true, sloppyRanges: true } as const
  const cron = new Cron(pattern, { ...options, paused: true })
  let next = cron.nextRun(new Date(from))
  while (next && !cron.match(next)) next = cron.nextRun(next)
  return next?.getTime() ?? null
}

/**
 * Calls `fire` for each job at its scheduled times, by the functions' clock; skips times a moved clock jumps over.
 * `file` keeps the time of each job's last run.
 */
export function startSchedules({ crons, timeZone, clock, file, fire }: SchedulesOptions): Schedules {
  mkdirSync(dirname(file), { recursive: true })
  const lastRuns: Record<string, number> = JSON.parse(readTextSync(file) ?? '{}')
  const next = new Map<string, number | null>()
  let timer: NodeJS.Timeout | undefined

  function plan(name: string): void {
    next.set(name, findNextRun(crons[name] ?? '', timeZone, clock.now()))
  }

  function wait(): void {
    clearTimeout(timer)
    const nearest = Math.min(...[...next.values()].filter((moment) => moment !== null))
    if (nearest !== Number.POSITIVE_INFINITY) {
      timer = setTimeout(tick, Math.min(Math.max(0, nearest - clock.now()), LOOK_AHEAD_MS))
    }
  }

  function tick(): void {
    for (const [name, moment] of next) {
      if (moment === null || moment > clock.now()) continue
      plan(name)
      fire(name)
    }
    wait()
  }

  function planAll(): void {
    for (const name of Object.keys(crons)) plan(name)
    wait()
  }

  planAll()
  clock.onSet(planAll)
  return {
    has: (name) => name in crons,
    states: () =>
      Object.entries(crons).map(([name, expression]) => ({
        name,
        expression,
        timeZone,
        lastRun: isoOf(lastRuns[name]),
        nextRun: isoOf(next.get(name)),
      })),
    ran(name) {
      lastRuns[name] = clock.now()
      replaceFileSync(file, JSON.stringify(lastRuns))
    },
    close: () => {
      clearTimeout(timer)
      next.clear()
    },
  }
}

const isoOf = (moment: number | null | undefined) => (moment ? new Date(moment).toISOString() : null)
