import { button, bytes, call, empty, h, moment, table, toast } from './dom.js'
import { repeat, whenChanged } from './repeat.js'

const names = ['uploads', 'documents']
const columns = [['Key'], ['Size', 'pv-end pv-tabular'], ['Changed'], ['Action', 'pv-end pv-tabular']]

async function put(bucket, prefix, files) {
  for (const file of files) {
    const key = `${prefix}${file.name}`.split('/').map(encodeURIComponent).join('/')
    const headers = { 'content-type': file.type || 'application/octet-stream' }
    const response = await fetch(`/__local/buckets/${bucket}/${key}`, { method: 'PUT', headers, body: file })
    toast(
      response.ok ? `${file.name} is in ${bucket}` : `${file.name}: ${(await response.json()).message}`,
      response.ok ? 'ok' : 'bad',
    )
  }
}

function dropZone(bucket, refresh) {
  const prefix = h('input', { value: bucket === 'uploads' ? 'contracts/' : '', 'aria-label': 'Folder', class: 'mono' })
  const picker = h('input', { type: 'file', multiple: true, hidden: true })
  const take = async (files) => {
    await put(bucket, prefix.value, files)
    await refresh()
  }
  picker.addEventListener('change', () => take(picker.files))
  const zone = h(
    'div',
    { class: 'drop' },
    h(
      'p',
      {},
      h('strong', {}, `Drop files into ${bucket}`),
      ' or ',
      button('choose them', () => picker.click(), { class: 'link' }),
    ),
    h('label', { class: 'row pv-beside pv-wrap' }, h('small', {}, 'Folder'), prefix),
    picker,
  )
  const over = (on) => (event) => {
    event.preventDefault()
    zone.toggleAttribute('data-over', on)
  }
  zone.addEventListener('dragover', over(true))
  zone.addEventListener('dragleave', over(false))
  zone.addEventListener('drop', (event) => {
    over(false)(event)
    void take(event.dataTransfer.files)
  })
  return zone
}

const rowOf = (bucket) => (object) => [
  h('span', { class: 'mono' }, object.key),
  bytes(object.size),
  moment(object.lastModified),
  button(
    'Send its event again',
    async () => {
      await call('POST', 'events/bucket', { bucket, key: object.key, times: 1 })
      toast('Sent')
    },
    { class: 'link' },
  ),
]

export const buckets = {
  async draw(view) {
    const parts = names.map((bucket) => {
      const listing = h('div', {})
      const update = whenChanged((objects) =>
        listing.replaceChildren(
          objects.length > 0 ? table(columns, objects.map(rowOf(bucket))) : empty('Empty', 'No objects yet.'),
        ),
      )
      const refresh = async () => update(await call('GET', `buckets/${bucket}`))
      return {
        refresh,
        section: h('section', { class: 'block' }, h('h2', {}, bucket), dropZone(bucket, refresh), listing),
      }
    })
    view.replaceChildren(...parts.map((part) => part.section))
    return repeat(3000, () => Promise.all(parts.map((part) => part.refresh())))
  },
}
