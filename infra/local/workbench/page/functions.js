import { badge, button, call, empty, h, table } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const states = { cold: 'neutral', idle: 'ok', busy: 'info' }
const functionColumns = [
  ['Function'],
  ['State'],
  ['Workers', 'pv-end pv-tabular'],
  ['Cold start', 'pv-end pv-tabular'],
  ['Calls', 'pv-end pv-tabular'],
  ['Errors', 'pv-end pv-tabular'],
  ['Memory', 'pv-end pv-tabular'],
]
const usageColumns = [
  ['Function'],
  ['Action'],
  ['Calls', 'pv-end pv-tabular'],
  ['Read units', 'pv-end pv-tabular'],
  ['Write units', 'pv-end pv-tabular'],
]

const functionRow = (one) => [
  h('strong', {}, one.name),
  badge(one.state, states[one.state]),
  String(one.workers),
  one.coldStartMs === null ? '–' : `${one.coldStartMs} ms`,
  String(one.invocations),
  one.errors > 0 ? badge(String(one.errors), 'bad') : '0',
  one.memoryMb > 0 ? `${one.memoryMb} of ${one.memoryLimitMb} MB` : `– of ${one.memoryLimitMb} MB`,
]

const perCall = (units, calls) => `${units} (${(units / calls).toFixed(1)} each)`
const usageRow = ({ function: name, action, calls, read, write }) => [
  name,
  h('span', { class: 'mono' }, action),
  String(calls),
  perCall(read, calls),
  perCall(write, calls),
]

export const functions = {
  async draw(view) {
    const list = h('div', {})
    const usage = h('div', {})
    const updateList = whenChanged((found) => list.replaceChildren(table(functionColumns, found.map(functionRow))))
    const updateUsage = whenChanged((rows) =>
      usage.replaceChildren(
        rows.length > 0
          ? table(usageColumns, rows.map(usageRow))
          : empty('Nothing used', 'What requests use of the table adds up here.'),
      ),
    )
    const refresh = async () => {
      updateList(await call('GET', 'functions'))
      updateUsage(await call('GET', 'usage'))
    }
    const reset = button('Start counting again', async () => {
      await call('GET', 'usage?reset=1')
      await refresh()
    })
    view.replaceChildren(
      list,
      h(
        'section',
        {},
        h('div', { class: 'row pv-beside pv-wrap pv-justify-between block' }, h('h2', {}, 'Table use'), reset),
        usage,
      ),
    )
    return repeat(1500, refresh)
  },
}
