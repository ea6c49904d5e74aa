/** Runs `work` now and every `ms`, one at a time, and not while the page is hidden. Returns a function that stops it. */
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
