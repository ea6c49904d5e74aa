import { badge, call, empty, h, timeOf } from './dom.js'
import { repeat } from './repeat.js'

const SHOWN = 500
const kinds = { ERROR: 'bad', WARN: 'warn', INFO: 'neutral', DEBUG: 'neutral' }

const rowOf = (line) => {
  const { level = 'INFO', message = '', timestamp = '', function: name, ...rest } = line
  const facts = [rest.route, rest.status, rest.durationMs === undefined ? null : `${rest.durationMs} ms`].filter(
    Boolean,
  )
  return h(
    'details',
    { class: 'log-line' },
    h(
      'summary',
      {},
      h('time', { class: 'mono pv-color-soft' }, timeOf(timestamp)),
      badge(String(level).toLowerCase(), kinds[level] ?? 'neutral'),
      h('span', { class: 'pv-color-muted' }, name),
      h(
        'span',
        { class: 'log-text' },
        String(message),
        facts.length > 0 ? h('small', {}, ` ${facts.join(' · ')}`) : null,
      ),
    ),
    h('pre', {}, JSON.stringify(line, null, 2)),
  )
}

export const log = {
  async draw(view, tools) {
    const search = h('input', { type: 'search', placeholder: 'Any text in a line', 'aria-label': 'Filter' })
    const names = (await call('GET', 'functions')).map((one) => one.name)
    const only = h(
      'select',
      { 'aria-label': 'Function' },
      h('option', { value: '' }, 'All functions'),
      names.map((name) => h('option', {}, name)),
    )
    tools.append(only, search)
    const list = h('div', { class: 'log' })
    view.replaceChildren(list)
    let lines = []
    let drawn = ''

    const drawList = () => {
      const wanted = search.value.trim().toLowerCase()
      const shown = lines
        .filter(
          (line) =>
            (only.value === '' || line.function === only.value) && JSON.stringify(line).toLowerCase().includes(wanted),
        )
        .slice(-SHOWN)
        .reverse()
      const key = JSON.stringify(shown)
      if (key === drawn) return
      drawn = key
      list.replaceChildren(
        ...(shown.length > 0 ? shown.map(rowOf) : [empty('Nothing logged', 'Functions that run write here.')]),
      )
    }
    search.addEventListener('input', drawList)
    only.addEventListener('change', drawList)
    return repeat(1500, async () => {
      // Somebody reads an open line, so the lines stay where they are.
      if (list.querySelector('details[open]')) return
      lines = await call('GET', 'log?last=2000')
      drawList()
    })
  },
}
