import { accounts } from './accounts.js'
import { buckets } from './buckets.js'
import { clock, startClock } from './clock.js'
import { h } from './dom.js'
import { faults } from './faults.js'
import { functions } from './functions.js'
import { log } from './log.js'
import { mails } from './mails.js'
import { queues } from './queues.js'
import { rights } from './rights.js'
import { schedules } from './schedules.js'

/**
 * Every section: its title, its group in the menu, and `draw(view, tools)`. `draw` fills the two elements, and may
 * resolve to a function that stops its updates.
 */
const sections = {
  accounts: { title: 'Accounts', group: 'People', ...accounts },
  mails: { title: 'Mail', group: 'People', ...mails },
  buckets: { title: 'Buckets', group: 'Data', ...buckets },
  queues: { title: 'Queues', group: 'Data', ...queues },
  schedules: { title: 'Schedules', group: 'Running', ...schedules },
  clock: { title: 'Clock', group: 'Running', ...clock },
  faults: { title: 'Faults', group: 'Running', ...faults },
  functions: { title: 'Functions', group: 'Running', ...functions },
  rights: { title: 'Rights', group: 'Running', ...rights },
  log: { title: 'Log', group: 'Running', ...log },
}

const view = document.getElementById('view')
const tools = document.getElementById('tools')
let stop = () => undefined

function drawNav() {
  const groups = Map.groupBy(Object.entries(sections), ([, section]) => section.group)
  const links = [...groups].map(([group, members]) =>
    h(
      'div',
      { class: 'group' },
      h('p', { class: 'group-title pv-text-11 pv-weight-strong pv-color-soft' }, group),
      members.map(([name, { title }]) => h('a', { href: `#${name}`, id: `nav-${name}` }, title)),
    ),
  )
  document.getElementById('nav').replaceChildren(...links)
}

async function show() {
  stop()
  const name = location.hash.slice(1) in sections ? location.hash.slice(1) : 'accounts'
  const section = sections[name]
  for (const link of document.querySelectorAll('#nav a')) {
    if (link.id === `nav-${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.title = `${section.title} · Partnerview workbench`
  document.getElementById('title').textContent = section.title
  tools.replaceChildren()
  view.replaceChildren(h('p', { class: 'loading pv-center pv-color-soft' }, 'Loading…'))
  const fixed = h('div', { class: 'tools-inner pv-beside pv-wrap pv-justify-end' })
  tools.append(fixed)
  const end = await section.draw(view, fixed).catch((error) => {
    view.replaceChildren(
      h('p', { class: 'loading pv-center pv-color-soft' }, `This section could not be loaded: ${error.message}`),
    )
  })
  stop = typeof end === 'function' ? end : () => undefined
}

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark', dark.matches)
dark.addEventListener('change', follow)
follow()

drawNav()
startClock()
addEventListener('hashchange', show)
await show()
