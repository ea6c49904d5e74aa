/**
 * Runs `work` now, and again `ms` milliseconds after each end, except while the page is hidden. Rejects when the first
 * run fails; ignores later failures. Resolves to a function that stops it.
 */
export async function repeat(ms, work) {
  let stopped = false
  let timer
  const next = async () => {
    if (stopped) return
    if (!document.hidden) await work().catch(() => undefined)
    if (!stopped) timer = setTimeout(next, ms)
  }
  await work()
  timer = setTimeout(next, ms)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Returns a function that draws a value unless it equals the last one, so that a selection or an open detail stays. */
export function whenChanged(draw) {
  let before
  return (value) => {
    const now = JSON.stringify(value)
    if (now === before) return
    before = now
    draw(value)
  }
}
