import { button, call, h, toast } from './dom.js'

const full = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', dateStyle: 'full', timeStyle: 'medium' })
const short = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Amsterdam',
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

let ahead = 0
const now = () => new Date(Date.now() + ahead)
/** Tells whether the clock was moved. A reply takes a while, so a difference of up to a second does not count. */
const isMoved = () => Math.abs(ahead) > 1000

async function read() {
  const { now: moment } = await call('GET', 'clock')
  ahead = Date.parse(moment) - Date.now()
}

/** Keeps the clock in the bar running. */
export function startClock() {
  const place = document.getElementById('clock')
  const tick = () => {
    place.textContent = short.format(now())
    place.toggleAttribute('data-moved', isMoved())
  }
  place.addEventListener('click', () => {
    location.hash = '#clock'
  })
  void read().then(tick)
  setInterval(tick, 1000)
  setInterval(() => void read().catch(() => undefined), 10_000)
}

const jumps = [
  ['One hour on', 3_600_000],
  ['One day on', 86_400_000],
  ['One week on', 604_800_000],
]

export const clock = {
  async draw(view) {
    await read()
    const shown = h('p', { class: 'big' })
    const state = h('p', { class: 'muted' })
    const tick = () => {
      shown.textContent = full.format(now())
      state.textContent = isMoved()
        ? `Moved: ${now().toISOString()} in UTC. A restart brings back the machine's time.`
        : "The machine's time."
    }
    const set = async (moment) => {
      await call('POST', 'clock', { now: moment })
      await read()
      tick()
      toast(moment ? 'The clock was set' : "The machine's time again")
    }
    const field = h('input', { class: 'mono', value: now().toISOString(), 'aria-label': 'Moment in UTC', size: 28 })
    view.replaceChildren(
      h(
        'section',
        { class: 'block' },
        shown,
        state,
        h(
          'div',
          { class: 'row pv-beside pv-wrap' },
          field,
          button('Set', () => set(field.value), { class: 'pv-button pv-button-primary' }),
        ),
        h(
          'div',
          { class: 'row pv-beside pv-wrap' },
          jumps.map(([label, ms]) => button(label, () => set(new Date(now().getTime() + ms).toISOString()))),
          button("The machine's time", () => set(null)),
        ),
        h(
          'p',
          { class: 'muted' },
          'The functions, their TOTP codes, the schedules and the expiry of upload forms follow this clock. A jump does not fire the schedules it jumps over.',
        ),
      ),
    )
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  },
}
