import { badge, button, call, empty, h, moment, toast } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const letter = ({ receivedAt, attempts, error, body }) =>
  h(
    'details',
    { class: 'letter' },
    h('summary', {}, h('strong', {}, error), h('small', {}, ` ${moment(receivedAt)} · ${attempts} attempts`)),
    h('pre', {}, pretty(body)),
  )

const queue = (refresh) => (one) =>
  h(
    'section',
    { class: 'block' },
    h(
      'div',
      { class: 'row pv-beside pv-wrap pv-justify-between' },
      h(
        'h2',
        {},
        one.name,
        badge(`${one.waiting} waiting`, one.waiting > 0 ? 'info' : 'neutral'),
        badge(`${one.inFlight} running`, one.inFlight > 0 ? 'info' : 'neutral'),
        badge(`${one.deadLetters.length} given up`, one.deadLetters.length > 0 ? 'bad' : 'neutral'),
      ),
      one.deadLetters.length > 0 &&
        button('Deliver them again', async () => {
          const { redriven } = await call('POST', `queues/${encodeURIComponent(one.name)}/redrive`)
          toast(`${redriven} delivered again`)
          await refresh()
        }),
    ),
    one.deadLetters.map(letter),
  )

export const queues = {
  async draw(view) {
    const refresh = async () => update(await call('GET', 'queues'))
    const update = whenChanged((found) =>
      view.replaceChildren(
        ...(found.length > 0 ? found.map(queue(refresh)) : [empty('No queues', 'The manifest has no jobs.')]),
      ),
    )
    return repeat(1500, refresh)
  },
}
