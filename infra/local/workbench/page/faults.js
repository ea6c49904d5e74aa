import { button, call, h, toast } from './dom.js'

const number = (label, value, attributes = {}) => {
  const input = h('input', { type: 'number', min: '0', value: String(value), ...attributes })
  return { input, field: h('label', { class: 'field pv-text-12 pv-color-muted' }, h('span', {}, label), input) }
}

export const faults = {
  async draw(view) {
    const [state, functions] = await Promise.all([call('GET', 'faults'), call('GET', 'functions')])
    const throttle = number('Share of calls refused (0–1)', state.dynamodb.throttle, { max: '1', step: '0.05' })
    const delay = number('Extra milliseconds per call', state.dynamodb.delayMs, { step: '50' })
    const before = number('Mails refused', state.ses.failBefore)
    const after = number('Mails accepted, reply lost', state.ses.failAfter)
    const victim = h(
      'select',
      { 'aria-label': 'Function' },
      functions.map(({ name }) => h('option', {}, name)),
    )
    const redraw = () => faults.draw(view)
    view.replaceChildren(
      h(
        'section',
        { class: 'block' },
        h('h2', {}, 'Table'),
        h('div', { class: 'row pv-beside pv-wrap' }, throttle.field, delay.field),
        button('Set', async () => {
          const dynamodb = { throttle: Number(throttle.input.value), delayMs: Number(delay.input.value) }
          await call('POST', 'faults', { dynamodb })
          toast('The table has these faults')
        }),
      ),
      h(
        'section',
        { class: 'block' },
        h('h2', {}, 'Mail'),
        h('div', { class: 'row pv-beside pv-wrap' }, before.field, after.field),
        button('Set', async () => {
          const ses = { failBefore: Number(before.input.value), failAfter: Number(after.input.value) }
          await call('POST', 'faults', { ses })
          toast('The next mails fail')
        }),
      ),
      h(
        'section',
        { class: 'block' },
        h('h2', {}, 'Kill a function'),
        h(
          'div',
          { class: 'row pv-beside pv-wrap' },
          victim,
          button('Kill', async () => {
            const { killed } = await call('POST', 'faults', { kill: victim.value })
            toast(`${killed} workers ended`)
          }),
        ),
      ),
      button(
        'Clear all faults',
        async () => {
          await call('POST', 'faults', {})
          toast('No faults')
          await redraw()
        },
        { class: 'pv-button pv-button-primary' },
      ),
    )
  },
}
