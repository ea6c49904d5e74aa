/** Creates a clock for tests, which stands still until a test moves it. */
export function createManualClock(start: string) {
  let time = Date.parse(start)
  return {
    now: () => time,
    advance(seconds: number): void {
      time += seconds * 1000
    },
    set(moment: string): void {
      time = Date.parse(moment)
    },
  }
}
