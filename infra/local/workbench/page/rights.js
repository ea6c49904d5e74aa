import { badge, call, empty, h, moment, table } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const refusedColumns = [['When'], ['Function'], ['Tried'], ['On'], ['Key']]
const unusedColumns = [['Function'], ['Statement'], ['Never used']]

const mono = (text) => h('span', { class: 'mono' }, text)

const refusedRow = ({ at, function: name, action, resource, context = {} }) => [
  moment(at),
  h('strong', {}, name),
  badge(action, 'bad'),
  mono(resource.split(':').at(-1)),
  mono((context['dynamodb:LeadingKeys'] ?? []).join(', ')),
]

export const rights = {
  async draw(view) {
    const refused = h('div', {})
    const unused = h('div', {})
    const updateRefused = whenChanged((found) =>
      refused.replaceChildren(
        found.length > 0
          ? table(refusedColumns, found.map(refusedRow))
          : empty('Nothing refused', 'A call that a function may not make on AWS fails here as it does there.'),
      ),
    )
    const updateUnused = whenChanged((found) =>
      unused.replaceChildren(
        table(
          unusedColumns,
          found.map(({ function: name, statement, part }) => [name, statement, mono(part)]),
        ),
      ),
    )
    const refresh = async () => {
      const found = await call('GET', 'rights')
      updateRefused(found.refused)
      updateUnused(found.unused)
    }
    view.replaceChildren(
      h('section', {}, h('h2', {}, 'Refused'), refused),
      h('section', {}, h('h2', {}, 'Granted and not used since the start'), unused),
    )
    return repeat(1500, refresh)
  },
}
