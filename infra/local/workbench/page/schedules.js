import { badge, button, call, empty, h, moment, table } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const columns = [['Job'], ['Cron'], ['Last run'], ['Next run'], ['Action', 'pv-end pv-tabular']]

export const schedules = {
  async draw(view) {
    const list = h('div', {})
    const outcome = h('div', { 'aria-live': 'polite' })
    const run = (name) => async () => {
      outcome.replaceChildren(h('p', { class: 'loading pv-center pv-color-soft' }, `${name} is running…`))
      const { ok, durationMs, log } = await call('POST', `schedules/${encodeURIComponent(name)}`)
      outcome.replaceChildren(
        h(
          'section',
          { class: 'block' },
          h('h2', {}, name, badge(ok ? 'done' : 'failed', ok ? 'ok' : 'bad'), h('small', {}, `${durationMs} ms`)),
          h('pre', {}, log.map((line) => JSON.stringify(line)).join('\n') || '(nothing logged)'),
        ),
      )
      await refresh()
    }
    const rowOf = ({ name, expression, timeZone, lastRun, nextRun }) => [
      h('strong', {}, name),
      h('span', { class: 'stack' }, h('span', { class: 'mono' }, expression), h('small', {}, timeZone)),
      moment(lastRun),
      moment(nextRun),
      button('Run now', run(name)),
    ]
    const update = whenChanged((found) =>
      list.replaceChildren(
        found.length > 0 ? table(columns, found.map(rowOf)) : empty('No schedules', 'The manifest has none.'),
      ),
    )
    const refresh = async () => update(await call('GET', 'schedules'))
    view.replaceChildren(list, outcome)
    return repeat(3000, refresh)
  },
}
