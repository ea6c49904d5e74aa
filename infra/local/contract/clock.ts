/** Creates a clock that stands still until it is moved, as the workbench moves the time of the stand-ins. */
export function createClock(start: string) {
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
